import { requireRefreshToken } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { CALL_AXIS, callWith } from '../../axes/calls.ts'
import { FEW_OWNERS_AXIS } from '../../axes/holders.ts'
import { requireAsker, sharedTokens } from '../../axes/tokens.ts'
import { requireDonation } from '../../support/donations.ts'
import { chainWithWrongRefreshes, ordinaryChain } from '../flows/chain.ts'
import { inChains } from '../flows/in-chains.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'

/** Refused once, refused again. */
const ATTEMPTS = 2

/** Each token where the other belongs: of each client, of a login and of each refresh. */
export const refresh9 = requirement(
  'REFRESH-9',
  test('an access token is no refresh token', async ({ canLogIn, oauth }) => {
    if (canLogIn) throw new NotApplicableError('chains of refreshes decide')
    const { accessToken } = await oauth.signIn()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expect(await oauth.refresh(accessToken)).toGiveNoToken()
  }),
  inChains('REFRESH-9', (exchange) => expect(exchange).toGiveNoToken()),
  covering(
    'a refresh token opens no call',
    { holder: FEW_OWNERS_AXIS, call: CALL_AXIS },
    async (context, at) => {
      if (at.call !== 'GET') requireDonation(context)
      const { refreshToken } = requireAsker(await sharedTokens(context, at.holder))
      const donation = at.call === 'GET' ? '' : await context.donation()
      expect(await callWith(context, at.call, donation, `Bearer ${refreshToken}`)).toBeRefused()
    },
  ),
  test('a superseded refresh token opens no call', async (context) => {
    const { held } = await ordinaryChain(context, {
      user: 'a user with one organization',
      client: 'first client',
    })
    expect(await callWith(context, 'GET', '', `Bearer ${requireRefreshToken(held)}`)).toBeRefused()
  }),
  covering('at the end of a chain', WHOSE, async (context, whose) => {
    const { misused } = await chainWithWrongRefreshes(context, whose)
    if (!misused) throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
    expect(seenBy(context, misused)).toBeRefused()
  }),
)
