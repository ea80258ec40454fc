import type { Context, Table } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'

/** An update that must not be applied. Should it be, that shows: no other test stores these values. */
export const REFUSED_UPDATE = {
  donor_first_name: 'Refused',
  donor_city: 'Nowhere',
  donor_email: 'refused@example.com',
}

/** Updates of what belongs to others: each kind of field by itself, and none. */
export const FOREIGN_UPDATES: Table<UpdateBody> = {
  'donor fields': {
    ...REFUSED_UPDATE,
    donor_last_name: 'Refused',
    donor_address_line_1: 'Refused',
    donor_address_line_2: 'Refused',
    donor_province: 'Refused',
    donor_postal_code: '00000',
  },
  'no field': {},
  'a memo': { memo: 'not yours' },
  'no designation': { designation_id: null },
  'no advisor, another country': { advisor: null, donor_country: 'ag' },
  'an advisor': { advisor: { email: 'refused@example.com' } },
  'pledged-only fields': { quantity: 77, identifier: 'not yours', source: 'not yours' },
}

/**
 * Every field that such a donation takes, with values that no other test stores.
 * @param mark stands in each text.
 */
export function everyField({ target }: Context, kind: 'pledged' | 'other', mark = 'Refused'): UpdateBody {
  const [designation = null] = target.designationIds
  return {
    donor_first_name: mark,
    donor_last_name: mark,
    donor_city: mark,
    donor_email: `${mark.toLowerCase()}@example.com`,
    donor_address_line_1: mark,
    donor_address_line_2: mark,
    donor_province: mark,
    donor_postal_code: '00000',
    donor_country: 'ag',
    memo: mark,
    designation_id: designation,
    advisor: { email: `${mark.toLowerCase()}@example.com`, first_name: mark },
    ...(kind === 'pledged' ? { quantity: 77, identifier: mark, source: mark } : {}),
  }
}

/** Each refused for a reason of its own, whichever is looked at: whose token is in order is asked before. */
export const WRONG_FIELDS: UpdateBody = {
  donor_country: 'zzz',
  donor_email: 'no address',
  donor_first_name: 7,
  designation_id: 'none',
  advisor: {},
}
