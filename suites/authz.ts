import { redirectUriNearMisses, samePlaceByRfc3986, state, stateBeyondAscii } from '../generators/index.ts'
import type { Context } from '../harness/context.ts'
import { describeWalk, ensure, expect } from '../harness/expect.ts'
import { requirement } from '../harness/requirement.ts'
import { codeOf, type OAuth, type Parameters } from '../target/oauth.ts'
import { NotApplicable, Undecided } from '../target/undecided.ts'
import { swapCase } from './alter.ts'
import { describeGuessability } from './guessability.ts'
import { callbackOf, expectNoCode, expectState, leadsTo, requireLogin, requireOwnFault } from './walks.ts'

/** Each authorization walks through a login: these properties try a part of the run's cases. */
const SHARE_OF_LOGINS = 0.2

/** States that services are known to trip over, each for a reason of its own. */
const TRICKY_STATES = [
  '0',
  'null',
  'undefined',
  'true',
  '+',
  'a+b c',
  'two  blanks,   three',
  ' leading and trailing ',
  '%',
  '%20',
  '%2B%252B',
  'a%00b',
  '&amp;&lt;',
  'a=b&c=d&code=x',
  '#fragment?query',
  `"'<>\\^\`{|}~`,
  '{ "json" : [1.0, "\\u0074wo"],  "json": 2 }',
  'c3RhdGU+Lz8=',
  'https://elsewhere.example/?state=1',
  '007',
  '1e3',
  '9007199254740993',
  ';,/?:@$!*()[]',
  'aB3-'.repeat(128),
  '%'.repeat(256),
]

async function walkWithState({ oauth }: Context, sent: string): Promise<void> {
  const walk = await oauth.visit({ state: sent })
  await requireOwnFault(oauth, walk)
  expect(walk).toYieldCode()
  expectState(walk, sent)
}

/** The user must not be sent to this URI at all, with a code or an error. */
async function expectNotSent(oauth: OAuth, redirectUri: string): Promise<void> {
  const walk = await expectNoCode(oauth, { redirect_uri: redirectUri })
  const sent = leadsTo(walk, redirectUri) && redirectUri !== oauth.client.redirectUri
  ensure(!sent, `the user not to be sent to ${redirectUri}`, describeWalk(walk), walk.exchanges.slice(-1))
}

requirement('AUTHZ-1', async ({ oauth }) => {
  const walk = await oauth.visit()
  requireLogin(walk)
  expect(walk).toYieldCode()
  const { redirectUri } = oauth.client
  ensure(
    leadsTo(walk, redirectUri) && callbackOf(walk).has('state'),
    `a redirect to ${redirectUri} with \`code\` and \`state\``,
    describeWalk(walk),
    walk.exchanges.slice(-1),
  )
})

requirement('AUTHZ-2').property(state(), walkWithState, { share: SHARE_OF_LOGINS, examples: TRICKY_STATES })

requirement('AUTHZ-2', 'beyond ASCII').property(
  stateBeyondAscii(),
  async ({ oauth }, sent) => {
    const walk = await oauth.visit({ state: sent })
    if (codeOf(walk)) expectState(walk, sent)
  },
  { share: SHARE_OF_LOGINS / 2 },
)

requirement('AUTHZ-3', async ({ oauth }) => {
  const walk = await oauth.visit({ state: undefined })
  await requireOwnFault(oauth, walk)
  expect(walk).toYieldCode()
})

requirement('AUTHZ-4').cases(
  {
    missing: undefined,
    empty: '',
    token: 'token',
    id_token: 'id_token',
    none: 'none',
    'code and token': 'code token',
    'upper case': 'CODE',
    'capital letter': 'Code',
    'a prefix of code': 'cod',
    'code with a suffix': 'code2',
    unknown: 'made_up',
  },
  async ({ oauth }, response_type) => {
    await expectNoCode(oauth, { response_type })
  },
)

requirement('AUTHZ-5').cases<(id: string) => string | undefined>(
  {
    missing: () => undefined,
    empty: () => '',
    unknown: () => 'an-unknown-client',
    'one character more': (id) => `${id}x`,
    'one character less': (id) => id.slice(0, -1),
    'other letter case': (id) => {
      // Hexadecimal digits, as of a UUID, name the same value in either case.
      if (!/[g-z]/i.test(id)) throw new NotApplicable('no letters but hexadecimal digits')
      return swapCase(id)
    },
    'a wildcard': () => '*',
    'an SQL wildcard': () => '%',
    undefined: () => 'undefined',
  },
  async ({ oauth }, change) => {
    const walk = await expectNoCode(oauth, { client_id: change(oauth.client.id) })
    const sent = leadsTo(walk, oauth.client.redirectUri)
    ensure(!sent, 'no redirect to the given URI', describeWalk(walk), walk.exchanges.slice(-1))
  },
)

requirement('AUTHZ-6', 'missing').cases(
  { missing: undefined, empty: '' },
  async ({ oauth }, redirect_uri) => {
    await expectNoCode(oauth, { redirect_uri })
  },
)

requirement('AUTHZ-6', 'not registered').cases(
  ({ client }) => redirectUriNearMisses(client.redirectUri),
  ({ oauth }, uri) => expectNotSent(oauth, uri),
)

requirement('AUTHZ-6', 'the same place by RFC 3986').cases(
  ({ client }) => samePlaceByRfc3986(client.redirectUri),
  async ({ oauth, observe }, uri) => {
    const walk = await oauth.visit({ redirect_uri: uri })
    observe(uri, codeOf(walk) ? 'gives a code' : 'is refused')
  },
)

requirement('AUTHZ-6', 'registered by another client', async ({ oauth, target }) => {
  const uri = target.otherClient?.redirectUri
  if (!uri || uri === oauth.client.redirectUri)
    throw new NotApplicable('no other client with another URI is known')
  await expectNotSent(oauth, uri)
})

requirement('AUTHZ-7', async ({ oauth }) => {
  await expectNotSent(oauth, oauth.client.redirectUri.replace(/^https:/i, 'http:'))
})

requirement('AUTHZ-8').cases({ missing: undefined, empty: '' }, async ({ oauth }, scope) => {
  await expectNoCode(oauth, { scope })
})

requirement('AUTHZ-9', async ({ oauth }) => {
  const codes: string[] = []
  for (let n = 0; n < 8; n++) codes.push(await oauth.approve())
  const flaw = describeGuessability(codes)
  ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', [])
})

/** Where it does not come back when the user approves either, AUTHZ-2 says what is wrong. */
const TRICKY_STATE = 'declined: a+b %2B c&d=e'

requirement('AUTHZ-10', async (context) => {
  const { oauth } = context
  const walk = await oauth.visit({ state: TRICKY_STATE }, 'decline')
  requireLogin(walk)
  if (!walk.sawApproval) throw new Undecided('nobody was asked to approve, so nobody could decline')
  expect(walk).toYieldNoCode()
  const callback = callbackOf(walk)
  ensure(
    leadsTo(walk, oauth.client.redirectUri) && callback.get('error') === 'access_denied',
    'a redirect to the redirect_uri with `error=access_denied`',
    describeWalk(walk),
    walk.exchanges.slice(-1),
  )
  if (callbackOf(walk).get('state') !== TRICKY_STATE) {
    // Asked for only now: a service that remembers an approval shows nobody a page to decline on.
    const approved = await oauth.visit({ state: TRICKY_STATE })
    if (callbackOf(approved).get('state') !== TRICKY_STATE) return
  }
  expectState(walk, TRICKY_STATE)
})

requirement('AUTHZ-11').cases<(request: Record<string, string>) => Parameters>(
  {
    'response_type twice': () => ({ response_type: ['code', 'code'] }),
    'response_type twice, the second unknown': () => ({ response_type: ['code', 'made_up'] }),
    'client_id twice': ({ client_id = '' }) => ({ client_id: [client_id, client_id] }),
    'redirect_uri twice': ({ redirect_uri = '' }) => ({ redirect_uri: [redirect_uri, redirect_uri] }),
    'scope twice': ({ scope = '' }) => ({ scope: [scope, scope] }),
    'state twice': () => ({ state: ['one', 'one'] }),
    'state twice, with two values': () => ({ state: ['one', 'two'] }),
  },
  async ({ oauth, target }, twice) => {
    const { id, redirectUri } = oauth.client
    await expectNoCode(oauth, twice({ client_id: id, redirect_uri: redirectUri, scope: target.scope }))
  },
)

requirement('AUTHZ-2', 'empty', async ({ oauth, observe }) => {
  const walk = await oauth.visit({ state: '' })
  const states = callbackOf(walk).getAll('state')
  const echo = states.length === 0 ? 'a code without state' : `a code with state ${JSON.stringify(states)}`
  observe('an empty state', codeOf(walk) ? echo : 'is refused')
})
