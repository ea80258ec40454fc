import { type Answer, decodeForm, type HttpRequest, htmlAnswer, type Parameters } from '../http.ts'
import type { AuthorizationOutcome, UntrustedParameter } from '../policies/authorization.ts'
import { randomToken } from '../random.ts'
import type { Service } from '../service.ts'
import type { Interaction, LoginSession } from '../store.ts'
import { newCode, newGrant } from './grant.ts'
import { AUTHORIZE_PATH, errorPage, WRONG_PASSWORD } from './pages.ts'

/**
 * Handles GET /oauth2/authorize: starts an authorization request (RFC 6749 §4.1.1), or shows the current page
 * of the one that the parameter `request` names.
 * @param origin of the authorization host, for links in pages
 * @returns a page, a redirect to one, the callback, or an error page
 */
export function startAuthorization(service: Service, request: HttpRequest, origin: string): Answer {
  const { store, policies } = service
  const pairs = decodeForm(request.query)
  if (pairs === undefined) return refusal(service, 'The query is malformed.')
  const parameters = policies.authorization.collectParameters(pairs)
  const session = findSession(service, request)

  const running = parameters.values.get('request')
  if (running !== undefined) {
    const interaction = session && policies.authorization.findInteraction(store, session, running)
    return interaction ? show(service, interaction, origin) : refusal(service, 'This request has ended.')
  }

  const destination = findDestination(service, parameters)
  if ('untrusted' in destination) return refuseUntrusted(service, destination, parameters)
  const interaction: Interaction = {
    id: randomToken(),
    session: session ?? startSession(service),
    scope: parameters.values.get('scope') ?? '',
    state: policies.authorization.keepState(parameters),
    ...destination,
  }
  const problem = policies.authorization.requestProblem(parameters)
  if (problem !== undefined) {
    return policies.authorization.reportsProblemBy(problem, interaction.redirectUri) === 'redirect'
      ? callback(service, interaction, problem)
      : refusal(service, problem.description)
  }
  store.interactions.set(interaction.id, interaction)
  const answer = proceed(service, interaction, origin)
  return session === undefined ? withSessionCookie(service, answer, interaction.session) : answer
}

/**
 * Handles POST /oauth2/authorize: the form that the user submitted on a login or approval page.
 * @param origin of the authorization host, for links in pages
 * @returns the next page, a redirect to it, the callback, or an error page
 */
export function continueAuthorization(service: Service, request: HttpRequest, origin: string): Answer {
  const { store, policies } = service
  const pairs = decodeForm(new TextDecoder().decode(request.body))
  if (pairs === undefined) return refusal(service, 'The form is malformed.')
  const { values: fields } = policies.authorization.collectParameters(pairs)
  const session = findSession(service, request)
  const interaction =
    session && policies.authorization.findInteraction(store, session, fields.get('request') ?? '')
  if (interaction === undefined)
    return refusal(service, 'This request has ended. Start again at the application.')

  const username = fields.get('username')
  if (username !== undefined) interaction.username = username
  const password = fields.get('password')
  interaction.afterPassword = password !== undefined
  if (password !== undefined) {
    // Who is known already may be asked for the password alone.
    const user = store.users.get(interaction.username ?? interaction.session.user?.username ?? '')
    if (user?.password !== password) {
      delete interaction.username
      return proceed(service, interaction, origin, WRONG_PASSWORD)
    }
    interaction.session.user = user
  }
  const decision = fields.get('decision')
  if (decision === 'decline') interaction.decision = decision
  if (decision === 'approve' && interaction.session.user !== undefined) interaction.decision = decision
  return proceed(service, interaction, origin)
}

/** Why the user must not be redirected: the client or the redirect URI is not trusted (RFC 6749 §4.1.2.1). */
interface Untrusted {
  readonly untrusted: UntrustedParameter
  readonly message: string
}

/** Finds the client and checks the redirect URI of a request. */
function findDestination(
  { store, policies }: Service,
  { values, repeated }: Parameters,
): Pick<Interaction, 'client' | 'redirectUri'> | Untrusted {
  for (const untrusted of ['client_id', 'redirect_uri'] as const) {
    if (repeated.includes(untrusted)) return { untrusted, message: `${untrusted} occurs more than once.` }
  }
  const client = policies.authorization.findClient(store, values.get('client_id') ?? '')
  if (client === undefined) return { untrusted: 'client_id', message: 'The application is unknown.' }
  const given = values.get('redirect_uri')
  const matches = (registered: string) =>
    given !== undefined && policies.authorization.redirectUriMatches(registered, given)
  const redirectUri =
    given === undefined
      ? policies.authorization.defaultRedirectUri(client)
      : client.redirectUris.some(matches)
        ? given
        : undefined
  return redirectUri === undefined
    ? {
        untrusted: 'redirect_uri',
        message: 'The redirect URI is not registered for this application.',
      }
    : { client, redirectUri }
}

function refuseUntrusted(service: Service, { untrusted, message }: Untrusted, parameters: Parameters) {
  const { authorization } = service.policies
  const uri = authorization.untrustedDestination(untrusted, parameters)
  if (uri === undefined) return refusal(service, message)
  const outcome = { error: 'invalid_request', description: message }
  return sendTo(service, uri, outcome, authorization.keepState(parameters))
}

/** Shows the next page of an authorization or redirects to it; ends the authorization where none is left. */
function proceed(service: Service, interaction: Interaction, origin: string, complaint?: string): Answer {
  return service.policies.pages.shows === 'directly' || complaint !== undefined
    ? show(service, interaction, origin, complaint)
    : redirect(303, `${AUTHORIZE_PATH}?request=${interaction.id}`)
}

/** Shows the next page of an authorization; ends the authorization where none is left. */
function show(service: Service, interaction: Interaction, origin: string, complaint?: string): Answer {
  const content = service.policies.pages.nextPage({ interaction, origin, ...(complaint && { complaint }) })
  if (content === undefined) return finish(service, interaction)
  return htmlAnswer(complaint === undefined ? 200 : 401, content)
}

/** Ends an authorization: with a code if the user approved, otherwise with access_denied. */
function finish(service: Service, interaction: Interaction): Answer {
  const { store } = service
  const { client, redirectUri, scope, session, decision } = interaction
  store.interactions.delete(interaction.id)
  if (decision === 'decline' || session.user === undefined)
    return callback(service, interaction, { error: 'access_denied', description: 'The user declined.' })
  const grant = newGrant(service, { client, user: session.user, scope })
  return callback(service, interaction, { code: newCode(service, grant, redirectUri) })
}

function callback(service: Service, interaction: Interaction, outcome: AuthorizationOutcome): Answer {
  const { redirectUri, state, afterPassword } = interaction
  return sendTo(service, redirectUri, outcome, state, afterPassword)
}

function sendTo(
  { policies: { authorization } }: Service,
  redirectUri: string,
  outcome: AuthorizationOutcome,
  state: string | undefined,
  afterPassword = false,
): Answer {
  const parameters = authorization.callbackParameters(outcome, state)
  const location = authorization.callbackUrl(redirectUri, parameters, outcome)
  return redirect(authorization.redirectStatus(afterPassword), location)
}

function redirect(status: number, location: string): Answer {
  // Who takes any redirect URI has to write it, too: what no header can hold is encoded.
  const written = location.replace(/\p{Cs}/gu, '\ufffd').replace(/\p{Cc}|[^\0-\xff]/gu, encodeURIComponent)
  return { status, headers: { location: written, 'cache-control': 'no-store' }, body: '' }
}

function refusal({ policies }: Service, message: string): Answer {
  return htmlAnswer(policies.authorization.refusalStatus, errorPage(message))
}

function findSession({ store, policies }: Service, request: HttpRequest): LoginSession | undefined {
  const prefix = `${policies.pages.sessionCookie}=`
  const cookies = (request.header('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  const id = cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length)
  return id === undefined ? undefined : store.sessions.get(id)
}

function startSession({ store }: Service): LoginSession {
  const session = { id: randomToken() }
  store.sessions.set(session.id, session)
  return session
}

function withSessionCookie({ policies }: Service, answer: Answer, session: LoginSession): Answer {
  const cookie = `${policies.pages.sessionCookie}=${session.id}; Path=/; HttpOnly; SameSite=Lax`
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
}
