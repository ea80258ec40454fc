import type { TargetConfig } from './config.ts'

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
  yield [target.inspector?.key, 'inspector_key']
}
