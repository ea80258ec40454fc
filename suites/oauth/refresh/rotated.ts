import type { OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'

/**
 * A family whose first refresh token has been superseded.
 * @throws NotApplicableError where the service does not rotate.
 */
export async function rotated(oauth: OAuth) {
  const first = await oauth.signInForRefresh()
  const second = await oauth.renew(first.refreshToken)
  if (second.refreshToken === first.refreshToken)
    throw new NotApplicableError('refresh tokens do not rotate here')
  return { first, second }
}
