import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { openBody, openUpdate } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../support/methods.ts'
import { ODD_BODIES, ODD_HEADERS, ODD_IDS, ODD_TOKEN_REQUESTS, ODD_TOKENS } from './odd-inputs.ts'
import { sendRawUpdate } from './raw-update.ts'

/** Of the run's cases, for each of three properties: the rule sees all other answers of the run as well. */
const SHARE = 0.25

/** A rule looks for 5xx, hangs and dropped connections in the whole run; these tests provoke them. */
export const error2 = requirement(
  'ERROR-2',
  { irregular: true, judgedByRule: true },
  property(
    'odd values',
    fc.tuple(anyMethod, openUpdate({ pledged: false })),
    async (context, [method, { body }]) => {
      await context.api.update(method, await context.donation(), body)
    },
    { share: SHARE },
  ),
  property(
    'odd values of a pledged donation',
    fc.tuple(anyMethod, openUpdate({ pledged: true })),
    async (context, [method, { body }]) => {
      const donation = await context.donation(context.known('pledged'))
      await context.api.update(method, donation, body)
    },
    { share: SHARE },
  ),
  property(
    'odd bodies',
    fc.tuple(anyMethod, openBody()),
    (context, [method, { value }]) => sendRawUpdate(context, method, value),
    { share: SHARE },
  ),
  cases('each kind of body', ODD_BODIES, async (context, body) => {
    for (const method of UPDATE_METHODS) await sendRawUpdate(context, method, body)
  }),
  cases('odd headers', ODD_HEADERS, async (context, headers) => {
    const donation = await context.donation()
    for (const method of UPDATE_METHODS)
      await context.api.update(method, donation, { donor_city: 'Rome' }, { headers })
  }),
  cases('odd ids', ODD_IDS, async ({ api }, id) => {
    for (const method of UPDATE_METHODS) await api.update(method, id, {})
  }),
  cases('odd tokens', ODD_TOKENS, async (context, authorization) => {
    await context.api.update('PATCH', await context.donation(), {}, { authorization })
  }),
  cases('odd token requests', ODD_TOKEN_REQUESTS, async ({ http, oauth }, body) => {
    await http.send({
      method: 'POST',
      url: oauth.tokenEndpoint,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  }),
)
