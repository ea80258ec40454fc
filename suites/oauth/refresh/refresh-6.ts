import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { axis, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder, hold, requireAsker } from '../../axes/bearer.ts'

/** Refused once, refused again: a first attempt must not bring a token back. */
const ATTEMPTS = 3
/** Longer than services cache tokens. */
const PAUSE_MS = 600

/** Whose refresh token is revoked, and by how many refreshes it came. */
const HOLDER_AXIS = axis<Holder>('refresh token', {
  'of a code': FIRST_HOLDER,
  'of a later refresh': { ...FIRST_HOLDER, refreshes: 3 },
  'of a code, second client': { ...FIRST_HOLDER, client: 'second client' },
  'of a refresh, several organizations': {
    user: 'a user with several organizations',
    client: 'first client',
    refreshes: 1,
  },
  'of a code, no organization, second client': {
    user: 'a user without organizations',
    client: 'second client',
    refreshes: 0,
  },
})

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
  covering(
    'revoked just now',
    { holder: HOLDER_AXIS },
    async (context, { holder }) => {
      const { inspectorIfAny: inspector } = context
      if (!inspector) throw new NotApplicableError('nothing here revokes a token')
      const { asker, refreshToken } = requireAsker(await hold(context, holder))
      await inspector.revokeRefreshToken(refreshToken)
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        expect(await asker.refresh(refreshToken)).toBeOAuthError('invalid_grant')
        if (attempt === ATTEMPTS - 1) await sleep(PAUSE_MS)
      }
    },
    { strength: 1 },
  ),
)
