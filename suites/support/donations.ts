import type { UpdateMethod } from '../../client/donations/api.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { axis, type Context } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'

/** Pledged donations and others are tested apart: a service may be wrong in one status only. */
export const KINDS = ['pledged', 'other'] as const

/** The same as an axis. */
export const KIND_AXIS = axis('status', { pledged: 'pledged', other: 'other' } as const)

/** Links an advisor. */
export const WITH_ADVISOR: UpdateBody = { advisor: { email: 'advisor@example.com' } }

/** Takes away what is linked. */
export const NOTHING_LINKED: UpdateBody = { designation_id: null, advisor: null }

/** An advisor who is linked, and none. */
export const ADVISOR_AXIS = axis<UpdateBody>('advisor', {
  linked: WITH_ADVISOR,
  none: { advisor: null },
})

/** A designation of the target's that is set, and none. */
export function designationAxis({ designationIds: [id] }: TargetConfig) {
  return axis<UpdateBody>('designation', {
    ...(id !== undefined && { set: { designation_id: id } }),
    none: { designation_id: null },
  })
}

/**
 * Two donations: where both kinds are known one of each, the pledged one first.
 * @throws InconclusiveError where there is only one.
 */
export function twoDonations(context: Context): Promise<readonly [string, string]> {
  return knowsBoth(context) ? context.donations('pledged', 'other') : context.donations('any', 'any')
}

/** A pledged donation for PATCH and another one for PUT; the same for both where only one kind is known. */
export async function donationsByMethod(context: Context): Promise<Readonly<Record<UpdateMethod, string>>> {
  if (knowsBoth(context)) {
    const [PATCH, PUT] = await context.donations('pledged', 'other')
    return { PATCH, PUT }
  }
  const only = await context.donation()
  return { PATCH: only, PUT: only }
}

function knowsBoth({ target: { pledgedDonationIds, nonPledgedDonationIds } }: Context): boolean {
  return pledgedDonationIds.length > 0 && nonPledgedDonationIds.length > 0
}

/** Whether any own donation is known. */
export function hasDonations({ target }: Pick<Context, 'target'>): boolean {
  return target.pledgedDonationIds.length + target.nonPledgedDonationIds.length > 0
}

/**
 * For a test whose requirement has another test that needs no donation.
 * @throws NotApplicableError where no donation is known.
 */
export function requireDonation(context: Context): void {
  if (!hasDonations(context)) throw new NotApplicableError('no donation is known: what needs none decides')
}
