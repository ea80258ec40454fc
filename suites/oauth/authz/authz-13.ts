import type { AuthorizationFlow, Intent } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  covering,
  describeFlow,
  ensure,
  requirement,
} from '../../../harness/authoring/index.ts'
import { askerOf, CLIENT_AXIS } from '../../axes/askers.ts'
import { seenBy } from '../lives/seen-by.ts'
import { visitsOf } from '../lives/visits.ts'
import { WHOSE } from '../lives/whose.ts'

/** Some services end behind the login what others refuse at once. */
const REQUESTS: Readonly<Record<string, FormParameters>> = {
  'an ordinary request': {},
  'a request without scope': { scope: undefined },
}

const INTENTS: Readonly<Record<Intent, Intent>> = { approve: 'approve', decline: 'decline' }

/** Logins in sessions of their own, so that each is asked for the password; where its form goes on to is what counts. */
export const authz13 = requirement(
  'AUTHZ-13',
  { isolated: true },
  covering(
    'login',
    { client: CLIENT_AXIS, intent: axis('decision', INTENTS), request: axis('request', REQUESTS) },
    async (context, { client, intent, request }) => {
      requireVisibleForms(context)
      const asker = askerOf(context, ({ oauth }) => oauth, client)
      const flow = await asker.authorize(request, intent)
      const { sent = 0 } = flow.passwordForms ?? {}
      if (sent === 0) throw withoutPassword(request)
      expectKept(flow)
    },
  ),
  // Of each two logins the second has no state.
  covering('who logs in', WHOSE, async (context, whose) => {
    requireVisibleForms(context)
    const flows = (await visitsOf(context, whose)).map(({ asked }) => asked)
    const logins = flows.filter(({ passwordForms }) => (passwordForms?.sent ?? 0) > 0)
    if (logins.length === 0) throw new NotApplicableError('nobody was asked for a password')
    for (const login of logins) expectKept(seenBy(context, login))
  }),
)

/** Judges where a login's password went. */
function expectKept(flow: AuthorizationFlow): void {
  const { sentOn = [] } = flow.passwordForms ?? {}
  ensure(
    sentOn.length === 0,
    'no 307 or 308 that sends the form with the password to another origin or to the redirect URI',
    sentOn.join('; ') || describeFlow(flow),
    flow,
  )
}

/** @throws InconclusiveError where a person logs in, whose browser shows only where it ends. */
function requireVisibleForms({ target: { login } }: Context): void {
  if (login !== 'manual') return
  throw new InconclusiveError("what a person's browser sends on cannot be seen", ['SANDBOX_LOGIN'])
}

/** A request that is wrong may be refused before anybody logs in; an ordinary one leads to a login, or nothing is shown. */
function withoutPassword(request: FormParameters): Error {
  const why = 'nobody was asked for a password'
  return 'scope' in request ? new NotApplicableError(why) : new InconclusiveError(why)
}
