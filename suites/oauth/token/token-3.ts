import { givesToken } from '../../../client/http/answer.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { Asker, CLIENTS, USERS } from '../../axes/askers.ts'
import { replaceAt } from '../../support/alter.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { secondAsker } from './living.ts'
import { BETWEEN } from './used-code.ts'

/** A used code is refused however often it comes: a refusal must not make it good again. */
const ATTEMPTS = 2

/** Exchanges that must fail, by what is wrong with them: none may make the code good for a second one that succeeds. */
const WRONG_ATTEMPTS: Readonly<Record<string, (code: string) => FormParameters>> = {
  'a wrong client_secret': () => ({ client_secret: 'wrong' }),
  'an unknown client_id': () => ({ client_id: UNKNOWN_CLIENT_ID }),
  'a wrong redirect_uri': () => ({ redirect_uri: 'https://elsewhere.example/callback' }),
  'no redirect_uri': () => ({ redirect_uri: undefined }),
}

const MORE_WRONG_ATTEMPTS: Readonly<Record<string, (code: string) => FormParameters>> = {
  'no client_secret': () => ({ client_secret: undefined }),
  'no client_id': () => ({ client_id: undefined }),
  'no client authentication': () => ({ client_id: undefined, client_secret: undefined }),
  'an altered code': (code) => ({ code: replaceAt(code, 0) }),
  'an unknown grant_type': () => ({ grant_type: 'made_up' }),
  'no grant_type': () => ({ grant_type: undefined }),
  'the code as a refresh token': (code) => ({ grant_type: 'refresh_token', refresh_token: code }),
  'an unknown refresh token': () => ({ grant_type: 'refresh_token', refresh_token: UNKNOWN_REFRESH_TOKEN }),
}

/** Wrong attempts before the first exchange that succeeds: those by the client, and those by the redirect URI. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  'of another client': ['a wrong client_secret', 'an unknown client_id'],
  'for another place': ['a wrong redirect_uri', 'no redirect_uri'],
}

/** Users and clients beside the main ones, each once. */
const WHO_ASKS = {
  'one organization, second client': [USERS['a user with one organization'], CLIENTS['second client']],
  'several organizations': [USERS['a user with several organizations'], CLIENTS['first client']],
  'no organization, second client': [USERS['a user without organizations'], CLIENTS['second client']],
} as const

/** One exchange that succeeds and others with the same code that must not, with various things before or in between. */
export const token3 = requirement(
  'TOKEN-3',
  { isolated: true },
  cases(BETWEEN, async (context, between) => {
    const { oauth } = context
    const code = await oauth.obtainCode()
    const tokens = await oauth.redeem(code)
    await between({ context, code, tokens })
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  cases('wrong attempts before', BEFORE, async ({ oauth }, names) => {
    const code = await oauth.obtainCode()
    for (const name of names) {
      if (givesToken(await oauth.exchange(code, WRONG_ATTEMPTS[name]?.(code))))
        throw new NotApplicableError('the wrong attempt gave tokens (see TOKEN-8 to TOKEN-10)')
    }
    const first = await oauth.exchange(code)
    // A service may use a code up with any attempt.
    if (!givesToken(first)) throw new NotApplicableError('the wrong attempt used the code up')
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  test('many wrong attempts in between', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    for (const wrong of Object.values({ ...WRONG_ATTEMPTS, ...MORE_WRONG_ATTEMPTS })) {
      await oauth.exchange(code, wrong(code))
      expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    }
  }),
  test("another client's attempt in between", async (context) => {
    const { oauth } = context
    const other = secondAsker(context)
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    await other.exchange(code)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    expect(await other.exchange(code)).toBeRefusedTokens()
  }),
  cases('who asks', WHO_ASKS, async (context, [user, client]) => {
    const asker = new Asker(user(context), client(context))
    const code = await asker.obtainCode()
    if (!givesToken(await asker.exchange(code)))
      throw new NotApplicableError('the first exchange gave no tokens (see TOKEN-1, ORG-3)')
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expect(await asker.exchange(code)).toBeOAuthError('invalid_grant')
  }),
)
