import type { Context } from '../../../harness/authoring/index.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** An id of no donation that is written as those that are known. */
export function unknownLike({ target }: Context): string {
  const [known = 'no-such-donation'] = [...target.pledgedDonationIds, ...target.nonPledgedDonationIds]
  return UUID.test(known) ? '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f' : known.replace(/\d/g, '9')
}
