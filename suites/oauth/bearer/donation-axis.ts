import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context } from '../../../harness/authoring/index.ts'

/** Whose donation, and in which status: access may be checked for some of them only. */
export const DONATION_AXIS = axis<'pledged' | 'other' | 'foreign'>('donation', {
  pledged: 'pledged',
  'not pledged': 'other',
  "another organization's": 'foreign',
})

/** The suite's own donations, by status. */
export const OWN_DONATION_AXIS = axis<'pledged' | 'other'>('donation', {
  pledged: 'pledged',
  'not pledged': 'other',
})

/**
 * The id of such a donation.
 * @throws NotApplicableError where none is known but another kind is.
 */
export async function donationOfKind(
  context: Context,
  kind: 'pledged' | 'other' | 'foreign',
): Promise<string> {
  if (kind !== 'foreign') return context.donation(context.requireKind(kind))
  const { foreignDonationId } = context.target
  if (foreignDonationId === undefined) throw new NotApplicableError('no foreign donation is known')
  return foreignDonationId
}
