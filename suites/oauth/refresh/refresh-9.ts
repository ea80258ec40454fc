import { cases, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import {
  CALL_AXIS,
  callWith,
  FEW_OWNERS_AXIS,
  hold,
  requireAsker,
  share,
  TWO_OWNERS_AXIS,
} from '../../axes/bearer.ts'
import { requireDonation } from '../../support/donations.ts'
import { inChains } from '../lives/in-chains.ts'

/** Refused once, refused again. */
const ATTEMPTS = 2

/** Each token where the other belongs: of each client, of a login and of each refresh. */
export const refresh9 = requirement(
  'REFRESH-9',
  cases('an access token is no refresh token', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const held = await hold(context, holder)
    const refresh = (token: string) => held.asker?.refresh(token) ?? context.oauth.refresh(token)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expect(await refresh(held.accessToken)).toGiveNoToken()
  }),
  inChains('REFRESH-9', (exchange) => expect(exchange).toGiveNoToken()),
  covering(
    'a refresh token opens no call',
    { holder: FEW_OWNERS_AXIS, call: CALL_AXIS },
    async (context, at) => {
      if (at.call !== 'GET') requireDonation(context)
      const donation = at.call === 'GET' ? '' : await context.donation()
      const { refreshToken } = requireAsker(await share(context, at.holder))
      expect(await callWith(context, at.call, donation, `Bearer ${refreshToken}`)).toBeRefused()
    },
  ),
)
