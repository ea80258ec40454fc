import type { TargetConfig } from '../../../client/environment/config.ts'
import { codeOf } from '../../../client/login/authorization-flow.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { redirectUriNearMisses, samePlaceByRfc3986 } from '../../../generators/index.ts'
import { cases, type RequirementTest, requirement, test } from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { ELSEWHERE } from '../../axes/authorization-requests.ts'
import { strangeRedirectUris } from '../../axes/redirect-uris.ts'
import { expectNoCode } from '../../support/authorization.ts'
import { only } from '../../support/only.ts'
import { askerInTurn, mainAsker, secondAsker } from '../token/living.ts'
import { expectNotSentTo } from './not-sent-to.ts'
import { type Judge, refusedAfterSuccess, refusedBeside, type Wrong } from './refused-beside.ts'

/** Those that stand for the rest beside something else. */
const MAIN: Readonly<Record<string, Wrong>> = {
  'other host': () => ({ redirect_uri: ELSEWHERE }),
  'longer path': ({ client }) => ({ redirect_uri: `${client.redirectUri}/more` }),
}

const MISSING: Readonly<Record<string, Wrong>> = {
  missing: () => ({ redirect_uri: undefined }),
}

/** Near misses that stand for the rest where another client asks. */
const MAIN_NEAR_MISSES = [
  'letter case of the path',
  'trailing slash added',
  'encoded letter',
  'dot segments at the end',
  'longer last segment',
  'user info',
  'subdomain',
  'longer first label of the host',
  'host as a subdomain of another',
  'other port',
  'added query parameter',
  'added fragment',
]

/** Where the user would land without one is free, as long as no code comes along. */
const staysAway: Judge = (context, asker, { redirect_uri: uri, ...changes }) =>
  typeof uri === 'string' && uri !== ''
    ? expectNotSentTo(context, uri, changes, asker)
    : expectNoCode(context, { ...changes, redirect_uri: uri }, asker)

/** No redirect URI, every near miss of the registered one, and one that another client has registered. */
export const authz6 = requirement(
  'AUTHZ-6',
  cases('missing', { missing: undefined, empty: '' }, async (context, redirect_uri) => {
    await expectNoCode(context, { redirect_uri })
  }),
  likeRegistered('not registered', (registered) =>
    Object.fromEntries(
      Object.entries(redirectUriNearMisses(registered)).map(([name, uri]) => [name, () => uri]),
    ),
  ),
  likeRegistered('taken for the registered one', strangeRedirectUris),
  cases('like that of the second client', likeSecond, (context, uri) =>
    expectNotSentTo(context, uri, {}, secondAsker(context)),
  ),
  refusedBeside(
    { ...MAIN, ...MISSING },
    [
      'alone',
      'no state',
      'scope missing',
      'response_type missing',
      'response_type token',
      'no page wanted',
      'what libraries add',
    ],
    staysAway,
  ),
  refusedAfterSuccess({ ...MAIN, ...MISSING }, staysAway),
  cases(
    'the same place by RFC 3986',
    ({ client }) => samePlaceByRfc3986(client.redirectUri),
    async ({ oauth, observe }, uri) => {
      const flow = await oauth.authorize({ redirect_uri: uri })
      observe(uri, codeOf(flow) ? 'gives a code' : 'is refused')
    },
  ),
  test('registered by another client', async (context) => {
    const other = CLIENTS['second client'](context)
    const { id, redirectUri } = context.oauth.client
    if (redirectUri === other.redirectUri)
      throw new NotApplicableError('no other client with another URI is known')
    await expectNotSentTo(context, other.redirectUri, { client_id: id })
    await expectNotSentTo(context, redirectUri, { client_id: other.id }, context.otherOAuth)
  }),
)

/**
 * URIs like the registered one of each client in turn; of the main client alone where the second tries it elsewhere, or has
 * none that could be changed so.
 */
function likeRegistered(
  label: string,
  tableOf: (registered: string) => Readonly<Record<string, () => string>>,
): RequirementTest {
  return cases(
    label,
    ({ client }) => tableOf(client.redirectUri),
    async (context, uri, name) => {
      const table = tableOf(context.target.client.redirectUri)
      const isOfBoth = MAIN_NEAR_MISSES.includes(name)
      const inTurn = isOfBoth ? mainAsker(context) : askerInTurn(context, table, name)
      const own = tableOf(inTurn.client.redirectUri)[name]
      await expectNotSentTo(context, (own ?? uri)(), {}, own ? inTurn : mainAsker(context))
    },
  )
}

function likeSecond({ otherClient }: TargetConfig): Readonly<Record<string, string>> {
  if (!otherClient) return {}
  const { localhost } = strangeRedirectUris(otherClient.redirectUri)
  return {
    ...only(redirectUriNearMisses(otherClient.redirectUri), MAIN_NEAR_MISSES),
    ...(localhost ? { localhost: localhost() } : {}),
  }
}
