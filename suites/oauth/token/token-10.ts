import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { axis, requirement } from '../../../harness/authoring/index.ts'
import { LACKING, LACKING_MORE } from '../../axes/token-requests.ts'
import { secondAsker } from './living.ts'
import { type Spoil, withLivingCode } from './living-code.ts'

const spoiling = (table: Readonly<Record<string, FormParameters>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(Object.entries(table).map(([name, changes]) => [name, () => changes]))

/** The second client leaves them out, and does not send them empty as well. */
const MISSING = Object.fromEntries(Object.entries(LACKING).filter(([name]) => name.endsWith('missing')))

/** Exchanges of a living code that lack something, alone or beside something else that is missing or wrong. */
export const token10 = requirement(
  'TOKEN-10',
  withLivingCode('one parameter', axis('what is missing', spoiling(LACKING))),
  withLivingCode(
    'one parameter, second client',
    axis('what the second client leaves out', spoiling(MISSING)),
    {
      who: secondAsker,
    },
  ),
  withLivingCode('two parameters', axis('what is missing beside what', spoiling(LACKING_MORE))),
)
