import type { Table } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { OTHER_DONOR } from '../../support/donors.ts'

/** Updates that say nothing of the designation; each is sent as it is, or beside one. */
export const WITHOUT_DESIGNATION: Table<UpdateBody> = {
  nothing: {},
  'a donor field': { donor_city: 'Rome' },
  'a memo': { memo: 'thank you' },
  'an advisor': { advisor: { email: 'advisor@example.com' } },
  'a cleared advisor': { advisor: null },
  'several fields': { ...OTHER_DONOR, donor_postal_code: 'AD500', donor_country: 'ad', memo: 'thank you' },
}

/** One of these with a designation: in the middle of several fields, before a memo, and behind the others. */
export function withDesignation(others: UpdateBody, designation_id: unknown): UpdateBody {
  const fields = Object.entries(others)
  const at = fields.length > 2 ? Math.floor(fields.length / 2) : 'memo' in others ? 0 : fields.length
  return Object.fromEntries(fields.toSpliced(at, 0, ['designation_id', designation_id]))
}
