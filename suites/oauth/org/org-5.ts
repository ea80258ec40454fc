import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Held, type Holder, hold, share } from '../../axes/bearer.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'

/** Users and clients beside the main ones, each with a token that a code was exchanged for. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'one organization, second client': { ...FIRST_HOLDER, client: 'second client' },
  'several organizations': { ...FIRST_HOLDER, user: 'a user with several organizations' },
  'no organization': { ...FIRST_HOLDER, user: 'a user without organizations' },
  'no organization, second client': {
    ...FIRST_HOLDER,
    user: 'a user without organizations',
    client: 'second client',
  },
}

/** GET /v1/organizations with tokens of a code exchange and of a refresh, and without a valid one. */
export const org5 = requirement(
  'ORG-5',
  test('with a valid token', async ({ api }) => {
    expect(await api.organizations()).toBeAcceptedAsJson()
  }),
  test('with a refreshed token', async (context) => {
    const { api, oauth } = context
    const { refreshToken } = await oauth.signInForChain()
    const { accessToken } = await oauth.renew(refreshToken)
    const authorization = `Bearer ${accessToken}`
    const exchange = await api.organizations({ authorization })
    if (!isAccepted(exchange)) {
      const update = await api.update('PATCH', await context.donation(), {}, { authorization })
      if (!isAccepted(update)) throw new InconclusiveError('no call takes a refreshed token (see REFRESH-2)')
    }
    expect(exchange).toBeAcceptedAsJson()
  }),
  cases('of whom', HOLDERS, async (context, holder) => {
    const ask = async ({ accessToken }: Held) =>
      context.api.organizations({ authorization: `Bearer ${accessToken}` })
    const exchange = await ask(await share(context, holder))
    // A later login may have ended the token that others use too.
    expect(isAccepted(exchange) ? exchange : await ask(await hold(context, holder))).toBeAcceptedAsJson()
  }),
  cases(
    'without one',
    {
      'no Authorization header': null,
      'a made-up token': `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
      'no token': 'Bearer',
    },
    async ({ api }, authorization) => {
      expect(await api.organizations({ authorization })).toBeRefused()
    },
  ),
)
