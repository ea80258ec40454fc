import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import {
  cases,
  covering,
  describeFlow,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { QUERY_SPELLINGS } from '../../axes/authorization-requests.ts'
import {
  callbackParametersOf,
  leadsTo,
  requireApproval,
  requireOrdinary,
  requireWorkable,
} from '../../support/authorization.ts'
import { mistypedLogin } from '../flows/mistyped-login.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/** With signs that some write as they are, and others escape. */
const STATE = "it's (a) b~c*d!"

/** Ordinary authorizations, from the request to the callback: one, and others by whom and in which spelling they ask. */
export const authz1 = requirement(
  'AUTHZ-1',
  test(async ({ oauth }) => {
    const flow = await oauth.authorize()
    requireApproval(flow)
    expectCallback(flow, oauth.client.redirectUri)
  }),
  covering('who asks', WHOSE, async (context, whose) => {
    const visits = await visitsOf(context, whose)
    const [{ flow }] = visits
    requireApproval(flow)
    expectCallback(seenBy(context, flow), CLIENTS[whose.client](context).redirectUri)
    for (const { withoutCode } of visits) if (withoutCode) expect(seenBy(context, withoutCode)).toYieldCode()
  }),
  test('after a mistyped password', async (context) => {
    const { flow } = await mistypedLogin(context)
    requireWorkable(flow)
    expect(flow).toYieldCode()
  }),
  cases('spelled otherwise', QUERY_SPELLINGS, async ({ oauth }, write) => {
    const flow = await oauth.authorizeAs(write, { state: STATE })
    // A refusal may be due to the account or to the pages: only where an ordinary request gets through it is not.
    if (!callbackParametersOf(flow).has('code')) await requireOrdinary(oauth, flow)
    requireWorkable(flow)
    expectCallback(flow, oauth.client.redirectUri)
  }),
)

function expectCallback(flow: AuthorizationFlow, redirectUri: string): void {
  expect(flow).toYieldCode()
  const callback = callbackParametersOf(flow)
  ensure(
    leadsTo(flow, redirectUri) && callback.has('state') && callback.getAll('code').length === 1,
    `a redirect to ${redirectUri} with \`code\` and \`state\``,
    describeFlow(flow),
    flow,
  )
}
