import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AdviceId, adviceCatalogue } from '../../advice/catalogue.ts'
import { deepProbes } from '../../advice/deep/index.ts'
import { advisedOf, served, targetAt, weaknesses } from './advised.ts'
import { careful, client, type Habits } from './service.ts'

/** All that needs no https and no second address. */
const PROBES = Object.keys(deepProbes).filter((id): id is AdviceId => id in deepProbes)

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const jwt = (payload: object, alg = 'HS256') => {
  const text = `${encoded({ alg })}.${encoded({ jti: randomUUID(), ...payload })}`
  const signature = alg === 'none' ? '' : createHmac('sha256', 'key').update(text).digest('base64url')
  return `${text}.${signature}`
}
const csp = (policy: string) => ({
  pageHeaders: { ...careful.pageHeaders, 'content-security-policy': policy },
})
const without = (name: string, more: Record<string, string> = {}) => {
  const { [name]: _, ...pageHeaders } = careful.pageHeaders
  return { pageHeaders: { ...pageHeaders, ...more } }
}
const STRICT = "default-src 'self'"

/** What a service does otherwise than a careful one, and all that it is told. */
const WEAK: readonly [name: string, habits: Partial<Habits>, told: readonly AdviceId[]][] = [
  ['no headers with pages', { pageHeaders: {} }, ['framing', 'content-security-policy', 'referrer-policy']],
  ['frames from anywhere', csp(`${STRICT}; frame-ancestors *`), ['framing']],
  ['a policy without frame-ancestors', csp(STRICT), ['framing']],
  [
    'X-Frame-Options that browsers no longer know',
    { pageHeaders: { ...csp(STRICT).pageHeaders, 'x-frame-options': 'ALLOW-FROM https://a.example' } },
    ['framing'],
  ],
  [
    'frame-ancestors in the page',
    {
      ...csp(STRICT),
      pageHead: `<meta http-equiv="Content-Security-Policy" content="frame-ancestors 'none'">`,
    },
    ['framing'],
  ],
  ['a policy of frames alone', csp("frame-ancestors 'none'"), ['content-security-policy']],
  [
    'scripts in the page',
    csp("script-src 'self' 'unsafe-inline'; frame-ancestors 'none'"),
    ['content-security-policy'],
  ],
  ['scripts from anywhere', csp("script-src https:; frame-ancestors 'none'"), ['content-security-policy']],
  ['no Referrer-Policy', without('referrer-policy'), ['referrer-policy']],
  [
    'addresses for everybody',
    without('referrer-policy', { 'referrer-policy': 'unsafe-url' }),
    ['referrer-policy'],
  ],
  ['a cookie without Secure', { cookie: 'HttpOnly; SameSite=Lax' }, ['cookie-secure']],
  ['a cookie without HttpOnly', { cookie: 'Secure; SameSite=Strict' }, ['cookie-httponly']],
  ['a cookie without SameSite', { cookie: 'Secure; HttpOnly' }, ['cookie-samesite']],
  ['a cookie for all sites', { cookie: 'Secure; HttpOnly; SameSite=None' }, ['cookie-samesite']],
  ['a 302 behind the password', { statusBehindPassword: 302 }, ['redirect-status']],
  ['a 307 behind the password', { statusBehindPassword: 307 }, ['redirect-status']],
  ['a 307 from consent to the partner', { statusBehindConsent: 307 }, ['redirect-status']],
  ['no iss', { issuer: 'never' }, ['callback-issuer']],
  ['iss beside codes alone', { issuer: 'with codes' }, ['callback-issuer']],
  ['no fragment', { fragment: '' }, ['callback-fragment']],
  ['tokens that caches may keep', { tokenHeaders: { pragma: 'no-cache' } }, ['token-cache-control']],
  ['tokens for old caches', { tokenHeaders: { 'cache-control': 'no-store' } }, ['token-pragma']],
  ['tokens for a day', { expiresIn: 86_400 }, ['access-token-lifetime']],
  [
    'access tokens of 128 bits',
    { newAccessToken: () => randomBytes(16).toString('hex') },
    ['access-token-bits'],
  ],
  ['refresh tokens that are UUIDs', { newRefreshToken: () => randomUUID() }, ['refresh-token-bits']],
  ['codes of 20 characters', { newCode: () => randomBytes(15).toString('base64url') }, ['code-bits']],
  [
    'a JWT with the user’s address',
    { newAccessToken: () => jwt({ aud: 'api', exp: 1, email: 'a@example.org' }) },
    ['access-token-format'],
  ],
  [
    'a JWT with an address for the subject',
    { newAccessToken: () => jwt({ aud: 'api', exp: 1, sub: 'a@example.org' }) },
    ['access-token-format'],
  ],
  [
    'an address in a token of a form of its own',
    {
      newRefreshToken: () => `${encoded({ user: 'a@example.org' })}.${randomBytes(32).toString('base64url')}`,
    },
    ['refresh-token-format'],
  ],
  [
    'the page tells what the header does not',
    { pageHead: '<meta name="referrer" content="unsafe-url">' },
    ['referrer-policy'],
  ],
  [
    'script elements from anywhere',
    csp("default-src 'self'; script-src-elem *; frame-ancestors 'none'"),
    ['content-security-policy'],
  ],
  ['a JWT for everybody', { newAccessToken: () => jwt({ exp: 1 }) }, ['access-token-format']],
  [
    'a refresh token that is not signed',
    { newRefreshToken: () => jwt({}, 'none') },
    ['refresh-token-bits', 'refresh-token-format'],
  ],
  ['no PKCE', { pkce: 'unknown' }, ['pkce']],
  ['PKCE that one may leave out again', { pkce: 'optional' }, ['pkce']],
  ['PKCE is refused', { pkce: 'refused' }, ['pkce']],
  ['a verifier for nothing', { takesStrayVerifier: true }, ['pkce-downgrade']],
  ['the method plain', { takesPlain: true }, ['pkce-plain']],
  ['plain where no method is named', { takesNoMethod: true }, ['pkce-plain']],
  ['no form_post', { postsForms: false }, ['form-post']],
  ['POST obeys any redirect URI', { obeysStrangersByPost: true }, ['authorization-post']],
  ['an unknown scope is granted', { unknownScope: 'granted' }, ['unknown-scope']],
  ['an unknown scope is not mentioned', { unknownScope: 'not mentioned' }, ['unknown-scope']],
  ['POST begins a login for any redirect URI', { showsStrangersByPost: true }, ['authorization-post']],
  ['errors before the login', { reportsBeforeLogin: true }, ['open-redirect']],
  ['the password grant', { furtherGrants: ['password'] }, ['password-grant']],
  ['tokens without a user', { furtherGrants: ['client_credentials'] }, ['client-credentials-grant']],
  ['GET at the token endpoint', { readsGet: true }, ['token-get', 'query-credentials']],
  ['credentials in the address', { readsQuery: true }, ['query-credentials']],
]

/** Another way of being safe. */
const SAFE: readonly [name: string, habits: Partial<Habits>][] = [
  ['X-Frame-Options', { pageHeaders: { ...csp(STRICT).pageHeaders, 'x-frame-options': 'sameorigin' } }],
  ['frames of named sites', csp(`${STRICT}; frame-ancestors 'self' https://portal.example`)],
  [
    'nonces beside unsafe-inline',
    csp("script-src 'nonce-abc' 'unsafe-inline' 'strict-dynamic' https:; frame-ancestors 'none'"),
  ],
  [
    'a policy in the page',
    {
      ...csp("frame-ancestors 'none'"),
      pageHead: `<meta http-equiv="content-security-policy" content="script-src 'none'">`,
    },
  ],
  [
    'the referrer in the page',
    { ...without('referrer-policy'), pageHead: '<meta name="referrer" content="same-origin">' },
  ],
  [
    'a referrer policy with a fallback',
    without('referrer-policy', { 'referrer-policy': 'no-referrer, strict-origin-when-cross-origin' }),
  ],
  ['a sandbox without scripts', csp("sandbox allow-forms; frame-ancestors 'none'")],
  [
    'strict-dynamic beside unsafe-inline',
    csp("script-src 'strict-dynamic' 'unsafe-inline' https:; frame-ancestors 'none'"),
  ],
  [
    'scripts by element and attribute',
    csp("script-src-elem 'self'; script-src-attr 'none'; frame-ancestors 'none'"),
  ],
  [
    'the page takes back what the header tells',
    {
      ...without('referrer-policy', { 'referrer-policy': 'unsafe-url' }),
      pageHead: '<meta name="referrer" content="no-referrer">',
    },
  ],
  [
    'a readable token that names nobody',
    { newAccessToken: () => `${encoded({ user: 7 })}.${randomBytes(32).toString('base64url')}` },
  ],
  ['a 302 behind consent, which has no password', { statusBehindConsent: 302 }],
  ['what other response types are refused with', { refusesTokensInFragment: true }],
  ['tokens for five minutes', { expiresIn: 300 }],
  ['a signed JWT with aud and exp', { newAccessToken: () => jwt({ aud: 'api', exp: 1 }) }],
  ['a refresh token that is a signed JWT', { newRefreshToken: () => jwt({}) }],
  ['the granted scope is named', { unknownScope: 'named' }],
  ['a refusal without asking, as prompt=none wants it', { knowsPromptNone: true }],
  ['every unknown grant is invalid_grant', { unknownGrant: 'invalid_grant' }],
]

test('a careful service is told nothing', async () => {
  const results = await advisedOf(targetAt(await served(careful)), { probes: PROBES })
  expect(weaknesses(results)).toEqual([])
  const unseen = [...results.values()].filter(({ status }) => status === 'not seen').map(({ id }) => id)
  const secure = ['hsts', 'tls-version', 'tls-cipher', 'tls-certificate', 'http-twin', 'old-tls']
  expect(unseen).toEqual([...secure, 'several-addresses'])
})

describe.each(WEAK)('%s', (_, habits, told) => {
  test('is told so, and nothing else', async () => {
    const url = await served({ ...careful, used: new Set(), ...habits })
    expect(weaknesses(await advisedOf(targetAt(url), { probes: PROBES }))).toEqual(told)
  })
})

test.each(SAFE)('%s: nothing is said', async (_, habits) => {
  const url = await served({ ...careful, used: new Set(), ...habits })
  expect(weaknesses(await advisedOf(targetAt(url), { probes: PROBES }))).toEqual([])
})

test('many tokens show what they are made of', async () => {
  const head = randomBytes(20).toString('hex')
  const url = await served({ ...careful, newAccessToken: () => head + randomBytes(12).toString('hex') })
  expect(weaknesses(await advisedOf(targetAt(url), { logins: 12 }))).toEqual(['access-token-bits'])
})

test('what is configured is looked at too', async () => {
  const target = targetAt(await served({ ...careful, used: new Set() }), { codeLifetimeSeconds: 3600 })
  expect(weaknesses(await advisedOf(target))).toEqual(['code-lifetime'])
  const short = { ...target, codeLifetimeSeconds: 600, client: { ...client, secret: 'a-short-secret' } }
  expect(weaknesses(await advisedOf(short, { logins: 0 }))).toEqual(['client-secret-length'])
})

test('where nobody gets a code, nothing is said of what takes one', async () => {
  const target = targetAt(await served({ ...careful, used: new Set() }))
  const nobody = { ...target, user: { username: 'owner', password: 'wrong' } }
  const results = await advisedOf(nobody, { probes: PROBES, logins: 0 })
  expect(weaknesses(results)).toEqual([])
  for (const id of ['pkce', 'pkce-downgrade', 'pkce-plain', 'form-post', 'unknown-scope'])
    expect(results.get(id)).toMatchObject({ status: 'not seen', reason: 'an ordinary request gives no code' })
})

test('the documentation has every advice', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../docs/advice.md'), 'utf8')
  const missing = adviceCatalogue.filter(
    ({ id, title, clause }) => !text.includes(`| \`${id}\` | ${title} |`) || !text.includes(clause),
  )
  expect(missing).toEqual([])
})
