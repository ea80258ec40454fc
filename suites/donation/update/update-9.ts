import { LISTED_COUNTRIES } from '../../../contract/index.ts'
import { requirement } from '../../../harness/authoring/index.ts'
import { ORDINARY_ROWS, type ValueRow } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'

const isListed = ({ cells }: ValueRow, field: string) =>
  LISTED_COUNTRIES.some((code) => code === cells[field]?.value)

/** Every assigned ISO 3166-1 alpha-2 code that the contract does not list is accepted too, in lower case. */
export const update9 = requirement(
  'UPDATE-9',
  valueTest('each country', ORDINARY_ROWS, { fields: ['donor_country'], except: isListed }),
)
