import { z } from 'zod'
import { InconclusiveError } from '../../contract/verdict.ts'
import { givesToken, isAccepted, jsonObjectOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'

/** What a token response gave, read leniently: its shape is judged by requirements, not here. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Seconds, where the answer has a usable number. */
  readonly expiresIn: number | undefined
  readonly exchange: Exchange
}

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional().catch(undefined),
  expires_in: z.coerce.number().positive().optional().catch(undefined),
})

/** Reads tokens out of an answer of the token endpoint; undefined where it gave none. */
export function tokensOf(exchange: Exchange): Tokens | undefined {
  // Looked at for every answer of a run: most have no token at all, and some are gigantic. (A key may be escaped.)
  if (!/access_token|\\u/.test(exchange.response?.body ?? '') || !givesToken(exchange)) return undefined
  const parsed = tokensSchema.safeParse(jsonObjectOf(exchange))
  if (!isAccepted(exchange) || !parsed.success) return undefined
  const { access_token, refresh_token, expires_in } = parsed.data
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in, exchange }
}

/**
 * Whether an access token had lived as long as it was said to live when something was answered: whoever waits for a turn
 * may come too late.
 */
export function hadExpired({ expiresIn, exchange }: Tokens, answer: Exchange): boolean {
  const until = exchange.startedAt + (expiresIn ?? Number.POSITIVE_INFINITY) * 1000
  return answer.startedAt + answer.durationMs >= until
}

/**
 * What a client holds after a refresh: it keeps its refresh token where it got no new one (RFC 6749, 6).
 * @param refreshToken the one that it refreshed with.
 */
export function afterRefresh<Held extends string | undefined>(
  refreshToken: Held,
  next: Tokens,
): Tokens & { readonly refreshToken: string | Held } {
  return { ...next, refreshToken: next.refreshToken ?? refreshToken }
}

/** @throws InconclusiveError where there is none. */
export function requireRefreshToken(tokens: Pick<Tokens, 'refreshToken'>): string {
  if (tokens.refreshToken) return tokens.refreshToken
  throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
}

/** Tokens on loan from whoever owns them, for a test where nobody can log in. */
export interface TokenLoan {
  /** The present tokens, without the refresh token. */
  tokens(): Promise<Tokens>
  /** The present tokens, for a test that refreshes them by {@link renew} and does nothing else to them. */
  refreshable(): Promise<Tokens & { refreshToken: string }>
  /** Refreshes with the newest token. */
  renew(): Promise<Exchange>
}
