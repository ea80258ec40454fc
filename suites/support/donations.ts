import { NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** Pledged donations and others are tested apart: a service may be wrong in one status only. */
export const KINDS = ['pledged', 'other'] as const

/**
 * For a test whose requirement has another test that needs no donation.
 * @throws NotApplicableError where no donation is known.
 */
export function requireDonation({ target }: Context): void {
  if (target.pledgedDonationIds.length + target.nonPledgedDonationIds.length > 0) return
  throw new NotApplicableError('no donation is known: what needs none decides')
}
