import { type AuthorizationFlow, codeOf } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { TELLING_STATE } from '../../../generators/index.ts'
import { type Context, describeFlow, ensure, expect } from '../../../harness/authoring/index.ts'
import {
  type Asking,
  callbackParametersOf,
  endedAtLogin,
  expectState,
  leadsTo,
  requireDecision,
} from '../../support/authorization.ts'

/**
 * A service that knows one of these asks a user again who has approved before (OpenID Connect Core, 3.1.2.1; Django
 * OAuth Toolkit); others ignore it. Each is sent by itself: a service that knows both refuses them together.
 */
const ASK_AGAIN: readonly FormParameters[] = [{ prompt: 'consent' }, { approval_prompt: 'force' }]

/**
 * Lets the user decline, and says for which client. A service may remember an approval, even of an earlier run. Then
 * the second client is tried, then requests to ask again, and then turning back at the login.
 * @throws InconclusiveError where nobody is asked to approve, or can decline.
 */
export async function decline({
  oauth,
  otherOAuthIfAny,
  target,
}: Context): Promise<{ asker: Asking; flow: AuthorizationFlow }> {
  const ways = [
    { asker: oauth, changes: {} },
    ...(otherOAuthIfAny ? [{ asker: otherOAuthIfAny, changes: {} }] : []),
    ...ASK_AGAIN.map((changes) => ({ asker: oauth, changes })),
  ]
  let stopped: AuthorizationFlow | undefined
  for (const { asker, changes } of ways) {
    const flow = await asker.authorize({ state: TELLING_STATE, ...changes }, 'decline')
    if (isDecided(flow)) return { asker, flow }
    // A person who did not get through is not asked for more.
    if (target.login === 'manual') requireDecision(flow)
    if (flow.kind === 'stopped') stopped ??= flow
  }
  const flow = await oauth.authorize({ state: TELLING_STATE }, 'cancel')
  // Whoever cancels a login may be led anywhere. Where the application is told, it is as when they decline.
  const isTold = flow.after === 'decision' && callbackParametersOf(flow).get('error') === 'access_denied'
  if (isTold) return { asker: oauth, flow }
  if (stopped) requireDecision(stopped)
  throw new InconclusiveError('nobody was asked to approve, so nobody could decline')
}

/** Whether the user declined, and the service had nothing more to ask. */
export function isDecided(flow: AuthorizationFlow): boolean {
  return flow.after === 'decision' && (flow.kind === 'redirected' || flow.isFinal)
}

/** Tries, where an authorization of the same user may have ended this one meanwhile: some services keep one for each. */
const TRIES = 3

/** Other tests send the same user at the same moment. @throws as {@link declineIfAsked}. */
export const declineBesideOthers = (asker: Asking, changes: FormParameters) =>
  declineIfAsked(asker, changes, TRIES)

/** @throws NotApplicableError where nobody is asked to approve, by now, or can decline. */
export async function declineIfAsked(asker: Asking, changes: FormParameters, tries = 1): Promise<void> {
  let flow = await asker.authorize(changes, 'decline')
  for (let turn = 2; turn <= tries && flow.kind === 'stopped'; turn++)
    flow = await asker.authorize(changes, 'decline')
  if (flow.kind === 'stopped' && !isDecided(flow) && codeOf(await asker.authorize(changes)))
    throw new NotApplicableError('the pages let one approve, and not decline')
  requireDecision(flow)
  if (flow.after !== 'decision') throw new NotApplicableError('nobody was asked to approve')
  await expectDeclined(asker, flow, changes)
}

/**
 * Judges that a decline is told to the application, with the state of the request.
 * @param flow of a user who declined; where it ended on a page, that may have been about another question.
 * @param changes of the request.
 * @throws ViolationError where it is not; InconclusiveError where no code can be had by the same pages.
 */
export async function expectDeclined(
  asker: Asking,
  flow: AuthorizationFlow,
  changes: FormParameters,
): Promise<void> {
  const declined = (flow.kind === 'stopped' && (await declinedBehind(asker, changes))) || flow
  expect(declined).toYieldNoCode()
  // An error page shows something about declining only where the same form works to approve.
  if (declined.kind === 'stopped') await asker.obtainCode()
  expectTold(asker, declined)
  const { state } = changes
  if (typeof state !== 'string') return
  // A state that is lost by an approval as well is reported by AUTHZ-2. The approval comes after the decline:
  // a service that remembers it would show no page to decline on.
  if (bringsBack(declined, state) || bringsBack(await asker.authorize(changes), state))
    expectState(declined, state)
}

/** The application learns of the decline. */
export function expectTold({ client }: Asking, flow: AuthorizationFlow): void {
  const error = callbackParametersOf(flow).get('error')
  ensure(
    leadsTo(flow, client.redirectUri) && error === 'access_denied',
    'a redirect to the redirect_uri with `error=access_denied`',
    describeFlow(flow),
    flow,
  )
}

/**
 * A decline that ends on a page of the service may have been the answer to another question, such as one's age: whoever
 * says yes to that declines on the next page. Undefined where no such page leads to the application.
 * @throws InconclusiveError where each try ends at the login, as another login of the user may end it.
 */
async function declinedBehind(
  asker: Asking,
  changes: FormParameters,
): Promise<AuthorizationFlow | undefined> {
  const tried: AuthorizationFlow[] = []
  while (tried.length < TRIES) {
    const flow = await asker.authorize(changes, 'decline-next')
    const error = callbackParametersOf(flow).get('error')
    if (flow.after === 'decision' && error === 'access_denied') return flow
    tried.push(flow)
  }
  if (tried.every(endedAtLogin)) tried.forEach(requireDecision)
  return undefined
}

function bringsBack(flow: AuthorizationFlow, state: string): boolean {
  return callbackParametersOf(flow).get('state') === state
}
