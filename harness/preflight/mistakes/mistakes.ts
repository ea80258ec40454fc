import type { TargetConfig } from '../../../client/environment/config.ts'
import { type Mistake, withReasonsSetAside } from '../../../client/environment/mistakes.ts'
import { missingNeeds } from '../../../client/environment/needs.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { RateLimits } from '../../../client/http/throttle.ts'
import { type Need, type Requirement, serviceRequirements } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Sent } from '../../model/sent.ts'
import { Session } from '../../session/session.ts'
import { unknownApi } from './api-url.ts'
import { refusedUsers, unknownSecondClient, unregisteredRedirect } from './credentials.ts'
import { wrongDesignations } from './designations.ts'
import {
  donationsOfWrongStatus,
  isRefusedAsForeign,
  lookAtDonations,
  type Seen,
  strangeDonations,
} from './donations.ts'
import { ownsForeign, ownsNothing, ownsSome, ownsTooFew } from './users.ts'

/** What a requirement needs that changes donations. */
const DONATION_NEEDS: readonly Need[] = [
  'donation',
  'two-donations',
  'pledged-donation',
  'non-pledged-donation',
]

/** What is known of the environment's values after asking the service. */
interface Checked {
  /** Without the values that are wrong. */
  readonly target: TargetConfig
  readonly mistakes: readonly Mistake[]
  /** Set where the mistakes leave nothing to be tested. */
  readonly fatal?: true
  /** How many logins the look took. */
  readonly logins?: number
}

/** How and for what a target is checked. */
interface CheckOptions {
  /** Ids of the requirements that will be tested; all where it is left out. */
  readonly only?: readonly string[] | undefined
  readonly rateLimits?: RateLimits | undefined
  /** How many logins it may take; where these are too few for all users, it looks at nothing. */
  readonly maxLogins?: number | undefined
  /** Is told of each request. */
  readonly onSent?: ((sent: Sent) => void) | undefined
}

/** The main user, and those with no and with several organizations. */
const LOGINS_OF_A_LOOK = 3

/**
 * Looks for mistakes in an environment ({@link lookForMistakes}) by a session of its own.
 *
 * @param signal gives up.
 */
export async function checkEnvironment(
  target: TargetConfig,
  signal: AbortSignal,
  { only, rateLimits, maxLogins = Number.POSITIVE_INFINITY, onSent }: CheckOptions = {},
): Promise<Checked> {
  if (maxLogins < LOGINS_OF_A_LOOK) return { target, mistakes: [] }
  const session = new Session({
    target,
    seed: 1,
    runs: 1,
    strict: false,
    verdictsOnly: true,
    ...(rateLimits ? { rateLimits } : {}),
    ...(Number.isFinite(maxLogins) ? { maxLogins } : {}),
  })
  session.observers.onSent = onSent
  const onAbort = () => session.abort.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return { ...(await lookForMistakes(session, only)), logins: session.loginsTaken }
  } finally {
    signal.removeEventListener('abort', onAbort)
    await session.close()
  }
}

/**
 * Asks the service whether users, donations and designations are what the environment says, so that a mistake of the
 * person who filled it in is not held against the service. It asks no person to log in. Each look says what of this a
 * broken service would show as well, and how the two are told apart.
 *
 * @param only ids of the requirements that will be tested; all where it is left out.
 * @returns no mistakes where the session is ended before they could be told.
 */
export async function lookForMistakes(session: Session, only?: CheckOptions['only']): Promise<Checked> {
  const { abort, target } = session
  const nothing: Checked = { target, mistakes: [] }
  if (target.login === 'manual') return nothing
  try {
    return await check(session, selectedBy(only))
  } catch (error) {
    if (abort.signal.aborted || error instanceof InconclusiveError) return nothing
    throw error
  }
}

/** The requirements that will be tested. */
function selectedBy(only: CheckOptions['only']): readonly Requirement[] {
  return serviceRequirements.filter(({ id }) => !only || only.includes(id))
}

/** Whether every requirement has lost what it needs. */
function leavesNothing(before: TargetConfig, after: TargetConfig, selected: readonly Requirement[]): boolean {
  return selected.every(({ needs }) => missingNeeds(after, needs).length > missingNeeds(before, needs).length)
}

async function check(session: Session, selected: readonly Requirement[]): Promise<Checked> {
  const { target } = session
  const needs = new Set(selected.flatMap((one) => one.needs))
  const refused = await refusedUsers(session)
  const isRefused = (key: Mistake['key']) => refused.some((one) => one.key === key)
  const stranger = await orNothing(
    unknownSecondClient(session).then((unknown) => unknown ?? unregisteredRedirect(session)),
  )
  const users =
    needs.has('multi-org-user') && !isRefused('SANDBOX_MULTI_ORG_PASSWORD')
      ? orNothing(ownsTooFew(session))
      : undefined
  const noUser =
    needs.has('no-org-user') && !isRefused('SANDBOX_NO_ORG_PASSWORD')
      ? orNothing(ownsSome(session))
      : undefined
  const donations = DONATION_NEEDS.some((need) => needs.has(need)) ? await lookAtDonations(session) : []
  const fatal =
    (await orNothing(unknownApi(session, donations))) ?? (await orNothing(ownsNothing(session, donations)))
  if (fatal) {
    await Promise.all([users, noUser])
    return { target, mistakes: [fatal], fatal: true }
  }
  const strange = await strangeDonations(session, donations)
  const isStrange = (id: string) => strange.some((one) => one.id === id)
  const known = donations.filter(({ id, answer }) => isAccepted(answer) && !isStrange(id))
  const ofWrongStatus = await donationsOfWrongStatus(session, known)
  const designations =
    needs.has('designation') || needs.has('other-campaign-designation')
      ? await wrongDesignations(session, donationsToDesignate(known))
      : []
  const tooFew = await users
  const tooMany = await noUser
  const refusedDonation = donations.find((one) => isStrange(one.id) && isRefusedAsForeign(one))?.id
  const notForeign = needs.has('foreign-donation')
    ? await orNothing(ownsForeign(session, refusedDonation))
    : undefined
  const wrong = new Set([...strange, ...ofWrongStatus].map(({ id }) => id))
  const isRight = (id: string) => !wrong.has(id)
  const ofUsers = [...refused, ...[tooFew, tooMany, stranger, notForeign].filter((one) => one !== undefined)]
  // What the service said is quoted in reasons, which are kept outside the session too.
  const mistakes = [...strange, ...ofWrongStatus, ...designations, ...ofUsers].map(({ key, says }) => ({
    key,
    says: session.secrets.redact(says),
  }))
  if (mistakes.length === 0) return { target, mistakes }
  const { noOrgUser, multiOrgUser, otherClient, otherCampaignDesignationId, foreignDonationId, ...others } =
    target
  const isTaken = (key: Mistake['key']) => mistakes.some((one) => one.key === key)
  const kept: TargetConfig = {
    ...others,
    pledgedDonationIds: target.pledgedDonationIds.filter(isRight),
    nonPledgedDonationIds: target.nonPledgedDonationIds.filter(isRight),
    designationIds: target.designationIds.filter((id) => !designations.some((one) => one.id === id)),
    ...(noOrgUser && !tooMany && !isRefused('SANDBOX_NO_ORG_PASSWORD') ? { noOrgUser } : {}),
    ...(multiOrgUser && !tooFew && !isRefused('SANDBOX_MULTI_ORG_PASSWORD') ? { multiOrgUser } : {}),
    ...(otherClient && !stranger ? { otherClient } : {}),
    ...(foreignDonationId !== undefined && !notForeign ? { foreignDonationId } : {}),
    ...(otherCampaignDesignationId !== undefined && !isTaken('SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID')
      ? { otherCampaignDesignationId }
      : {}),
  }
  const checked: Checked = { target: withReasonsSetAside(kept, mistakes), mistakes }
  return leavesNothing(target, kept, selected) ? { ...checked, fatal: true } : checked
}

/** Where the service does not allow a look, it finds no mistake. */
async function orNothing(look: Promise<Mistake | undefined>): Promise<Mistake | undefined> {
  try {
    return await look
  } catch (error) {
    if (error instanceof InconclusiveError) return undefined
    throw error
  }
}

/** Donations that designations are tried on: one of each list, since a service may lock them in one status. */
function donationsToDesignate(donations: readonly Seen[]): readonly string[] {
  const lists = new Map(donations.toReversed().map(({ key, id }) => [key, id]))
  return [...lists.values()]
}
