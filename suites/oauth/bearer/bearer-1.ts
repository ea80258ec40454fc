import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, cases, covering, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { BY_BOTH, METHOD_AXIS } from '../../axes/methods.ts'
import { updateAt, updateIn, type Written } from '../../axes/surrounded.ts'
import { OPENERS, ROUTES, type Surroundings, TOKEN_PLACES } from '../../axes/surroundings.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { ONE_FIELD } from '../../support/bodies.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { UNKNOWN_DONATION } from '../../support/unknown.ts'
import { loginCookies } from '../flows/login-cookies.ts'
import { DONATION_AXIS, donationOfKind } from './donation-axis.ts'
import { REFUSED_UPDATE, WRONG_FIELDS } from './refused-update.ts'

/** Ways to have a POST taken for an update. */
const OVERRIDES: Readonly<Record<string, Surroundings>> = {
  'a header': { headers: { 'x-http-method-override': 'PATCH', 'x-method-override': 'PUT' } },
  '_method in the query': { query: '_method=PUT' },
  '_method in the body': { members: { _method: 'PATCH' } },
}

/** The same JSON sent otherwise: a filter may look at what is ordinary alone. */
const WRITTEN: Readonly<Record<string, Written>> = {
  'with a charset, in chunks': { type: 'application/json; charset=utf-8', chunkBytes: 10 },
  'as plain text': { type: 'text/plain' },
  'without a type': { type: null },
}

const BODIES = {
  'two fields': REFUSED_UPDATE,
  // Whoever checks the fields first tells strangers what they are.
  'wrong fields': WRONG_FIELDS,
  ...ONE_FIELD,
}

/** What libraries send of themselves: a service must not take them for a person with a browser. */
const OF_LIBRARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Java's own client, with a cookie jar": {
    accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    cookie: 'session=1; JSESSIONID=1',
  },
}

/** Updates without an Authorization header: of each field and donation, and with what might open the way without one. */
export const bearer1 = requirement(
  'BEARER-1',
  covering(
    'each donation',
    { method: METHOD_AXIS, donation: DONATION_AXIS },
    async (context, { method, donation }) => {
      const id = await donationOfKind(context, donation)
      // Whoever looks at the rule first tells strangers the status.
      const body = donation === 'other' ? PLAIN_GATED : {}
      expect(await context.api.update(method, id, body, { authorization: null })).toHaveStatus(401)
    },
  ),
  covering(
    'each field',
    { body: axis('body', BODIES), method: METHOD_AXIS },
    async (context, { body, method }) => {
      const id = await context.donation()
      expect(await context.api.update(method, id, body, { authorization: null })).toHaveStatus(401)
    },
    { strength: 1 },
  ),
  cases('without a body', BY_BOTH, async (context, method) => {
    const { http, target } = context
    const id = encodeURIComponent(await context.donation())
    // Whoever reads the body first tells strangers what it lacks. What has no type may be refused by the route (415).
    const headers = { 'content-type': 'application/json', 'content-length': '0' }
    const url = `${target.apiUrl}/v1/donations/${id}`
    expect(await http.send({ method, url, headers })).toHaveStatus(401)
  }),
  cases('with an empty header', BY_BOTH, async (context, method) => {
    const id = await context.donation()
    expectNothingOpened(await context.api.update(method, id, {}, { authorization: '' }))
  }),
  cases('as libraries call', OF_LIBRARIES, async (context, headers) => {
    const id = await context.donation()
    const { api } = context
    expect(await api.update('PATCH', id, {}, { authorization: null, headers })).toHaveStatus(401)
  }),
  cases('by whoever is logged in', BY_BOTH, async (context, method) => {
    const headers = { cookie: await loginCookies(context) }
    const id = await context.donation()
    expectNothingOpened(await context.api.update(method, id, {}, { authorization: null, headers }))
  }),
  covering(
    'in odd surroundings',
    { surroundings: axis('surroundings', OPENERS), method: METHOD_AXIS },
    async (context, { surroundings, method }) => {
      const id = await context.donation()
      const update = { method, id, body: REFUSED_UPDATE, authorization: null }
      expectNothingOpened(await updateIn(context, surroundings, update))
    },
    { strength: 1 },
  ),
  covering(
    'with a token elsewhere',
    { place: axis('place', TOKEN_PLACES), method: METHOD_AXIS },
    async (context, { place, method }) => {
      if (!context.canLogIn)
        throw new NotApplicableError('there is no token of its own to show: calls without any decide')
      const { accessToken } = await sharedTokens(context, FIRST_HOLDER)
      const id = await context.donation()
      const update = { method, id, body: REFUSED_UPDATE, authorization: null }
      expectNothingOpened(await updateIn(context, place(accessToken), update))
    },
    { strength: 1 },
  ),
  covering(
    'by another way',
    { route: axis('route', ROUTES), method: METHOD_AXIS },
    async (context, { route, method }) => {
      const id = encodeURIComponent(await context.donation())
      expectNothingOpened(await updateAt(context, route(id), { method, body: {}, authorization: null }))
    },
    { strength: 1 },
  ),
  cases('written otherwise', alternating(WRITTEN, 1), async (context, { one, by }) => {
    const path = `/v1/donations/${encodeURIComponent(await context.donation())}`
    const update = { method: by, body: REFUSED_UPDATE, authorization: null }
    expectNothingOpened(await updateAt(context, path, update, one))
  }),
  cases('an unknown donation', BY_BOTH, async ({ api }, method) => {
    // An answer that a donation is unknown lets anybody try out which donations exist.
    expect(await api.update(method, UNKNOWN_DONATION, {}, { authorization: null })).toHaveStatus(401)
  }),
  cases('after the same update has worked', BY_BOTH, async (context, method) => {
    const { api } = context
    const id = await context.donation()
    // A cache may know the answer by all of the request but its token.
    if (!isAccepted(await api.update(method, id, {})))
      throw new NotApplicableError('the update does not work with a token either (see UPDATE-6)')
    expect(await api.update(method, id, {}, { authorization: null })).toHaveStatus(401)
  }),
  cases('posted in place of an update', OVERRIDES, async (context, { headers = {}, query, members }) => {
    const { http, target } = context
    const id = encodeURIComponent(await context.donation())
    const url = `${target.apiUrl}/v1/donations/${id}${query === undefined ? '' : `?${query}`}`
    const body = JSON.stringify({ ...REFUSED_UPDATE, ...members })
    const json = { 'content-type': 'application/json' }
    expectNothingOpened(await http.send({ method: 'POST', url, headers: { ...json, ...headers }, body }))
  }),
)

/**
 * A proxy may answer what is odd in its own way, a redirect say; only success is what must not be.
 * @throws ViolationError where the call was accepted.
 */
function expectNothingOpened(exchange: Exchange): void {
  ensure(!isAccepted(exchange), 'no 2xx without an Authorization header', describeAnswer(exchange), [
    exchange,
  ])
}
