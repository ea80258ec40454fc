import { describeAnswer, isAccepted, isJsonObject, jsonOf, mediaType } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { OPENERS } from '../../axes/surroundings.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'
import { type ChainLink, ordinaryChain } from '../flows/chain.ts'
import { loginCookies } from '../flows/login-cookies.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'

/** What might open the way without a token, all at once. */
const OPENING_HEADERS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'an address of this host',
    'a user whom a gateway names',
    'marks of an internal call',
    'a page of its own',
    'cookies of a session',
    'marks of a test',
    'X-Original-URL',
    'X-Rewrite-URL',
  ].flatMap((name) => Object.entries(OPENERS[name]?.headers ?? {})),
)

/** Who asks for a page may get one to log in at. */
const AS_A_BROWSER = { ...OPENING_HEADERS, accept: 'text/html,*/*;q=0.8' }

/** Its path as a router may take it too, and forget to ask for a token there. */
const SPELLINGS: Readonly<Record<string, string>> = {
  'a slash behind it': '/v1/organizations/',
  'an ending': '/v1/organizations.json',
  'a path parameter': '/v1/organizations;a=b',
  'two slashes': '/v1//organizations',
  'an escape': '/v1/%6frganizations',
  capitals: '/v1/Organizations',
  'a query': '/v1/organizations?limit=1&organization_id=1&format=json&debug=true',
}

/** GET /v1/organizations with tokens of a code exchange and of refreshes, and without a valid one. */
export const org5 = requirement(
  'ORG-5',
  test('with a valid token', async ({ api }) => {
    expect(await api.organizations()).toBeAcceptedAsJson()
  }),
  covering('of whom', WHOSE, async (context, whose) => {
    const { read, links } = await ordinaryChain(context, whose)
    expect(seenBy(context, read)).toBeAcceptedAsJson()
    for (const link of links) {
      if (!link.read) return
      if (!isAccepted(link.read)) await requireUpdate(context, link)
      expect(seenBy(context, link.read)).toBeAcceptedAsJson()
    }
  }),
  cases<string | null>(
    'without one',
    ({ client: { id, secret } }) => ({
      'no Authorization header': null,
      'an empty header': '',
      'a made-up token': `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
      'no token': 'Bearer',
      'name and password of the client': `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    }),
    async ({ api }, authorization) => {
      expect(await api.organizations({ authorization })).toBeRefused()
    },
  ),
  cases('without one, by other spellings of its path', SPELLINGS, async (context, path) => {
    const bare = await readBare(context, path)
    ensure(
      !isAccepted(bare) || !(await isList(context, bare)),
      'no list of organizations without an Authorization header',
      describeAnswer(bare),
      [bare],
    )
  }),
  test('without one, in odd surroundings', async ({ api }) => {
    const bare = await api.organizations({ authorization: null, headers: AS_A_BROWSER })
    if (mediaType(bare) !== 'text/html') expectShutTo(bare)
    else expectShutTo(await api.organizations({ authorization: null, headers: OPENING_HEADERS }))
  }),
  test('without one, by whoever is logged in', async (context) => {
    const headers = { cookie: await loginCookies(context) }
    expectShutTo(await context.api.organizations({ authorization: null, headers }))
  }),
)

function expectShutTo(bare: Exchange): void {
  ensure(!isAccepted(bare), 'no 2xx without an Authorization header', describeAnswer(bare), [bare])
}

/** Whether what was shown without a token is a list of organizations: it looks like what a token shows, and no other path. */
async function isList(context: Context, bare: Exchange): Promise<boolean> {
  const list = await context.api.organizations()
  const shape = shapeOf(list)
  if (!isAccepted(list) || shape === undefined || shapeOf(bare) !== shape) return false
  return !isAccepted(await readBare(context, '/v1/no-such-path'))
}

/** What kind of JSON it is, with the names in an object; undefined for none. */
function shapeOf(exchange: Exchange): string | undefined {
  const value = jsonOf(exchange)
  if (Array.isArray(value)) return 'a list'
  return isJsonObject(value) ? Object.keys(value).sort().join() || undefined : undefined
}

/** GET without an Authorization header. */
function readBare({ http, target }: Context, path: string): Promise<Exchange> {
  return http.send({ method: 'GET', url: `${target.apiUrl}${path}`, headers: { accept: 'application/json' } })
}

/** @throws InconclusiveError where the refreshed token does not open an update either. */
async function requireUpdate(context: Context, { refresh }: ChainLink): Promise<void> {
  const authorization = `Bearer ${tokensOf(refresh)?.accessToken}`
  const update = await context.api.update('PATCH', await context.donation(), {}, { authorization })
  if (!isAccepted(update)) throw new InconclusiveError('no call takes a refreshed token (see REFRESH-2)')
}
