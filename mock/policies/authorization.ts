import { collectParameters, type Pair, type Parameters } from '../http.ts'
import { randomToken } from '../random.ts'
import type { AuthorizationCode, Client, Grant, Interaction, LoginSession, Store } from '../store.ts'

/** Why an authorization request ends without a code (RFC 6749 §4.1.2.1). */
interface AuthorizationProblem {
  /** An error code such as `invalid_scope`. */
  readonly error: string
  readonly description: string
}

/** The result of an authorization request, which the callback reports. */
export type AuthorizationOutcome = { readonly code: string } | AuthorizationProblem

/** The parameters without which the user must not be redirected (RFC 6749 §4.1.2.1). */
export type UntrustedParameter = 'client_id' | 'redirect_uri'

/** Decisions of the authorization endpoint, in the order in which a request reaches them. */
export interface AuthorizationPolicies {
  readonly codeLifetimeSeconds: number
  collectParameters(pairs: readonly Pair[]): Parameters
  findClient(store: Store, id: string): Client | undefined
  redirectUriMatches(registered: string, given: string): boolean
  /** The redirect URI of a request that has none; undefined refuses the request. */
  defaultRedirectUri(client: Client): string | undefined
  /** Where to redirect although the client or redirect URI is not trusted; undefined shows an error page. */
  untrustedDestination(untrusted: UntrustedParameter, parameters: Parameters): string | undefined
  /** Checks the parameters other than client_id and redirect_uri; undefined where they are valid. */
  requestProblem(parameters: Parameters): AuthorizationProblem | undefined
  /** Whether a problem is reported to the client by a redirect, or to the user on a page. */
  reportsProblemBy(problem: AuthorizationProblem, redirectUri: string): 'redirect' | 'page'
  /** The state for the callback; undefined where the callback has none. */
  keepState(parameters: Parameters): string | undefined
  findInteraction(store: Store, session: LoginSession, id: string): Interaction | undefined
  newCode(store: Store, grant: Grant): string
  saveCode(store: Store, code: AuthorizationCode): void
  callbackParameters(outcome: AuthorizationOutcome, state: string | undefined): readonly Pair[]
  callbackUrl(redirectUri: string, parameters: readonly Pair[], outcome: AuthorizationOutcome): string
  /** @param afterPassword whether the redirect answers a form that holds the user's password. */
  redirectStatus(afterPassword: boolean): number
  /** Status of error pages. */
  readonly refusalStatus: number
}

/** The authorization endpoint of the reference service. */
export const authorizationPolicies: AuthorizationPolicies = {
  codeLifetimeSeconds: 10,
  collectParameters,
  findClient: (store, id) => store.clients.get(id),
  redirectUriMatches: (registered, given) => registered === given,
  defaultRedirectUri: () => undefined,
  untrustedDestination: () => undefined,
  requestProblem({ values, repeated }) {
    if (repeated.length > 0) return problem('invalid_request', 'A parameter occurs more than once.')
    const responseType = values.get('response_type')
    if (responseType === undefined) return problem('invalid_request', 'response_type is missing.')
    if (responseType !== 'code') return problem('unsupported_response_type', 'response_type must be code.')
    if (!isScope(values.get('scope') ?? '')) return problem('invalid_scope', 'scope is missing or malformed.')
    return undefined
  },
  reportsProblemBy: () => 'redirect',
  keepState: ({ values, repeated }) => (repeated.includes('state') ? undefined : values.get('state')),
  findInteraction(store, session, id) {
    const interaction = store.interactions.get(id)
    return interaction?.session === session ? interaction : undefined
  },
  newCode: randomToken,
  saveCode: (store, code) => void store.codes.set(code.value, code),
  callbackParameters(outcome, state) {
    const answer: Pair[] =
      'code' in outcome
        ? [['code', outcome.code]]
        : [
            ['error', outcome.error],
            ['error_description', outcome.description],
          ]
    return state === undefined ? answer : [...answer, ['state', state]]
  },
  callbackUrl(redirectUri, parameters) {
    const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
    return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query}`
  },
  redirectStatus: () => 302,
  refusalStatus: 400,
}

function problem(error: string, description: string): AuthorizationProblem {
  return { error, description }
}

/** Whether the text is one or more scope tokens separated by single spaces (RFC 6749 §3.3). */
function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text)
}
