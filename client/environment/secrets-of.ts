import { proxyUrl, userOf } from '../http/network.ts'
import type { TargetConfig } from './config.ts'

/** Shorter words of a header are names of schemes, if anything. */
const SHORTEST_WORD = 8
/** The last line of a key may be as short as an ordinary word. */
const SHORTEST_LINE = 16

/** Everything secret that is known of a target from the start, with a label to stand in its place. */
export function* secretsOf(target: TargetConfig): Iterable<[string | undefined, string]> {
  yield [target.client.secret, 'client_secret']
  yield [target.otherClient?.secret, 'other_client_secret']
  yield [target.user?.password, 'password']
  yield [target.noOrgUser?.password, 'password']
  yield [target.multiOrgUser?.password, 'password']
  yield [target.refreshToken, 'refresh_token']
  yield [target.expiredAccessToken, 'expired_access_token']
  yield [target.revokedRefreshToken, 'revoked_refresh_token']
  const { proxies, identity } = target.network ?? {}
  for (const proxy of [proxies?.http, proxies?.https]) {
    const url = proxyUrl(proxy ?? '')
    if (url) yield [userOf(url)?.password, 'proxy_password']
  }
  // Each line on its own: however its ends are written, it is found.
  for (const line of identity?.key.split(/\r?\n/) ?? [])
    if (line.length >= SHORTEST_LINE && !line.includes('-----')) yield [line, 'client_key']
  const { donationReading } = target
  if (donationReading && 'headers' in donationReading)
    for (const value of Object.values(donationReading.headers)) {
      yield [value, 'read_header']
      // Of `Bearer abc` the second word is what has to be kept.
      for (const word of value.split(/\s+/)) if (word.length >= SHORTEST_WORD) yield [word, 'read_header']
    }
  yield [target.inspector?.key, 'inspector_key']
}
