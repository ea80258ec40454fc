import type { Intent } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  describeFlow,
  ensure,
  requirement,
} from '../../../harness/authoring/index.ts'
import { type Asker, askerOf, CLIENT_AXIS, CLIENTS, USERS } from '../../axes/askers.ts'

/** Some services end behind the login what others refuse at once. */
const REQUESTS: Readonly<Record<string, FormParameters>> = {
  'an ordinary request': {},
  'a request without scope': { scope: undefined },
}

interface Other {
  readonly user: keyof typeof USERS
  readonly client: keyof typeof CLIENTS
  readonly request: FormParameters
}

const INTENTS: Readonly<Record<Intent, Intent>> = { approve: 'approve', decline: 'decline' }

/** The users whom the rows above leave out, each by another client. */
const OTHERS: Readonly<Record<string, Other>> = {
  'no organization': { user: 'a user without organizations', client: 'first client', request: {} },
  'several organizations, no state': {
    user: 'a user with several organizations',
    client: 'second client',
    request: { state: undefined },
  },
}

/** Logins in sessions of their own, so that each is asked for the password; where its form goes on to is what counts. */
export const authz13 = requirement(
  'AUTHZ-13',
  { isolated: true },
  covering(
    'login',
    { client: CLIENT_AXIS, intent: axis('decision', INTENTS), request: axis('request', REQUESTS) },
    (context, { client, intent, request }) =>
      expectKept(
        context,
        askerOf(context, ({ oauth }) => oauth, client),
        request,
        intent,
      ),
  ),
  cases('of other users', OTHERS, (context, { user, client, request }) =>
    expectKept(context, askerOf(context, USERS[user], CLIENTS[client]), request, 'approve'),
  ),
)

/** Judges where the password of a login goes. */
async function expectKept(
  context: Context,
  asker: Asker,
  request: FormParameters,
  intent: Intent,
): Promise<void> {
  requireVisibleForms(context)
  const flow = await asker.authorize(request, intent)
  const { sent = 0, sentOn = [] } = flow.passwordForms ?? {}
  if (sent === 0) throw withoutPassword(request)
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
