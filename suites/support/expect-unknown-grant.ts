import type { Exchange } from '../../client/http/exchange.ts'
import type { FormParameters } from '../../client/oauth/oauth.ts'
import { expect } from '../../harness/authoring/index.ts'

/** As long as a code or refresh token that is written like the issued one may be for the contract's error to be due. */
const ORDINARY = { shortest: 0.4, longest: 2, characters: 1_000 }

/**
 * Judges the answer to a code or refresh token that is none. The contract's error is due where it is written as such are;
 * another may be refused as malformed.
 * @param given what stood in its place.
 * @param issued what such a value looks like.
 * @throws ViolationError where it was not refused so.
 */
export function expectUnknownGrant(exchange: Exchange, given: FormParameters[string], issued: string): void {
  const isOrdinary =
    typeof given === 'string' &&
    /^[\w.~+/=-]+$/.test(given) &&
    given.length >= issued.length * ORDINARY.shortest &&
    given.length <= Math.min(issued.length * ORDINARY.longest, ORDINARY.characters)
  if (isOrdinary) expect(exchange).toBeOAuthError('invalid_grant')
  else expect(exchange).toGiveNoToken()
}
