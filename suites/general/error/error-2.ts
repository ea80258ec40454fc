import fc from 'fast-check'
import { openBody, openUpdate } from '../../../generators/index.ts'
import { axis, cases, covering, property, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { anyMethod, METHOD_AXIS, methodOf } from '../../axes/methods.ts'
import { ODD_JSON, ODD_PATHS, ODD_QUERIES, ODD_TEXTS } from '../../axes/odd.ts'
import { updateAt } from '../../axes/surrounded.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { UNKNOWN_CODE } from '../../support/unknown.ts'
import { ODD_AUTHORIZATIONS } from './odd-authorizations.ts'
import { everyForm, everyText, valueInEveryField } from './odd-bodies.ts'
import { ODD_CALLS } from './odd-calls.ts'
import {
  ODD_BODIES,
  ODD_HEADERS,
  ODD_IDS,
  ODD_TOKEN_REQUESTS,
  ODD_TOKEN_TYPES,
  ODD_TOKENS,
} from './odd-inputs.ts'
import { sendRawUpdate } from './raw-update.ts'

/** Of the run's cases, for each of three properties: the rule sees all other answers of the run as well. */
const SHARE = 0.04

const ODD_VALUES = Object.values(ODD_TEXTS)

/** Each odd text where another form is wanted: as the advisor, and as the address of one. */
const ODD_FORMS = Object.fromEntries(
  Object.entries(ODD_TEXTS).map(([name, text], index) => [
    name,
    [everyForm(text, 2 * index), everyForm(text, 2 * index + 1)],
  ]),
)

/** One address to some columns of a database, and two to others: whoever looks it up by one rule may store it by the other. */
const IN_TWO_CASES = ['odd.headers@example.com', 'Odd.Headers@example.com']

/** Each value once, with the methods in turn. */
const ONCE = { strength: 1 }

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
      const donation = await context.donation(context.requireKind('pledged'))
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
  covering(
    'each odd text in every text field, and each odd query',
    { text: axis('text', ODD_TEXTS), query: axis('query', ODD_QUERIES), method: METHOD_AXIS },
    async (context, { text, query, method }) => {
      const donation = await context.donation(context.requireKind('pledged'))
      const number = ODD_VALUES.indexOf(text)
      const bodies = everyText(text, number)
      for (const body of bodies) await context.api.update(method, donation, body, { query })
      // Whoever is lent it next would be answered at such length.
      if (bodies.length > 1)
        for (const body of everyText('short', number)) await context.api.update('PATCH', donation, body)
    },
    ONCE,
  ),
  cases('each odd text in every other field', ODD_FORMS, async (context, forms) => {
    const donation = await context.donation(context.requireKind('pledged'))
    for (const [index, body] of forms.entries()) await context.api.update(methodOf(index), donation, body)
  }),
  cases('each odd value, in every field', ODD_JSON, async (context, value) => {
    const donation = await context.donation(context.requireKind('pledged'))
    await context.api.update('PATCH', donation, valueInEveryField(value))
  }),
  covering(
    'each kind of body',
    { body: axis('body', ODD_BODIES), method: METHOD_AXIS },
    (context, { body, method }) => sendRawUpdate(context, method, body),
    ONCE,
  ),
  covering(
    'odd headers',
    { headers: axis('headers', ODD_HEADERS), method: METHOD_AXIS },
    async (context, { headers, method }) => {
      const turn = Object.values(ODD_HEADERS).indexOf(headers)
      const body = { donor_city: 'Rome', advisor: { email: IN_TWO_CASES[turn % 2] } }
      await context.api.update(method, await context.donation(), body, { headers })
    },
    ONCE,
  ),
  covering(
    'odd ids',
    { id: axis('id', ODD_IDS), method: METHOD_AXIS },
    async ({ api }, { id, method }) => {
      await api.update(method, id, {})
    },
    ONCE,
  ),
  covering(
    'odd paths',
    { path: axis('path', ODD_PATHS), method: METHOD_AXIS },
    async (context, { path, method }) => {
      const { authorization } = await authorizationOf(context, FIRST_HOLDER)
      await updateAt(context, `/v1/donations/${path}`, { method, body: {}, authorization })
    },
    ONCE,
  ),
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
  cases('odd types of token requests', ODD_TOKEN_TYPES, async ({ oauth }, type) => {
    await oauth.token(oauth.exchangeParameters(UNKNOWN_CODE), { 'content-type': type })
  }),
  cases('odd authorizations', ODD_AUTHORIZATIONS, async ({ http, oauth }, odd) => {
    await http.send({ method: 'GET', ...odd(oauth.authorizationUrl()) })
  }),
  cases('odd calls', ODD_CALLS, async (context, { method, path, headers = {} }) => {
    const { authorization } = await authorizationOf(context, FIRST_HOLDER)
    await context.http.send({ method, url: path(context.target), headers: { authorization, ...headers } })
  }),
)
