import type { OAuth } from '../../client/oauth/oauth.ts'
import type { Tokens } from '../../client/oauth/tokens.ts'

/** Some replace refresh tokens at every second or third refresh only. */
const MOST_REFRESHES = 3

/** A refresh token that was replaced, and what replaced it. */
interface Replaced {
  readonly superseded: string
  readonly successor: Tokens & { readonly refreshToken: string }
}

/**
 * Refreshes until a refresh token is replaced.
 * @param renewed the answer of a first refresh with it, where there was one.
 * @returns undefined where none is replaced.
 * @throws InconclusiveError where a refresh does not work.
 */
export async function untilReplaced(
  oauth: OAuth,
  refreshToken: string,
  renewed?: Tokens,
): Promise<Replaced | undefined> {
  let successor = renewed
  for (let refresh = renewed ? 1 : 0; ; refresh++) {
    const next = successor?.refreshToken
    if (successor && next !== undefined && next !== refreshToken)
      return { superseded: refreshToken, successor: { ...successor, refreshToken: next } }
    if (refresh === MOST_REFRESHES) return undefined
    successor = await oauth.renew(refreshToken)
  }
}
