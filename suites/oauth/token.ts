import { setTimeout as sleep } from 'node:timers/promises'
import { describeAnswer, givesToken, isAccepted, jsonObjectOf, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { encodeParameters, type FormParameters, type OAuth, type Tokens } from '../../client/oauth/oauth.ts'
import { tokenResponseSchema } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { redirectUriNearMisses } from '../../generators/index.ts'
import { ensure, expect } from '../../harness/authoring/expect.ts'
import { requirement } from '../../harness/authoring/requirement.ts'
import type { Context } from '../../harness/session/context.ts'
import { ALTERATIONS } from '../support/alter.ts'
import { WRONG_CREDENTIALS } from '../support/credentials.ts'

/** A code that no service has issued. */
const UNKNOWN_CODE = 'never-issued-0a1b2c3d4e5f60718293a4b5c6d7e8f9'

/** Some services keep a little more than the lifetime they name. */
const EXPIRY_MARGIN_MS = 1_500

requirement('TOKEN-1', async ({ oauth }) => {
  const exchange = await oauth.exchange(await oauth.obtainCode())
  expect(exchange).toBeAcceptedAsJson()
  const body = jsonObjectOf(exchange)
  const given =
    body !== undefined &&
    !('error' in body) &&
    Object.keys(tokenResponseSchema.shape).some((key) => key in body)
  ensure(given, 'a token response', describeAnswer(exchange), [exchange])
})

/** Whatever a code begins or ends with, it has to be found. */
const CODES = 16

requirement('TOKEN-1', 'one code after the other', async (context) => {
  const { oauth } = context
  for (let n = 1; n <= context.times(CODES); n++)
    expect(await oauth.exchange(await oauth.obtainCode())).toBeAccepted()
})

requirement('TOKEN-1', 'parameters in another order', async ({ oauth }) => {
  const code = await oauth.obtainCode()
  const parameters = Object.entries(oauth.exchangeParameters(code)).toReversed()
  expect(await oauth.token(Object.fromEntries(parameters))).toBeAccepted()
})

requirement('TOKEN-2', async ({ oauth }) => {
  const exchange = await oauth.exchange(await oauth.obtainCode())
  if (!isAccepted(exchange) || !jsonObjectOf(exchange)) {
    throw new InconclusiveError(
      `the code exchange gave no JSON object (see TOKEN-1): ${describeAnswer(exchange)}`,
    )
  }
  expect(exchange).toMatchContract(tokenResponseSchema)
})

const A_WHILE_MS = 1_200

requirement('TOKEN-3').cases<(oauth: OAuth, code: string) => Promise<void>>(
  {
    'twice in a row': async () => {},
    'three times': async (oauth, code) => {
      expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    },
    'after another code was exchanged': async (oauth) => {
      await oauth.signIn()
    },
    // What remembers used codes may forget them soon.
    'a while later': async () => {
      await sleep(A_WHILE_MS)
    },
  },
  async ({ oauth }, between) => {
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    await between(oauth, code)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  },
)

requirement('TOKEN-3', 'after the tokens were refreshed', async ({ oauth }) => {
  const code = await oauth.obtainCode()
  const { refreshToken } = await oauth.redeem(code)
  if (refreshToken) await oauth.renew(refreshToken)
  expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
})

/** Attempts that must fail, and must not make a code good for more than one that succeeds. */
const WRONG_ATTEMPTS: Readonly<Record<string, FormParameters>> = {
  'a wrong client_secret': { client_secret: 'wrong' },
  'an unknown client_id': { client_id: 'an-unknown-client' },
  'a wrong redirect_uri': { redirect_uri: 'https://elsewhere.example/callback' },
  'no redirect_uri': { redirect_uri: undefined },
}

for (const [when, before] of [
  ['before', true],
  ['in between', false],
] as const) {
  requirement('TOKEN-3', `a wrong attempt ${when}`).cases(WRONG_ATTEMPTS, async ({ oauth }, wrong) => {
    const code = await oauth.obtainCode()
    if (before) {
      const attempt = await oauth.exchange(code, wrong)
      if (givesToken(attempt))
        throw new NotApplicableError('the wrong attempt gave tokens (see TOKEN-8 to TOKEN-10)')
    }
    const first = await oauth.exchange(code)
    // A service may use a code up with any attempt.
    if (!givesToken(first) && before) return
    if (!before) await oauth.exchange(code, wrong)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  })
}

requirement('TOKEN-4').cases({ first: 2, second: 5, third: 10 }, async ({ oauth }, times) => {
  const code = await oauth.obtainCode()
  const exchanges = await Promise.all(Array.from({ length: times }, () => oauth.exchange(code)))
  const given = exchanges.filter(givesToken)
  ensure(
    given.length <= 1,
    `at most one of ${times} exchanges at the same moment to get tokens`,
    `tokens in ${given.length} of the ${times} answers`,
    exchanges,
  )
})

requirement('TOKEN-5', 'unknown', async ({ oauth }) => {
  expect(await oauth.exchange(UNKNOWN_CODE)).toBeOAuthError('invalid_grant')
})

requirement('TOKEN-5', 'altered').cases(ALTERATIONS, async ({ oauth }, alter) => {
  if (!oauth.user) throw new NotApplicableError('no code to alter without a login')
  const altered = alter(await oauth.obtainCode())
  expect(await oauth.exchange(altered)).toBeOAuthError('invalid_grant')
})

requirement('TOKEN-6').cases<FormParameters | undefined>(
  { untouched: undefined, 'after a failed attempt': { client_secret: 'wrong' } },
  async ({ oauth, target, inspectorIfAny, signal }, attempt) => {
    const { codeLifetimeSeconds } = target
    if (!inspectorIfAny && codeLifetimeSeconds === undefined) {
      throw new InconclusiveError('how long a code lives is not known', ['SANDBOX_CODE_LIFETIME_SECONDS'])
    }
    const code = await oauth.obtainCode()
    if (attempt) await oauth.exchange(code, attempt)
    if (inspectorIfAny) await inspectorIfAny.expireCode(code)
    else await sleep((codeLifetimeSeconds ?? 0) * 1000 + EXPIRY_MARGIN_MS, undefined, { signal })
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  },
)

requirement('TOKEN-7').cases<(oauth: OAuth, other: OAuth) => FormParameters>(
  {
    'with the redirect_uri of the client that it was issued to': (oauth) => ({
      redirect_uri: oauth.client.redirectUri,
    }),
    'with its own redirect_uri': () => ({}),
  },
  async ({ oauth, otherOAuth }, changes) => {
    await otherOAuth.signIn()
    const code = await oauth.obtainCode()
    // Refused once, refused again: a first attempt must not open the way for the next.
    for (let time = 1; time <= 2; time++) {
      expect(await otherOAuth.exchange(code, changes(oauth, otherOAuth))).toBeRefusedTokens()
    }
  },
)

requirement('TOKEN-8').cases(WRONG_CREDENTIALS, async (context, spoil) => {
  const { oauth } = context
  const code = await oauth.obtainCode()
  expect(await oauth.exchange(code, spoil(oauth.client))).toGiveNoToken()
})

requirement('TOKEN-8', "another client's secret", async ({ oauth, target }) => {
  if (!target.otherClient) throw new NotApplicableError('no second client')
  const code = await oauth.obtainCode()
  expect(await oauth.exchange(code, { client_secret: target.otherClient.secret })).toGiveNoToken()
})

/** Near misses of the registered URI that stand for the rest here: each attempt costs a login. */
const REDIRECT_MISSES = [
  'other path',
  'other host',
  'letter case of the path',
  'trailing slash added',
  'trailing slash removed',
  'dot segments upward',
  'encoded letter',
  'added query parameter',
]

requirement('TOKEN-9').cases(
  ({ client }) => {
    const misses = redirectUriNearMisses(client.redirectUri)
    const some = Object.entries(misses).filter(([name]) => REDIRECT_MISSES.includes(name))
    return Object.fromEntries([...some, ['the http twin', client.redirectUri.replace(/^https:/i, 'http:')]])
  },
  async ({ oauth }, redirect_uri) => {
    expect(await oauth.exchange(await oauth.obtainCode(), { redirect_uri })).toGiveNoToken()
  },
)

const required = ['grant_type', 'code', 'client_id', 'client_secret', 'redirect_uri']
const lacking = required.flatMap((name): [string, FormParameters][] => [
  [`${name} missing`, { [name]: undefined }],
  [`${name} empty`, { [name]: '' }],
])
requirement('TOKEN-10').cases(Object.fromEntries(lacking), async ({ oauth }, changes) => {
  expect(await oauth.exchange(await oauth.obtainCode(), changes)).toGiveNoToken()
})

requirement('TOKEN-11').cases(
  {
    'a made-up name': 'made_up',
    'a made-up URI': 'urn:example:grant-type:made-up',
    'a near miss': 'authorization_codes',
    'capital letters': 'AUTHORIZATION_CODE',
  },
  async ({ oauth }, grant_type) => {
    expect(await oauth.exchange(UNKNOWN_CODE, { grant_type })).toBeOAuthError('unsupported_grant_type')
  },
)

// TOKEN-12 and TOKEN-15 are monitors; these make sure that there is something to judge.
requirement('TOKEN-12', async ({ oauth }) => {
  const { refreshToken } = await oauth.signIn()
  if (refreshToken) await oauth.renew(refreshToken)
})

requirement('TOKEN-15').cases<FormParameters>(
  {
    'an unknown code': {},
    'no grant_type': { grant_type: undefined },
    'an unknown grant_type': { grant_type: 'made_up' },
    'no code': { code: undefined },
    'no redirect_uri': { redirect_uri: undefined },
    'no client_id': { client_id: undefined },
    'an unknown client_id': { client_id: 'an-unknown-client' },
    'no client_secret': { client_secret: undefined },
    'a wrong client_secret': { client_secret: 'wrong' },
    'an unknown refresh token': { grant_type: 'refresh_token', refresh_token: UNKNOWN_CODE },
    'no refresh token': { grant_type: 'refresh_token' },
    'a parameter twice': { grant_type: ['authorization_code', 'refresh_token'] },
  },
  async ({ oauth }, changes) => {
    expect(await oauth.exchange(UNKNOWN_CODE, changes)).toGiveNoToken()
  },
)

requirement('TOKEN-13').cases<(tokens: Tokens, context: Context) => Promise<void>>(
  {
    'the access token': async ({ accessToken }, { api }) => {
      const exchange = await api.organizations({ authorization: `Bearer ${accessToken}` })
      expect(exchange).toBeRefused()
    },
    'the refresh token': async ({ refreshToken }, { oauth }) => {
      if (!refreshToken) throw new NotApplicableError('no refresh token was given')
      expect(await oauth.refresh(refreshToken)).toBeRefusedTokens()
    },
  },
  async (context, expectRevoked) => {
    const { oauth, api } = context
    const code = await oauth.obtainCode()
    const tokens = await oauth.redeem(code)
    const before = await api.organizations({ authorization: `Bearer ${tokens.accessToken}` })
    if (!isAccepted(before)) throw new InconclusiveError('the access token did not work before (see ORG-5)')
    if (givesToken(await oauth.exchange(code)))
      throw new InconclusiveError('the second use gave tokens (see TOKEN-3)')
    await expectRevoked(tokens, context)
  },
)

requirement('TOKEN-14').cases<(context: Context, code: string) => Promise<Exchange>>(
  {
    'a JSON body': ({ http, oauth }, code) =>
      http.send({
        method: 'POST',
        url: oauth.tokenEndpoint,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(oauth.exchangeParameters(code)),
      }),
    'a query string': ({ http, oauth }, code) =>
      http.send({
        method: 'POST',
        url: `${oauth.tokenEndpoint}?${encodeParameters(oauth.exchangeParameters(code))}`,
      }),
    'HTTP Basic client authentication': ({ oauth }, code) => {
      const { id, secret } = oauth.client
      const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString(
        'base64',
      )
      const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(code)
      return oauth.token(parameters, { authorization: `Basic ${credentials}` })
    },
  },
  async (context, send, name) => {
    const exchange = await send(context, await context.oauth.obtainCode())
    context.observe(name, `${statusOf(exchange)}${givesToken(exchange) ? ' with tokens' : ''}`)
  },
)
