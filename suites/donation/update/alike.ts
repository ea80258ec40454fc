import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { queryNaming } from '../../axes/surroundings.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'
import { expectOtherDonationUnchanged, mineOf, OTHER_VALUES, withBystander } from './of-another.ts'

/** What one of two donations is sent: another donor, and the same one with other values. */
export const UPDATES_OF_ONE = {
  'every field of the answers': {
    mark: 'answers',
    bystander: 'pledged',
    body: { ...OTHER_DONOR, memo: 'thank you' },
  },
  'every field but the email': {
    mark: 'but',
    bystander: 'other',
    body: { ...OTHER_VALUES, donor_email: mineOf('but').donor_email },
  },
} as const satisfies Readonly<
  Record<
    string,
    { readonly mark: string; readonly bystander: 'pledged' | 'other'; readonly body: UpdateBody }
  >
>

/**
 * Judges that an update of all these fields, by each method, leaves another donation that is alike as it is, also where
 * the query names that one.
 */
export async function expectAlikeUnchanged(
  context: Context,
  { mark, bystander, body }: (typeof UPDATES_OF_ONE)[keyof typeof UPDATES_OF_ONE],
): Promise<void> {
  const donations = await withBystander(context, 0, bystander)
  const query = queryNaming(donations[1])
  for (const by of UPDATE_METHODS)
    await expectOtherDonationUnchanged(context, donations, mineOf(mark), [body], by, query)
}

/** What two pledged donations hold in their gated fields at first. */
const myGatedOf = (mark: string) => ({ quantity: 7, identifier: `C-${mark}`, source: `auction ${mark}` })

const { quantity, identifier, source } = GATED_EXAMPLES

/**
 * What one of two pledged donations is sent, one after the other: each gated field while the others are the same in both,
 * by the one method or the other, and all else while the gated ones are, or before.
 */
const ALIKE = {
  PATCH: [{ ...OTHER_VALUES, designation_id: null }, quantity, identifier, source],
  PUT: [source, identifier, quantity, OTHER_VALUES],
} as const

/** Judges that updates of one pledged donation leave another that is alike as it is, in gated fields too. */
export async function expectAlikePledgedUnchanged(context: Context, by: UpdateMethod): Promise<void> {
  const { pledgedDonationIds, designationIds } = context.target
  if (pledgedDonationIds.length < 2) throw new NotApplicableError('two pledged donations are not known')
  const mark = `gated${by.toLowerCase()}`
  const alike = { ...mineOf(mark), ...myGatedOf(mark), designation_id: designationIds[0] ?? null }
  const donations = await context.donations('pledged', 'pledged')
  await expectOtherDonationUnchanged(context, donations, alike, ALIKE[by], by)
}
