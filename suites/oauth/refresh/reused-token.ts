import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'

/** A refresh, and what came of its refresh token when the one before had come again. */
interface ReusedToken {
  readonly rotates: boolean
  /** Undefined where refresh tokens do not rotate. */
  readonly newest?: Exchange
}

/**
 * Uses the refresh token of a login twice where tokens rotate, and then the one that replaced it, once for all tests that
 * look at it.
 * @throws InconclusiveError where there are no tokens, or a refresh gives none.
 */
export function reusedToken(context: Context): Promise<ReusedToken> {
  const { oauth } = context
  return context.once('a refresh token whose predecessor came again', async () => {
    const first = await oauth.signInForRefresh()
    const second = await oauth.renew(first.refreshToken)
    if (second.refreshToken === first.refreshToken) return { rotates: false }
    await oauth.refresh(first.refreshToken)
    return { rotates: true, newest: await oauth.refresh(second.refreshToken) }
  })
}
