import { z } from 'zod'
import { describeAnswer, isAccepted, jsonObjectOf, jsonOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { codeOf, type OAuth } from '../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import { requireLogin } from '../support/authorization.ts'

const organizationsSchema = z.array(z.looseObject({ id: z.string(), name: z.string() }))

/**
 * The organizations of a token response.
 * @throws InconclusiveError where they have not even the documented types; TOKEN-2 and REFRESH-1 judge that.
 */
function organizationsOf(exchange: Exchange) {
  const parsed = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
  if (parsed.success) return parsed.data
  throw new InconclusiveError(
    `ig_organizations is not of the documented shape (see TOKEN-2): ${describeAnswer(exchange)}`,
  )
}

async function signedIn(oauth: OAuth) {
  const tokens = await oauth.signIn()
  return { ...tokens, organizations: organizationsOf(tokens.exchange) }
}

async function expectPublicEntries(oauth: OAuth): Promise<string[]> {
  const { organizations, exchange } = await signedIn(oauth)
  if (organizations.length === 0) throw new InconclusiveError('the user owns no organization')
  const ids = organizations.map(({ id }) => id)
  ensure(ids.every(Boolean), 'an id in every entry', describeAnswer(exchange), [exchange])
  ensure(
    organizations.every(({ name }) => name),
    'a name in every entry',
    describeAnswer(exchange),
    [exchange],
  )
  ensure(new Set(ids).size === ids.length, 'distinct ids', `ids ${ids.join(', ')}`, [exchange])
  return ids
}

/** Refreshes in a row: what is lost may be lost only later. */
const REFRESHES = 3

async function expectSameAfterRefresh(oauth: OAuth): Promise<void> {
  const { exchange: first, refreshToken } = await oauth.signInForChain()
  const before = organizationsOf(first)
    .map(({ id }) => id)
    .toSorted()
  let newest = refreshToken
  for (let turn = 1; turn <= REFRESHES; turn++) {
    const renewed = await oauth.renew(newest)
    newest = renewed.refreshToken
    const { exchange } = renewed
    const again = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
    ensure(again.success, 'ig_organizations again, as an array of { id, name }', describeAnswer(exchange), [
      exchange,
    ])
    const after = again.data.map(({ id }) => id).toSorted()
    ensure(
      before.length === after.length && before.every((id, index) => id === after[index]),
      `the ids of the code exchange: ${before.join(', ') || 'none'}`,
      `ids ${after.join(', ') || 'none'} from refresh ${turn}`,
      [exchange],
    )
  }
}

requirement('ORG-1', async (context) => {
  const { oauth, inspectorIfAny } = context
  const ids = await expectPublicEntries(oauth)
  if (!inspectorIfAny) return
  const { organization_id } = await inspectorIfAny.donation(await context.donation())
  ensure(
    ids.includes(organization_id),
    `the public id of the donations' organization, ${organization_id}`,
    `ids ${ids.join(', ')}`,
    [],
  )
})

requirement('ORG-1', 'several organizations', async (context) => {
  if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
  await expectPublicEntries(context.multiOrgOAuth)
})

requirement('ORG-2', async ({ oauth }) => expectSameAfterRefresh(oauth))

requirement('ORG-2', 'several organizations', async (context) => {
  if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
  await expectSameAfterRefresh(context.multiOrgOAuth)
})

requirement('ORG-3', async ({ oauth, noOrgOAuth }) => {
  const flow = await noOrgOAuth.authorize()
  requireLogin(flow)
  // Where nobody gets a code, that is not about organizations.
  if (!codeOf(flow)) await oauth.obtainCode()
  expect(flow).toYieldCode()
  const exchange = await noOrgOAuth.exchange(codeOf(flow) ?? '')
  expect(exchange).toBeAccepted()
  const organizations = jsonObjectOf(exchange)?.ig_organizations
  // Where it is no array for anybody, TOKEN-2 says so.
  if (!Array.isArray(organizations)) await signedIn(oauth)
  ensure(
    Array.isArray(organizations) && organizations.length === 0,
    'a token response with an empty ig_organizations',
    describeAnswer(exchange),
    [exchange],
  )
})

requirement('ORG-4', async ({ multiOrgOAuth }) => {
  const { organizations, exchange } = await signedIn(multiOrgOAuth)
  const distinct = new Set(organizations.map(({ id }) => id)).size
  ensure(
    distinct > 1,
    'all organizations of a user who owns several',
    `${organizations.length} entries, ${distinct} distinct`,
    [exchange],
  )
})

requirement('ORG-5', 'with a valid token', async ({ api }) => {
  expect(await api.organizations()).toBeAcceptedAsJson()
})

requirement('ORG-5', 'with a refreshed token', async (context) => {
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
})

requirement('ORG-5', 'without one').cases(
  {
    'no Authorization header': null,
    'a made-up token': 'Bearer never-issued-0a1b2c3d4e5f6071',
    'no token': 'Bearer',
  },
  async ({ api }, authorization) => {
    expect(await api.organizations({ authorization })).toBeRefused()
  },
)

requirement('ORG-6', async ({ api, oauth, observe }) => {
  const { organizations, accessToken } = await signedIn(oauth)
  const exchange = await api.organizations({ authorization: `Bearer ${accessToken}` })
  if (!isAccepted(exchange))
    throw new InconclusiveError(`no answer to look at (see ORG-5): ${describeAnswer(exchange)}`)
  const body = jsonOf(exchange)
  const shape = Array.isArray(body)
    ? 'an array'
    : `an object with keys ${Object.keys(jsonObjectOf(exchange) ?? {})
        .toSorted()
        .join(', ')}`
  observe('shape of GET /v1/organizations', shape)
  const text = exchange.response?.body ?? ''
  const shown = organizations.filter(({ id }) => text.includes(JSON.stringify(id))).length
  observe(
    "the token's organizations appear in it",
    shown === organizations.length ? 'all' : shown > 0 ? 'some' : 'none',
  )
})
