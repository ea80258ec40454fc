import {
  type Answer,
  collectParameters,
  decodeForm,
  type HttpRequest,
  json,
  type Pair,
  type Parameters,
} from '../http.ts'
import { OAuthProblem } from '../oauth/problem.ts'
import { randomToken } from '../random.ts'
import type {
  AccessToken,
  AuthorizationCode,
  Client,
  Grant,
  Organization,
  RefreshToken,
  Store,
  User,
} from '../store.ts'

/** The values of grant_type that the token endpoint supports (Token request form parameters). */
const grantTypes = ['authorization_code', 'refresh_token'] as const
/** One of `grantTypes`. */
export type GrantType = (typeof grantTypes)[number]

/** What a token response is built from. */
export interface Issued {
  readonly grantType: GrantType
  readonly grant: Grant
  readonly accessToken: string
  readonly refreshToken: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
  readonly organizations: readonly Organization[]
}

/** Decisions of the token endpoint, in the order in which a request reaches them. */
export interface TokenPolicies {
  /** Reads the parameters of the form body. Throws OAuthProblem where they are sent in another way. */
  readParameters(request: HttpRequest): readonly Pair[]
  collectParameters(pairs: readonly Pair[]): Parameters
  /** Undefined for a grant type that is not supported. */
  grantType(name: string): GrantType | undefined
  readonly requiredParameters: Readonly<Record<GrantType, readonly string[]>>
  findClient(store: Store, id: string, grantType: GrantType): Client | undefined
  /** `given` is undefined where no secret was sent and `requiredParameters` demands none. */
  secretMatches(client: Client, given: string | undefined, grantType: GrantType, store: Store): boolean

  findCode(store: Store, value: string): AuthorizationCode | undefined
  codeBelongsTo(code: AuthorizationCode, client: Client): boolean
  redirectUriMatches(code: AuthorizationCode, given: string | undefined): boolean
  /** `now` is in milliseconds since the epoch. */
  codeExpired(code: AuthorizationCode, now: number): boolean
  /** Marks a code as used, atomically; false where it was used before. */
  claimCode(code: AuthorizationCode, store: Store): boolean | Promise<boolean>
  afterCodeReuse(code: AuthorizationCode, store: Store): void

  findRefreshToken(store: Store, value: string): RefreshToken | undefined
  refreshTokenBelongsTo(token: RefreshToken, client: Client): boolean
  refreshTokenRevoked(token: RefreshToken, store: Store): boolean
  /** Whether this refresh replaces the refresh token. */
  rotates(grant: Grant): boolean
  /** Marks a refresh token as superseded if it rotates, atomically; false where it already was. */
  claimRefreshToken(token: RefreshToken, rotates: boolean, store: Store): boolean | Promise<boolean>
  afterRefreshTokenReuse(token: RefreshToken, store: Store): void

  readonly accessTokenLifetimeSeconds: number
  newToken(kind: 'access' | 'refresh', grant: Grant): string
  saveAccessToken(store: Store, token: AccessToken, grantType: GrantType): void
  saveRefreshToken(store: Store, token: RefreshToken, grantType: GrantType): void
  /** The organizations that a token of this user acts on. */
  eligibleOrganizations(store: Store, user: User): readonly Organization[]
  /** The token response before it is written as JSON. */
  responseBody(issued: Issued): unknown
  answer(body: unknown, issued: Issued): Answer
}

/** Headers that forbid caching of token responses (RFC 6749 §5.1). */
export const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

/** The token endpoint of the reference service. */
export const tokenPolicies: TokenPolicies = {
  readParameters(request) {
    if (request.header('authorization') !== undefined)
      throw new OAuthProblem(
        'invalid_client',
        'malformed-request',
        'Client credentials belong in the form body.',
      )
    if (request.query !== '') throw malformed('Parameters belong in the form body, not in the URL.')
    if (mediaType(request) !== 'application/x-www-form-urlencoded')
      throw malformed('The body must be application/x-www-form-urlencoded.')
    const pairs = decodeForm(new TextDecoder().decode(request.body))
    if (pairs === undefined) throw malformed('The form is malformed.')
    return pairs
  },
  collectParameters,
  grantType: (name) => grantTypes.find((known) => known === name),
  requiredParameters: {
    authorization_code: ['client_id', 'client_secret', 'code', 'redirect_uri'],
    refresh_token: ['client_id', 'client_secret', 'refresh_token'],
  },
  findClient: (store, id) => store.clients.get(id),
  secretMatches: (client, given) => given === client.secret,

  findCode: (store, value) => store.codes.get(value),
  codeBelongsTo: (code, client) => code.grant.client === client,
  redirectUriMatches: (code, given) => given === code.redirectUri,
  codeExpired: (code, now) => now >= code.expiresAt,
  claimCode(code) {
    const fresh = !code.used
    code.used = true
    return fresh
  },
  afterCodeReuse(code) {
    code.grant.revoked = true
  },

  findRefreshToken: (store, value) => store.refreshTokens.get(value),
  refreshTokenBelongsTo: (token, client) => token.grant.client === client,
  refreshTokenRevoked: (token) => token.grant.revoked,
  rotates: () => true,
  claimRefreshToken(token, rotates) {
    const fresh = !token.superseded
    if (rotates) token.superseded = true
    return fresh
  },
  afterRefreshTokenReuse(token) {
    token.grant.revoked = true
  },

  accessTokenLifetimeSeconds: 3600,
  newToken: () => randomToken(),
  saveAccessToken: (store, token) => void store.accessTokens.set(token.value, token),
  saveRefreshToken: (store, token) => void store.refreshTokens.set(token.value, token),
  eligibleOrganizations: (store, user) =>
    [...store.organizations.values()].filter(({ owners }) => owners.includes(user.username)),
  responseBody: ({ accessToken, refreshToken, expiresIn, organizations }) => ({
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    expires_in: expiresIn,
    ig_organizations: organizations.map(({ id, name }) => ({ id, name })),
  }),
  answer: (body) => json(200, body, noStore),
}

function malformed(description: string): OAuthProblem {
  return new OAuthProblem('invalid_request', 'malformed-request', description)
}

function mediaType(request: HttpRequest): string | undefined {
  return request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
}
