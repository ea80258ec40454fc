import { isRefused } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { hadExpired, type Tokens, tokensOf } from './tokens.ts'

/** A token as it was given: what it is, and to whom. */
export interface GivenToken {
  readonly kind: 'access token' | 'refresh token'
  readonly value: string
  readonly grant: 'code exchange' | 'refresh'
  readonly client: string
  /** The user whom it stands for, by name. */
  readonly user: string
  /** Numbers the authorizations: tokens with one number came from one code, by however many refreshes. */
  readonly family: number
  readonly exchange: Exchange
}

/** The access token that a request shows in its header (RFC 6750, 2.1); undefined where it shows none. */
export function bearerOf({ request: { headers } }: Exchange): string | undefined {
  return /^bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
}

/** This many answers are enough to tell what tokens are made of. */
const MOST_ANSWERS = 1_000

/** In characters. Longer tokens do not fit into a header, and keeping them would take memory. */
const LONGEST_ANSWER = 32 * 1024

/** Remembers the tokens of a run, in the order in which they came. */
export class GivenTokens {
  readonly all: GivenToken[] = []
  readonly #families = new Map<string, number>()
  #answers = 0

  /** Whether this call was refused with an access token that had lived its time: nobody but the clock refused it. */
  cameTooLate(call: Exchange): boolean {
    const shown = bearerOf(call)
    const given = this.all.find(({ kind, value }) => kind === 'access token' && value === shown)
    const tokens = given && tokensOf(given.exchange)
    return tokens !== undefined && isRefused(call) && hadExpired(tokens, call)
  }

  /** @param user the username for whom the tokens were asked. */
  add({ accessToken, refreshToken, exchange }: Tokens, user: string): void {
    const length = exchange.response?.body.length ?? 0
    if (this.#answers >= MOST_ANSWERS || length > LONGEST_ANSWER) return
    this.#answers++
    const asked = new URLSearchParams(exchange.request.body)
    const shown = asked.get('refresh_token')
    const family = (shown === null ? undefined : this.#families.get(shown)) ?? this.#answers
    if (refreshToken !== undefined) this.#families.set(refreshToken, family)
    const client = asked.get('client_id')
    // A client that authenticates otherwise, as by HTTP Basic, does not name itself in the body.
    if (client === null) return
    const common = {
      grant: shown === null ? 'code exchange' : 'refresh',
      client,
      user,
      family,
      exchange,
    } as const
    this.all.push({ kind: 'access token', value: accessToken, ...common })
    if (refreshToken === undefined) return
    this.all.push({ kind: 'refresh token', value: refreshToken, ...common })
  }
}
