import { parseUrl } from '../../client/http/url.ts'
import { type AuthorizationFlow, codeOf } from '../../client/login/authorization-flow.ts'
import type { FormParameters, OAuth } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Context, describeFlow, ensure, expect } from '../../harness/authoring/index.ts'
import { stateChange } from '../../harness/rules/state.ts'

/** What may work a page that forms alone do not. */
const OTHER_LOGIN = 'SANDBOX_LOGIN=browser or manual'

/** The query parameters of a redirect, decoded once; none where there was no redirect. */
export function callbackParametersOf(flow: AuthorizationFlow): URLSearchParams {
  const [, query = ''] = flow.kind === 'redirected' ? (/^[^?#]*\?([^#]*)/s.exec(flow.location) ?? []) : []
  return new URLSearchParams(query)
}

/**
 * Whether a redirect leads to this URI: up to the query it names the same place, and its query parameters, if it has
 * any, are all there beside those that were added.
 */
export function leadsTo(flow: AuthorizationFlow, uri: string): boolean {
  if (flow.kind !== 'redirected') return false
  const [place = '', query = ''] = uri.replace(/#.*$/s, '').split(/\?(.*)/s)
  const [location = ''] = flow.location.split(/[?#]/)
  const received = callbackParametersOf(flow)
  return (
    isSamePlace(location, place) &&
    [...new URLSearchParams(query)].every(([name, value]) => received.getAll(name).includes(value))
  )
}

/** Whether two URIs are the same but for the case of scheme and host, and a default port (RFC 3986, 6.2.2.1 and 6.2.3). */
export function isSamePlace(one: string, other: string): boolean {
  return one === other || canonical(one) === canonical(other)
}

function canonical(uri: string): string {
  const [, authority = '', path = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#@]+)(.*)$/is.exec(uri) ?? []
  const origin = parseUrl(authority)?.origin ?? 'null'
  return origin === 'null' ? uri : `${origin}${path}`
}

/** The `http:` twin of an `https:` URI. */
export function httpTwinOf(uri: string): string {
  return uri.replace(/^https:/i, 'http:')
}

/**
 * What is judged of a flow begins when the user has approved or declined. Where the user agent does not get so far, the
 * account may be wrong, or the pages need more than it can do, which says nothing about the service.
 *
 * @throws InconclusiveError where the flow neither ended in a redirect nor with an answer to the user's decision.
 */
export function requireDecision(flow: AuthorizationFlow): void {
  if (flow.kind === 'redirected' || (flow.after === 'decision' && flow.isFinal)) return
  const other = flow.isFinal ? [] : [OTHER_LOGIN]
  const keys = flow.loginRefused ? ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'] : other
  throw new InconclusiveError(`the login did not get through: ${describeFlow(flow)}`, keys)
}

/**
 * For a flow that nothing can be compared with: a refusal of what the approval page sent may be due to something that
 * the user agent left out there, or pressed wrongly.
 *
 * @throws InconclusiveError also where the answer to the user's approval was a 4xx, or that the user declined.
 */
export function requireApproval(flow: AuthorizationFlow): void {
  requireDecision(flow)
  const isDenied = callbackParametersOf(flow).get('error') === 'access_denied' && flow.after !== 'decision'
  const status = flow.kind === 'stopped' ? (flow.status ?? 0) : 0
  if (!isDenied && (status < 400 || status >= 500)) return
  throw new InconclusiveError(`the approval did not get through: ${describeFlow(flow)}`, [OTHER_LOGIN])
}

/**
 * Sends the user with a request that has to get a code although something about it is out of the ordinary. Where it gets
 * none, an ordinary one is sent to compare; where it stopped at a page that the ordinary one may not have met, it is sent
 * once more, by now in a session that is logged in as the ordinary one's.
 *
 * @param changes what is out of the ordinary.
 * @throws InconclusiveError where the ordinary request gets no code either, or the user agent cannot work the page;
 * ViolationError of AUTHZ-1 where the same request gets a code the next time.
 */
export async function authorizeToCode(asker: Asking, changes: FormParameters): Promise<AuthorizationFlow> {
  const flow = await asker.authorize(changes)
  if (codeOf(flow) !== undefined) return flow
  await asker.obtainCode()
  if (isRefusedOutright(flow)) return flow
  if (flow.kind === 'redirected') {
    await requireSameAgain(flow, () => asker.authorize(changes))
    return flow
  }
  const again = await askedAgain(() => asker.authorize(changes))
  if (endedAtLogin(again)) await requireOrdinary(asker, again)
  if (again.kind === 'redirected' || again.isFinal) return again
  throw new InconclusiveError(`the login did not get through: ${describeFlow(again)}`, [OTHER_LOGIN])
}

/**
 * A code that is missing once, and not when the same is asked again, has nothing to do with what is asked.
 * @param flow a redirect without a code.
 * @throws ViolationError of AUTHZ-1 where there is one the next time.
 */
export async function requireSameAgain(
  flow: AuthorizationFlow,
  ask: () => Promise<AuthorizationFlow>,
): Promise<void> {
  const isMissing = codeOf(await askedAgain(ask)) === undefined
  ensure(isMissing, 'a redirect with `code` in its query, each time', describeFlow(flow), flow, 'AUTHZ-1')
}

/** What is missing now and then may be missing twice. */
const ASKED_AGAIN = 3

/** A flow with a code for what is asked again; the last one where there is none each time. */
export async function askedAgain(ask: () => Promise<AuthorizationFlow>): Promise<AuthorizationFlow> {
  let flow = await ask()
  for (let time = 2; time <= ASKED_AGAIN && codeOf(flow) === undefined; time++) flow = await ask()
  return flow
}

/**
 * Gets a code by an ordinary request, to compare a flow with. Where it ended at the login, by a login too: some services
 * ask for more after the first ten, and let sessions of before go on.
 * @throws InconclusiveError where an ordinary request gets no code either.
 */
export async function requireOrdinary(asker: Asking, flow: AuthorizationFlow): Promise<void> {
  await (endedAtLogin(flow) ? asker.apart() : asker).obtainCode()
}

/** Whether the flow ended at the login: with its page once more, or with another answer than what comes behind it. */
export function endedAtLogin(flow: AuthorizationFlow): boolean {
  return flow.kind === 'stopped' && (flow.loginRefused || flow.after === 'login')
}

/**
 * For a flow that is to be held against the service: at a page that the user agent cannot work, and that only some requests
 * meet, nothing shows what would have come of it.
 * @throws InconclusiveError where it stopped there.
 */
export function requireWorkable(flow: AuthorizationFlow): void {
  if (flow.kind === 'redirected' || flow.isFinal || endedAtLogin(flow) || isRefusedOutright(flow)) return
  throw new InconclusiveError(`the login did not get through: ${describeFlow(flow)}`, [OTHER_LOGIN])
}

/** Whether the request itself was answered with an error status, before any page was worked on. */
function isRefusedOutright(flow: AuthorizationFlow): boolean {
  return flow.kind === 'stopped' && flow.after === 'request' && (flow.status ?? 0) >= 400
}

/** A client that sends a user: the suite's own, or one that stands in for it. */
export interface Asking extends Pick<OAuth, 'client' | 'user' | 'authorize'> {
  obtainCode(): Promise<string>
  apart(): Pick<Asking, 'obtainCode'>
}

/**
 * Sends the user with a request that must not lead to a code, and judges that it does not. A flow without a code shows
 * something about its request only where an ordinary one gets a code: unless it was refused at once, one is sent to
 * compare, the first time that somebody asks; and where it ended at the login, as another login may end it, or the user
 * agent could not work a page, the request is sent once more, by now in a session that is logged in as an ordinary one's.
 *
 * @param changes what is wrong with the request, compared with an ordinary one.
 * @param asker who asks, where it is not the main user by the main client.
 * @returns the flow, for whatever else there is to judge.
 * @throws ViolationError where there was a code; InconclusiveError where an ordinary request gets none either.
 */
export async function expectNoCode(
  context: Context,
  changes: FormParameters,
  asker: Asking = context.oauth,
): Promise<AuthorizationFlow> {
  const flow = await asker.authorize(changes)
  expect(flow).toYieldNoCode()
  if (isRefusedOutright(flow)) return flow
  if (!endedAtLogin(flow) && (flow.kind === 'redirected' || flow.isFinal)) {
    const who = JSON.stringify([asker.user?.username, asker.client.id])
    await context.once(`whether an ordinary request gets a code: ${who}`, () => asker.obtainCode())
    return flow
  }
  await requireOrdinary(asker, flow)
  const again = await asker.authorize(changes)
  expect(again).toYieldNoCode()
  return again
}

/**
 * Judges that the state came back once, exactly as it was sent.
 * @throws ViolationError where it did not.
 */
export function expectState(flow: AuthorizationFlow, sent: string): void {
  const callback = callbackParametersOf(flow)
  const change = stateChange(sent, callback)
  const received = callback.has('state') ? change : describeFlow(flow)
  ensure(change === undefined, `the state unchanged: ${JSON.stringify(sent)}`, received ?? '', flow)
}
