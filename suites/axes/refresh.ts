import type { Exchange } from '../../client/http/exchange.ts'
import { encodeParameters } from '../../client/oauth/oauth.ts'
import { requireRefreshToken, type Tokens } from '../../client/oauth/tokens.ts'
import { axis, type Context } from '../../harness/authoring/index.ts'
import type { Asker } from './askers.ts'
import type { Holder } from './holders.ts'
import { REFRESH_SPELLINGS, spelledAs, type TokenSpelling } from './token-spellings.ts'
import { type Held, requireAsker } from './tokens.ts'

/** Who refreshes: for whom, by name. */
export const USER_NAMES = axis<Holder['user']>('user', {
  'one organization': 'a user with one organization',
  'several organizations': 'a user with several organizations',
  'no organization': 'a user without organizations',
})

/** Who refreshes: which client. */
export const CLIENT_NAMES = axis<Holder['client']>('client', {
  'first client': 'first client',
  'second client': 'second client',
})

/**
 * Refreshes with the newest refresh token, whatever comes of it.
 * @param held where the chain began: by its client, or by the suite's own where nobody can log in.
 * @throws InconclusiveError where there is no refresh token; TOKEN-2 judges that.
 */
export async function refreshOnce({ oauth }: Context, { asker }: Held, newest: Tokens): Promise<Exchange> {
  // The user's own tokens are of all tests: whoever refreshes them does so alone, and with their newest.
  if (!asker) return oauth.refreshChain((await oauth.signInForChain()).refreshToken)
  return asker.refresh(requireRefreshToken(newest))
}

/**
 * A refresh with parameters beside the documented ones, and a content type with a charset: neither is a reason to take
 * a refresh token that is dead.
 */
export function refreshBesideMore(
  { oauth, target: { scope } }: Context,
  who: Pick<Asker, 'client' | 'refreshParameters'>,
  refreshToken: string,
): Promise<Exchange> {
  const more = { scope, redirect_uri: who.client.redirectUri }
  const parameters = { ...who.refreshParameters(refreshToken), ...more }
  const { 'the type with a charset': spelling = {} } = REFRESH_SPELLINGS
  return oauth.tokenAs(spelledAs([spelling], encodeParameters(parameters)))
}

/**
 * As {@link refreshOnce}, spelled in all these ways.
 * @throws InconclusiveError where there is no refresh token; NotApplicableError where nobody can log in.
 */
export async function refreshAs(
  { oauth }: Context,
  held: Held,
  newest: Tokens,
  spellings: readonly TokenSpelling[],
): Promise<Exchange> {
  const { asker } = requireAsker(held)
  const parameters = encodeParameters(asker.refreshParameters(requireRefreshToken(newest)))
  return oauth.tokenAs(spelledAs(spellings, parameters))
}
