import { randomBytes } from 'node:crypto'
import { Rejected } from '../../mock/api/rejected.ts'
import { decodeForm } from '../../mock/http.ts'
import { OAuthProblem } from '../../mock/oauth/problem.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { randomToken } from '../../mock/random.ts'
import type { Stores, User } from '../../mock/store.ts'
import type { Account } from './account.ts'

/** What the policies of the service have to know of whoever is served. */
interface Served {
  readonly stores: Stores
  accountOf(user: User): Account | undefined
  /** Is told each token when it is born. */
  onToken(value: string, kind: 'access_token' | 'refresh_token' | 'code'): void
}

/** Longer than any scenario lets a code wait, however slow the machine is. */
const CODE_LIFETIME_SECONDS = 60

/** How a code or refresh token is refused; in the words of the service itself where there are none. */
const WORDS = [undefined, 'This grant is not known any more.', undefined, 'Log in once more, please.']

/** The same of an access token. */
const WORDS_OF_TOKENS = [undefined, 'This token is not known any more.', undefined, 'Its time is over.']

/** The policies of a service that treats each customer as their account says. */
export function partnerPolicies({ stores, accountOf, onToken }: Served): Policies {
  let oddSecrets = 0
  let refusals = 0
  const behaviourOf = (user: User) => accountOf(user)?.behaviour
  const changes = [
    replace('data', () => ({ openStores: () => stores })),
    replace('authorization', () => ({
      codeLifetimeSeconds: CODE_LIFETIME_SECONDS,
      newCode(_store, { user }) {
        const code = behaviourOf(user)?.hasOddSecrets ? oddCode(oddSecrets++) : randomToken()
        onToken(code, 'code')
        return code
      },
    })),
    replace('token', (token) => ({
      // HTTP Basic beside the form is legal, and parameters in the URL are judged elsewhere.
      readParameters(request) {
        const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase()
        const pairs =
          type === 'application/x-www-form-urlencoded'
            ? decodeForm(new TextDecoder().decode(request.body))
            : undefined
        if (pairs !== undefined) return pairs
        throw new OAuthProblem(
          'invalid_request',
          'malformed-request',
          'The parameters must be sent as a form.',
        )
      },
      rotates: ({ user, refreshes }) => behaviourOf(user)?.rotates(refreshes + 1) ?? true,
      newToken(kind, { user }) {
        const isOdd = behaviourOf(user)?.hasOddSecrets
        // An access token goes into a header, which has no escapes: of what it may hold some are escaped elsewhere.
        const value = !isOdd
          ? randomToken()
          : `${longText()}${kind === 'refresh' ? oddSecret(oddSecrets++) : '~./+=='}`
        onToken(value, kind === 'access' ? 'access_token' : 'refresh_token')
        return value
      },
      saveAccessToken(store, given, grantType) {
        const account = accountOf(given.grant.user)
        const seconds = account?.behaviour.lifetimeSeconds(given.grant.refreshes)
        if (seconds !== undefined) given.expiresAt = Date.now() + seconds * 1000
        account?.accessTokens.push({ token: given, at: Date.now() })
        token.saveAccessToken(store, given, grantType)
      },
      saveRefreshToken(store, given, grantType) {
        accountOf(given.grant.user)?.refreshTokens.push({ token: given, at: Date.now() })
        token.saveRefreshToken(store, given, grantType)
      },
      responseBody(issued) {
        const { user, refreshes } = issued.grant
        const expiresIn = behaviourOf(user)?.lifetimeSeconds(refreshes) ?? issued.expiresIn
        // No order is promised.
        const organizations = refreshes % 2 === 0 ? issued.organizations : issued.organizations.toReversed()
        return token.responseBody({ ...issued, expiresIn, organizations })
      },
    })),
    replace('rejections', ({ token, api }) => ({
      api(rejected, request) {
        const { kind, message, complaints } = rejected
        if (kind !== 'invalid-token' && kind !== 'expired-token') return api(rejected, request)
        const description = WORDS_OF_TOKENS[refusals++ % WORDS_OF_TOKENS.length] ?? message
        return api(new Rejected(kind, description, complaints), request)
      },
      token(problem, request) {
        if (problem.error !== 'invalid_grant') return token(problem, request)
        // What an error means is told by its code: no wording is promised.
        const description = WORDS[refusals++ % WORDS.length] ?? problem.message
        return token(new OAuthProblem(problem.error, problem.reason, description), request)
      },
    })),
    replace('bearer', (bearer) => ({
      accessTokenRevoked: (token, store, request) =>
        bearer.accessTokenRevoked(token, store, request) ||
        (behaviourOf(token.grant.user)?.refusesTokens ?? false),
    })),
  ]
  return changes.reduce((policies, change) => change(policies), contractPolicies)
}

/** An odd secret, now and then behind a long text: nothing limits the length of a code. */
function oddCode(count: number): string {
  return count % 3 === 0 ? oddSecret(count) : `${longText()}${oddSecret(count)}`
}

/** Longer than the 255 and 512 characters that columns often hold, and shorter than what headers and cookies may be. */
function longText(): string {
  return randomBytes(420).toString('base64url')
}

/**
 * A code or a refresh token that has to be escaped in URLs and forms. Some hold escapes themselves, which whoever decodes once too often
 * takes for what they stand for; some hold a percent sign alone, on which such a decoder fails. All hold what filters and templates
 * escape or remove (RFC 6749, A.11 allows every printable character). They end with padding, a slash or a plus sign,
 * which some programs trim.
 */
function oddSecret(count: number): string {
  const random = () => randomBytes(9).toString('base64')
  const end = ['==', '//', '+'][count % 3] ?? ''
  return count % 2 === 0
    ? `${random()}+/=%2B%3d&"<'${random()}${end}`
    : `${random()}+/=&'<"${random()}%${end}`
}
