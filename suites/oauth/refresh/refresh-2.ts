import { isAccepted } from '../../../client/http/answer.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { callWith, FIRST_HOLDER, hold } from '../../axes/bearer.ts'
import { CLIENT_NAMES, refreshOnce, USER_NAMES } from '../../axes/refresh.ts'
import { requireDonation } from '../../support/donations.ts'

/** The token of a later refresh may be stored otherwise than that of the first. */
const REFRESHES = 3

/** Where a call works with the access token of the login, it works with that of each refresh. */
export const refresh2 = requirement(
  'REFRESH-2',
  covering(
    'a chain',
    { user: USER_NAMES, client: CLIENT_NAMES },
    async (context, { user, client }) => {
      const held = await hold(context, { user, client, refreshes: 0 })
      const before = await context.api.organizations({ authorization: `Bearer ${held.accessToken}` })
      if (!isAccepted(before))
        throw new InconclusiveError('the API accepts not even the first access token (see ORG-5)')
      let newest: Tokens = held
      for (let turn = 1; turn <= (user === FIRST_HOLDER.user ? REFRESHES : 2); turn++) {
        newest = next(newest, tokensOf(await refreshOnce(context, held, newest)))
        const after = await context.api.organizations({ authorization: `Bearer ${newest.accessToken}` })
        expect(after).toBeAccepted()
      }
    },
    { strength: 1 },
  ),
  cases('updates', CLIENT_NAMES.values, async (context, client) => {
    requireDonation(context)
    const donation = await context.donation()
    const held = await hold(context, { ...FIRST_HOLDER, client })
    let newest: Tokens = held
    const updates = async () =>
      [
        await callWith(context, 'PATCH', donation, `Bearer ${newest.accessToken}`),
        await callWith(context, 'PUT', donation, `Bearer ${newest.accessToken}`),
      ] as const
    if (!(await updates()).every(isAccepted))
      throw new InconclusiveError('an update does not work even with the first access token')
    for (let turn = 1; turn <= 2; turn++) {
      newest = next(newest, tokensOf(await refreshOnce(context, held, newest)))
      for (const update of await updates()) expect(update).toBeAccepted()
    }
  }),
)

/** @throws InconclusiveError where a refresh gave no tokens; REFRESH-1 and REFRESH-3 judge that. */
function next(before: Tokens, tokens: Tokens | undefined): Tokens {
  if (!tokens) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-1)')
  return { ...tokens, refreshToken: tokens.refreshToken ?? before.refreshToken }
}
