import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Table } from '../../../harness/authoring/index.ts'
import { ADDRESSES } from '../../axes/addresses.ts'
import { textOf } from '../../axes/texts.ts'
import { ONE_FIELD, PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { FULL_ADVISOR } from '../advisor/examples.ts'

/** All fields that any donation takes. */
const UNGATED: UpdateBody = {
  ...PLAIN_UPDATE,
  designation_id: null,
  advisor: { email: 'advisor@example.com' },
}

/** All fields that a pledged donation takes. */
export const ALL: UpdateBody = { ...PLAIN_UPDATE, ...PLAIN_GATED, ...UNGATED }

/** Each field by itself; the designation both set and cleared. */
export const eachField = ({ designationIds: [designation_id] }: TargetConfig) =>
  designation_id === undefined ? ONE_FIELD : { ...ONE_FIELD, 'a designation': { designation_id } }

/** The texts of an update, each as long as people write it: a service may have room for each and not for all of them. */
const LONG: UpdateBody = {
  donor_first_name: textOf(64),
  donor_last_name: textOf(64),
  donor_email: ADDRESSES['an address of 100 characters'],
  donor_address_line_1: textOf(100),
  donor_address_line_2: textOf(100),
  donor_city: textOf(64),
  donor_province: textOf(64),
  memo: textOf(200),
  advisor: {
    ...{ email: 'long.advisor@example.com', bio: textOf(200) },
    ...{ first_name: textOf(64), middle_name: textOf(64), last_name: textOf(64) },
    ...{ title: textOf(64), firm_name: textOf(64), sec_url: FULL_ADVISOR.sec_url },
  },
}

/** The first field that a donation takes, the first two, and so on up to all of them; and all of them with long texts. */
export function firstFields({ pledgedDonationIds }: TargetConfig): Table<UpdateBody> {
  const gated = pledgedDonationIds.length > 0 ? PLAIN_GATED : {}
  const fields = Object.entries({ ...UNGATED, ...gated })
  return {
    ...Object.fromEntries(
      fields.map((_, index) => [`${index + 1} fields`, Object.fromEntries(fields.slice(0, index + 1))]),
    ),
    'long ones': { ...UNGATED, ...gated, ...LONG },
  }
}
