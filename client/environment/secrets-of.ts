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
  const { proxies, identity, pass } = target.network ?? {}
  for (const proxy of [proxies?.http, proxies?.https]) {
    const url = proxyUrl(proxy ?? '')
    if (url) yield [userOf(url)?.password, 'proxy_password']
  }
  // Each line on its own: however its ends are written, it is found.
  for (const line of identity?.key.split(/\r?\n/) ?? [])
    if (line.length >= SHORTEST_LINE && !line.includes('-----')) yield [line, 'client_key']
  yield* headerSecrets(pass?.headers ?? {}, 'header')
  const { donationReading } = target
  if (donationReading && 'headers' in donationReading)
    yield* headerSecrets(donationReading.headers, 'read_header')
  yield [target.inspector?.key, 'inspector_key']
}

function* headerSecrets(
  headers: Readonly<Record<string, string>>,
  label: string,
): Iterable<[string, string]> {
  for (const value of Object.values(headers)) {
    yield [value, label]
    // Of `Bearer abc` the second word is what has to be kept.
    for (const word of value.split(/\s+/)) if (word.length >= SHORTEST_WORD) yield [word, label]
  }
}
