import { RawBody } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { newTokensApart } from '../../axes/tokens.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import {
  UNKNOWN_ACCESS_TOKEN,
  UNKNOWN_CODE,
  UNKNOWN_DESIGNATION,
  UNKNOWN_REFRESH_TOKEN,
} from '../../support/unknown.ts'
import type { AtWork } from './at-work.ts'
import { REFUSED_UPDATE } from './refused-update.ts'

/** Something that must not end the token; returns what was sent. */
export type Event = (context: Context, at: AtWork) => Promise<readonly Exchange[]>

/** Three times: some services end a token, or lock it, only then. */
function update(body: unknown, id?: string): Event {
  return async ({ api }, { donation, authorization }) => [
    await api.update('PATCH', id ?? donation, body, { authorization }),
    await api.update('PUT', id ?? donation, body, { authorization }),
    await api.update('PATCH', id ?? donation, body, { authorization }),
  ]
}

/** What a client may do, rightly or wrongly, without losing its access token. */
export const EVENTS: Readonly<Record<string, Event>> = {
  'an update': update({ memo: 'still here', advisor: null }),
  'an update refused for a type': update({ donor_city: 7 }),
  'an update refused for an email': update({ donor_email: 'no address' }),
  'an update refused for a designation': update({ designation_id: UNKNOWN_DESIGNATION }),
  'an update refused for an advisor': update({ advisor: {} }),
  'an update refused for the status': async ({ api, target }, { donation, authorization }) =>
    target.nonPledgedDonationIds.includes(donation)
      ? [
          await api.update('PATCH', donation, PLAIN_GATED, { authorization }),
          await api.update('PUT', donation, PLAIN_GATED, { authorization }),
          await api.update('PUT', donation, PLAIN_GATED, { authorization }),
        ]
      : [],
  'a malformed body': update(new RawBody('{')),
  'an unknown donation': update({}, 'no-such-donation'),
  'a foreign donation': async ({ api, target }, { authorization }) =>
    target.foreignDonationId
      ? [
          await api.update('PATCH', target.foreignDonationId, REFUSED_UPDATE, { authorization }),
          await api.update('PUT', target.foreignDonationId, REFUSED_UPDATE, { authorization }),
          await api.update('PUT', target.foreignDonationId, REFUSED_UPDATE, { authorization }),
        ]
      : [],
  'a made-up token': async ({ api }) => [
    await api.organizations({ authorization: `Bearer ${UNKNOWN_ACCESS_TOKEN}` }),
  ],
  'an altered token': async ({ api }, { authorization }) => [
    await api.organizations({ authorization: `${authorization}x` }),
  ],
  'the token under another scheme': async ({ api }, { held }) => [
    await api.organizations({ authorization: `Token ${held.accessToken}` }),
  ],
  'the refresh token in its place': async ({ api }, { held }) =>
    held.refreshToken ? [await api.organizations({ authorization: `Bearer ${held.refreshToken}` })] : [],
  'the token in the query': async ({ api }, { held }) => [
    await api.organizations({
      authorization: null,
      query: `access_token=${encodeURIComponent(held.accessToken)}`,
    }),
  ],
  'a refresh with a made-up token': async ({ oauth }) => [await oauth.refresh(UNKNOWN_REFRESH_TOKEN)],
  'an exchange of a made-up code': async ({ oauth }) => [await oauth.exchangeCode(UNKNOWN_CODE)],
  'another method': async ({ http, target }, { authorization }) => [
    await http.send({
      method: 'OPTIONS',
      url: `${target.apiUrl}/v1/organizations`,
      headers: { authorization },
    }),
  ],
  "another user's login": async (context) => {
    const { target } = context
    if (!(target.noOrgUser ?? target.multiOrgUser) || !context.canLogIn) return []
    const user = target.noOrgUser ? 'a user without organizations' : 'a user with several organizations'
    // In a session that nobody else has: what ends the token may be that somebody logs in.
    const { exchange } = await newTokensApart(context, { user, client: 'first client', refreshes: 1 })
    return [exchange]
  },
}
