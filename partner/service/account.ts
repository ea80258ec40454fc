import type { ExchangeResponse } from '../../client/http/exchange.ts'
import type {
  AccessToken,
  Donation,
  EnvironmentName,
  Organization,
  RefreshToken,
  User,
} from '../../mock/store.ts'

/** What the service does in place of its ordinary answer. */
export interface Interference {
  /** Milliseconds that the answer waits, once it is decided. */
  readonly delayMs?: number
  /** What the answer waits for, once it is decided. */
  readonly after?: Promise<unknown>
  /** The answer, where the service itself is not to be asked. */
  readonly answer?: {
    readonly status: number
    readonly body: unknown
    readonly headers?: Record<string, string>
  }
}

/** How the service treats one customer. All of it may change while the application is used. */
export interface Behaviour {
  /** Seconds that an access token lives. @param refreshes how often the grant was refreshed before. */
  lifetimeSeconds(refreshes: number): number
  /** Whether a refresh replaces the refresh token. @param refreshes how often the grant was refreshed, this time included. */
  rotates(refreshes: number): boolean
  /** Whether codes and refresh tokens hold characters that mean something in URLs and forms, and all tokens are long. */
  readonly hasOddSecrets: boolean
  /** Whether every access token is refused as invalid. */
  refusesTokens: boolean
  /** Called for each request of this customer before it is answered. */
  interfere(call: Call): Interference | undefined
}

/** An ordinary service: tokens of an hour, refresh tokens that rotate. */
export const ordinaryBehaviour: Behaviour = {
  lifetimeSeconds: () => 3600,
  rotates: () => true,
  hasOddSecrets: false,
  refusesTokens: false,
  interfere: () => undefined,
}

/** A token that was issued, and when: milliseconds since the epoch. */
interface Issued<Token> {
  readonly token: Token
  readonly at: number
  /** Whether the service ended it before its time. */
  isEnded?: true
}

/** An update that the application answered with 202: a job of its own sends it, whenever that comes to it. */
export interface Job {
  readonly donationId: string
  readonly changes: Readonly<Record<string, unknown>>
  /** When the user asked for it: milliseconds since the epoch. */
  readonly startedAt: number
}

/** A customer of the service, known by what belongs to them alone, and all that the service gave out for them. */
export interface Account {
  readonly name: string
  readonly environment: EnvironmentName
  readonly user: User
  readonly organizations: readonly Organization[]
  /** UUIDs that any of the donations may have. */
  readonly designations: readonly string[]
  readonly donations: readonly Donation[]
  readonly behaviour: Behaviour
  /** The oldest first. */
  readonly accessTokens: Issued<AccessToken>[]
  readonly refreshTokens: Issued<RefreshToken>[]
  /** What the application sent for this customer, in the order in which it arrived. */
  readonly calls: Call[]
  /** What it has accepted and may send at any time. */
  readonly jobs: Job[]
}

/** Has the service treat the requests of the customer otherwise, while something is done. */
export async function interfering<Result>(
  { behaviour }: Account,
  interfere: Behaviour['interfere'],
  act: () => Promise<Result>,
): Promise<Result> {
  behaviour.interfere = interfere
  try {
    return await act()
  } finally {
    behaviour.interfere = ordinaryBehaviour.interfere
  }
}

/** From now on every access token of the customer is refused as invalid; the refresh token lives. */
export function endAccessTokens({ accessTokens }: Account): void {
  for (const issued of accessTokens) {
    issued.isEnded = true
    issued.token.expiresAt = 0
  }
}

/** Between a look at the clock and the arrival of a call there may be so many milliseconds. */
export const LATE_MS = 1_000

/**
 * How long the token of a call had expired by itself when the call arrived, in milliseconds; undefined where it had not, or
 * was given out before a time.
 * @param since milliseconds since the epoch
 */
export function expiredFor(
  { accessTokens }: Account,
  { startedAt, headers }: Pick<Call, 'startedAt' | 'headers'>,
  since: number,
): number | undefined {
  const used = accessTokens.find(({ token }) => headers.authorization?.endsWith(` ${token.value}`) === true)
  if (used === undefined || used.isEnded || used.at < since) return undefined
  const { expiresAt } = used.token
  return expiresAt < startedAt ? startedAt - expiresAt : undefined
}

/** From now on all that the customer approved is revoked. */
export function revokeGrants({ accessTokens }: Account): void {
  for (const { token } of accessTokens) token.grant.revoked = true
}

/** One request that arrived at the service, with what can be read from it, however it was sent. */
export interface Call {
  /** Counts up in one examination, together with what the browser sends. */
  readonly id: number
  readonly environment: EnvironmentName
  readonly host: 'auth' | 'api'
  /** Whether the examiner's own browser sent it. */
  readonly isByBrowser: boolean
  /** The customer whose code, token or donation it names; undefined where it names none. */
  readonly account: Account | undefined
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Undefined as long as it is not answered, and where the application hung up before it was. */
  answer?: { readonly at: number; readonly response: ExchangeResponse }
}
