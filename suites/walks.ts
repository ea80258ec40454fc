import { describeWalk, ensure, expect } from '../harness/expect.ts'
import type { Walk } from '../target/login/walk.ts'
import { codeOf, type OAuth, type Parameters } from '../target/oauth.ts'
import { Undecided } from '../target/undecided.ts'

/** The parameters in the query of a redirect, as they came; none where there was no redirect. */
export function callbackOf(walk: Walk): URLSearchParams {
  const [, query = ''] = walk.kind === 'redirected' ? (/^[^?#]*\?([^#]*)/s.exec(walk.location) ?? []) : []
  return new URLSearchParams(query)
}

/** Whether a redirect leads to this URI: the same place, with its query, whatever was added to the query. */
export function leadsTo(walk: Walk, uri: string): boolean {
  if (walk.kind !== 'redirected') return false
  const [bare = '', query = ''] = uri.replace(/#.*$/s, '').split(/\?(.*)/s)
  const [location = ''] = walk.location.split(/[?#]/)
  const added = callbackOf(walk)
  return (
    location === bare &&
    [...new URLSearchParams(query)].every(([name, value]) => added.getAll(name).includes(value))
  )
}

/**
 * Where the user could not get as far as an approval, that is a matter of the account or the configuration, and
 * not to be held against the service.
 * @throws Undecided
 */
export function requireLogin(walk: Walk): void {
  if (walk.kind === 'redirected' || walk.sawApproval) return
  const keys = walk.loginRefused ? ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'] : []
  throw new Undecided(`the login did not get through: ${describeWalk(walk)}`, keys)
}

/**
 * Where a walk stopped, makes sure that it stopped at what was wrong with this request: an ordinary request gets
 * through the same pages.
 * @throws Undecided where an ordinary request gets stuck too.
 */
export async function requireOwnFault(oauth: OAuth, walk: Walk): Promise<void> {
  const refusedOutright = walk.kind === 'stopped' && (walk.status ?? 0) >= 400
  if (codeOf(walk) === undefined && !refusedOutright) await oauth.approve()
}

/** Sends a user with a request that must not lead to a code. */
export async function expectNoCode(oauth: OAuth, changes: Parameters): Promise<Walk> {
  const walk = await oauth.visit(changes)
  expect(walk).toYieldNoCode()
  await requireOwnFault(oauth, walk)
  return walk
}

/** Judges whether the state came back as it was sent. */
export function expectState(walk: Walk, sent: string): void {
  const received = callbackOf(walk).getAll('state')
  ensure(
    received.length === 1 && received[0] === sent,
    `the state unchanged: ${JSON.stringify(sent)}`,
    received.length === 0
      ? `no state: ${describeWalk(walk)}`
      : `state ${received.map((one) => JSON.stringify(one)).join(' and ')}`,
    walk.exchanges.slice(-1),
  )
}
