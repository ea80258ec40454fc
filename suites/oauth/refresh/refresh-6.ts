import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { type Asker, isMainRow } from '../../axes/askers.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { refreshBesideMore } from '../../axes/refresh.ts'
import { newTokens, requireAsker } from '../../axes/tokens.ts'
import { aftermathOf, reusedCode } from '../flows/reused-code.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'
import { reusedToken } from './reused-token.ts'

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

/** The configured token that was revoked; tokens of each generation of a chain where there is an inspector; and what other tests revoke. */
export const refresh6 = requirement(
  'REFRESH-6',
  { isolated: true },
  test(async (context) => {
    const { oauth, target, inspectorIfAny } = context
    const { revokedRefreshToken } = target
    if (!revokedRefreshToken) {
      if (inspectorIfAny) throw new NotApplicableError('the inspector revokes some')
      throw new InconclusiveError('no revoked refresh token is known', ['SANDBOX_REVOKED_REFRESH_TOKEN'])
    }
    await expectRevoked(context, oauth, revokedRefreshToken)
  }),
  covering(
    'revoked just now',
    { holder: HOLDER_AXIS },
    async (context, { holder }) => {
      const { inspectorIfAny: inspector } = context
      if (!inspector) throw new NotApplicableError('nothing here revokes a token')
      const { asker, refreshToken } = requireAsker(await newTokens(context, holder))
      await inspector.revokeRefreshToken(refreshToken)
      await expectRevoked(context, asker, refreshToken)
    },
    { strength: 1 },
  ),
  covering(
    'revoked by a code that came again',
    WHOSE,
    async (context, whose) => {
      requireLogin(context)
      const { again } = await reusedCode(context, whose)
      const { refresh } = await aftermathOf(context, whose)
      expectRevokedSince(context, again.some(givesToken) ? undefined : refresh)
    },
    { except: isMainRow },
  ),
  test('revoked by its predecessor, which came again', async (context) => {
    requireLogin(context)
    expectRevokedSince(context, (await reusedToken(context)).newest)
  }),
)

/** @throws NotApplicableError where nobody logs in: the token that the suite was given is not to be lost. */
function requireLogin({ canLogIn }: Context): void {
  if (!canLogIn) throw new NotApplicableError('without a login there is no token that may be revoked')
}

/**
 * Judges how a token was refused that the service may have revoked for something else.
 * @throws NotApplicableError where it did not.
 */
function expectRevokedSince(context: Context, refresh: Exchange | undefined): void {
  if (!refresh || givesToken(refresh)) throw new NotApplicableError('this revokes no refresh token here')
  expect(seenBy(context, refresh)).toBeOAuthError('invalid_grant')
}

/** Judges that a revoked token is refused, and again: neither a first attempt nor what stands beside brings it back. */
async function expectRevoked(
  context: Context,
  who: Pick<Asker, 'client' | 'refresh' | 'refreshParameters'>,
  refreshToken: string,
): Promise<void> {
  expect(await who.refresh(refreshToken)).toBeOAuthError('invalid_grant')
  expect(await refreshBesideMore(context, who, refreshToken)).toGiveNoToken()
  await sleep(PAUSE_MS)
  expect(await who.refresh(refreshToken)).toBeOAuthError('invalid_grant')
}
