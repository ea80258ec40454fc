import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'

/** Refused once, refused again: a first attempt must not bring a token back. */
const ATTEMPTS = 3
/** What a cache of tokens may keep is gone by then. */
const PAUSE_MS = 600

/** The configured token that was revoked; and, where there is an inspector, tokens of each generation of a chain. */
export const refresh6 = requirement(
  'REFRESH-6',
  { isolated: true },
  test(async ({ oauth, target: { revokedRefreshToken }, inspectorIfAny }) => {
    if (!revokedRefreshToken) {
      if (inspectorIfAny) throw new NotApplicableError('the inspector revokes some')
      throw new InconclusiveError('no revoked refresh token is known', ['SANDBOX_REVOKED_REFRESH_TOKEN'])
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expect(await oauth.refresh(revokedRefreshToken)).toBeOAuthError('invalid_grant')
  }),
  cases(
    'revoked just now',
    { 'of a code': 0, 'of a refresh': 1, 'of a later refresh': 3 },
    async ({ oauth, inspectorIfAny: inspector }, refreshes) => {
      if (!inspector) throw new NotApplicableError('nothing here revokes a token')
      let { refreshToken } = await oauth.signInForRefresh()
      for (let turn = 1; turn <= refreshes; turn++) ({ refreshToken } = await oauth.renew(refreshToken))
      await inspector.revokeRefreshToken(refreshToken)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        expect(await oauth.refresh(refreshToken)).toBeOAuthError('invalid_grant')
        if (attempt === ATTEMPTS - 1) await sleep(PAUSE_MS)
      }
    },
  ),
)
