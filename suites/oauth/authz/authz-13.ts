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
  test,
} from '../../../harness/authoring/index.ts'
import { type Asker, askerOf, CLIENT_AXIS, CLIENTS, LOGINS_WITHOUT_PEOPLE, USERS } from '../../axes/askers.ts'
import { mistypedLogin } from '../flows/mistyped-login.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/** Some services end behind the login what others refuse at once. */
const REQUESTS: Readonly<Record<string, FormParameters>> = {
  'an ordinary request': {},
  'a request without scope': { scope: undefined },
}

const INTENTS: Readonly<Record<Intent, Intent>> = { approve: 'approve', decline: 'decline' }

const NOBODY_ASKED = 'nobody was asked for a password'

/** Logins in sessions of their own, so that each is asked for the password; where its form goes on to is what counts. */
export const authz13 = requirement(
  'AUTHZ-13',
  { isolated: true },
  covering(
    'login',
    { client: CLIENT_AXIS, intent: axis('decision', INTENTS), request: axis('request', REQUESTS) },
    (context, { client, intent, request }) =>
      expectLoginKept(
        context,
        askerOf(context, ({ oauth }) => oauth, client),
        request,
        intent,
      ),
  ),
  test('after a mistyped password', async (context) => expectKept((await mistypedLogin(context)).flow)),
  covering(
    'of other users',
    WHOSE,
    async (context, whose) => {
      const { user, client } = whose
      requireVisibleForms(context)
      const flows = (await visitsOf(context, whose)).map(({ asked }) => asked)
      const withPassword = flows.filter(({ passwordForms }) => passwordForms?.sent)
      for (const flow of withPassword) expectKept(seenBy(context, flow))
      // Those of a user who was signed in already show nothing.
      if (withPassword.length === 0)
        await expectLoginKept(context, askerOf(context, USERS[user], CLIENTS[client]), {}, 'approve')
    },
    // The main user logs in above.
    { except: ({ user }) => user === 'one organization' },
  ),
)

/** A login of its own, judged by where its password goes. */
async function expectLoginKept(
  context: Context,
  asker: Asker,
  request: FormParameters,
  intent: Intent,
): Promise<void> {
  requireVisibleForms(context)
  const flow = await asker.authorize(request, intent)
  if (flow.passwordForms?.sent) return expectKept(flow)
  // A request that is wrong may be refused before anybody logs in; an ordinary one leads to a login, or nothing is shown.
  throw 'scope' in request ? new NotApplicableError(NOBODY_ASKED) : new InconclusiveError(NOBODY_ASKED)
}

/** Judges where the password of a login goes. */
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
  throw new InconclusiveError("what a person's browser sends on cannot be seen", [LOGINS_WITHOUT_PEOPLE])
}
