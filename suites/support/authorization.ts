import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import { codeOf, type FormParameters, type OAuth } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { describeFlow, ensure, expect } from '../../harness/authoring/index.ts'
import { stateChange } from '../../harness/rules/state.ts'

/** The parameters in the query of a redirect, as they came; none where there was no redirect. */
export function callbackOf(flow: AuthorizationFlow): URLSearchParams {
  const [, query = ''] = flow.kind === 'redirected' ? (/^[^?#]*\?([^#]*)/s.exec(flow.location) ?? []) : []
  return new URLSearchParams(query)
}

/** Whether a redirect leads to this URI: the same place, with its query, whatever was added to the query. */
export function leadsTo(flow: AuthorizationFlow, uri: string): boolean {
  if (flow.kind !== 'redirected') return false
  const [bare = '', query = ''] = uri.replace(/#.*$/s, '').split(/\?(.*)/s)
  const [location = ''] = flow.location.split(/[?#]/)
  const added = callbackOf(flow)
  return (
    location === bare &&
    [...new URLSearchParams(query)].every(([name, value]) => added.getAll(name).includes(value))
  )
}

/**
 * Where the user could not get as far as an approval, that is a matter of the account or the configuration, and
 * not to be held against the service.
 * @throws InconclusiveError
 */
export function requireLogin(flow: AuthorizationFlow): void {
  if (flow.kind === 'redirected' || flow.sawApproval) return
  const keys = flow.loginRefused ? ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'] : []
  throw new InconclusiveError(`the login did not get through: ${describeFlow(flow)}`, keys)
}

/**
 * Where a flow stopped, makes sure that it stopped at what was wrong with this request: an ordinary request gets
 * through the same pages.
 * @throws InconclusiveError where an ordinary request gets stuck too.
 */
export async function requireOwnFault(oauth: OAuth, flow: AuthorizationFlow): Promise<void> {
  const refusedOutright = flow.kind === 'stopped' && (flow.status ?? 0) >= 400
  if (codeOf(flow) === undefined && !refusedOutright) await oauth.obtainCode()
}

/** Sends a user with a request that must not lead to a code. */
export async function expectNoCode(oauth: OAuth, changes: FormParameters): Promise<AuthorizationFlow> {
  const flow = await oauth.authorize(changes)
  expect(flow).toYieldNoCode()
  await requireOwnFault(oauth, flow)
  return flow
}

/** Judges whether the state came back as it was sent. */
export function expectState(flow: AuthorizationFlow, sent: string): void {
  const change = stateChange(sent, callbackOf(flow))
  const received = callbackOf(flow).has('state') ? change : describeFlow(flow)
  ensure(change === undefined, `the state unchanged: ${JSON.stringify(sent)}`, received ?? '', flow)
}
