import { codeOf, type FormParameters, type OAuth } from '../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { redirectUriNearMisses, samePlaceByRfc3986, state, stateBeyondAscii } from '../../generators/index.ts'
import { describeFlow, ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { swapCase } from '../support/alter.ts'
import {
  callbackOf,
  expectNoCode,
  expectState,
  leadsTo,
  requireLogin,
  requireOwnFault,
} from '../support/authorization.ts'
import { describeGuessability } from '../support/guessability.ts'

/** Each authorization flows through a login: these properties try a part of the run's cases. */
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
  const flow = await oauth.authorize({ state: sent })
  await requireOwnFault(oauth, flow)
  expect(flow).toYieldCode()
  expectState(flow, sent)
}

/** The user must not be sent to this URI at all, with a code or an error. */
async function expectNotSent(oauth: OAuth, redirectUri: string): Promise<void> {
  const flow = await expectNoCode(oauth, { redirect_uri: redirectUri })
  const sent = leadsTo(flow, redirectUri) && redirectUri !== oauth.client.redirectUri
  ensure(!sent, `the user not to be sent to ${redirectUri}`, describeFlow(flow), flow.exchanges.slice(-1))
}

requirement('AUTHZ-1', async ({ oauth }) => {
  const flow = await oauth.authorize()
  requireLogin(flow)
  expect(flow).toYieldCode()
  const { redirectUri } = oauth.client
  ensure(
    leadsTo(flow, redirectUri) && callbackOf(flow).has('state'),
    `a redirect to ${redirectUri} with \`code\` and \`state\``,
    describeFlow(flow),
    flow.exchanges.slice(-1),
  )
})

requirement('AUTHZ-2').property(state(), walkWithState, { share: SHARE_OF_LOGINS, examples: TRICKY_STATES })

requirement('AUTHZ-2', 'beyond ASCII').property(
  stateBeyondAscii(),
  async ({ oauth }, sent) => {
    const flow = await oauth.authorize({ state: sent })
    if (codeOf(flow)) expectState(flow, sent)
  },
  { share: SHARE_OF_LOGINS / 2 },
)

requirement('AUTHZ-3', async ({ oauth }) => {
  const flow = await oauth.authorize({ state: undefined })
  await requireOwnFault(oauth, flow)
  expect(flow).toYieldCode()
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
      if (!/[g-z]/i.test(id)) throw new NotApplicableError('no letters but hexadecimal digits')
      return swapCase(id)
    },
    'a wildcard': () => '*',
    'an SQL wildcard': () => '%',
    undefined: () => 'undefined',
  },
  async ({ oauth }, change) => {
    const flow = await expectNoCode(oauth, { client_id: change(oauth.client.id) })
    const sent = leadsTo(flow, oauth.client.redirectUri)
    ensure(!sent, 'no redirect to the given URI', describeFlow(flow), flow.exchanges.slice(-1))
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
    const flow = await oauth.authorize({ redirect_uri: uri })
    observe(uri, codeOf(flow) ? 'gives a code' : 'is refused')
  },
)

requirement('AUTHZ-6', 'registered by another client', async ({ oauth, target }) => {
  const uri = target.otherClient?.redirectUri
  if (!uri || uri === oauth.client.redirectUri)
    throw new NotApplicableError('no other client with another URI is known')
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
  for (let n = 0; n < 8; n++) codes.push(await oauth.obtainCode())
  const flaw = describeGuessability(codes)
  ensure(flaw === undefined, 'distinct codes of at least 128 bits that do not count', flaw ?? '', [])
})

/** Where it does not come back when the user approves either, AUTHZ-2 says what is wrong. */
const TRICKY_STATE = 'declined: a+b %2B c&d=e'

requirement('AUTHZ-10', async (context) => {
  const { oauth } = context
  const flow = await oauth.authorize({ state: TRICKY_STATE }, 'decline')
  requireLogin(flow)
  if (!flow.sawApproval) throw new InconclusiveError('nobody was asked to approve, so nobody could decline')
  expect(flow).toYieldNoCode()
  const callback = callbackOf(flow)
  ensure(
    leadsTo(flow, oauth.client.redirectUri) && callback.get('error') === 'access_denied',
    'a redirect to the redirect_uri with `error=access_denied`',
    describeFlow(flow),
    flow.exchanges.slice(-1),
  )
  if (callbackOf(flow).get('state') !== TRICKY_STATE) {
    // Asked for only now: a service that remembers an approval shows nobody a page to decline on.
    const approved = await oauth.authorize({ state: TRICKY_STATE })
    if (callbackOf(approved).get('state') !== TRICKY_STATE) return
  }
  expectState(flow, TRICKY_STATE)
})

requirement('AUTHZ-11').cases<(request: Record<string, string>) => FormParameters>(
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
  const flow = await oauth.authorize({ state: '' })
  const states = callbackOf(flow).getAll('state')
  const echo = states.length === 0 ? 'a code without state' : `a code with state ${JSON.stringify(states)}`
  observe('an empty state', codeOf(flow) ? echo : 'is refused')
})
