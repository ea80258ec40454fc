import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

const secret = `p'ä ss/"w&<o>rd+1!`

function registry(...secrets: [string, string][]): SecretRegistry {
  const registered = new SecretRegistry()
  for (const [value, label] of secrets) registered.add(value, label)
  return registered
}

test.each([
  ['as it is', secret],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in lower case', encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())],
  ['in a form', new URLSearchParams({ x: secret }).toString().slice(2)],
  ['in JSON', JSON.stringify(secret).slice(1, -1)],
  ['in JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replace('/', '\\/')],
  ['in HTML', 'p&#39;ä ss/&quot;w&amp;&lt;o&gt;rd+1!'],
])('a secret %s is replaced', (_, spelled) => {
  expect(registry([secret, 'password']).redact(`a ${spelled} b`)).toBe('a <password> b')
})

test('a secret inside base64 is replaced, whatever comes before it', () => {
  for (const id of ['a', 'ab', 'abc']) {
    const credentials = Buffer.from(`${id}:a-long-client-secret`).toString('base64')
    const redacted = registry(['a-long-client-secret', 'client_secret']).redact(`echo ${credentials} |`)
    expect(redacted).toContain('<client_secret>')
    expect(Buffer.from(redacted, 'base64').toString()).not.toContain('client-secret')
  }
})

test('the longer secret wins where one begins like another', () => {
  const secrets = registry(['token-1', 'code'], ['token-1-long', 'access_token'])
  expect(secrets.redact('token-1 token-1-long token-1-lon')).toBe('<code> <access_token> <code>-lon')
})

test('the beginning of a secret is replaced where the rest was cut off', () => {
  const secrets = registry(['token-1', 'code'], ['token-1-long', 'access_token'])
  expect(secrets.redact('a token-1-l… (9 bytes)')).toBe('a <access_token>… (9 bytes)')
  expect(secrets.redact('tok… tokens… token-1… token-1-long…')).toBe(
    'tok… tokens… <access_token>… <access_token>…',
  )
})

test('where placeholders have numbers, a secret has the same wherever it stands, however it is spelled', () => {
  const secrets = registry([secret, 'code'], ['another-code', 'code'], ['a-token', 'access_token'])
  const basic = Buffer.from('id:another-code').toString('base64')
  const texts = [`code=${encodeURIComponent(secret)}`, `"${secret}"`, 'another-code a-token', basic]
  expect(secrets.redactNumbered(texts)).toEqual([
    'code=<code-1>',
    '"<code-1>"',
    '<code-2> <access_token-1>',
    expect.stringContaining('<code-2>'),
  ])
})

test('what may be several secrets has no number: the beginning of one, and a value that nobody registered', () => {
  const secrets = registry(['token-1-long', 'access_token'], ['token-1-longer', 'access_token'])
  expect(secrets.redactNumbered('token-1-l…?code=unknown')).toBe('<access_token>…?code=<code>')
})

test('a text that was seen before it held a secret is looked at again', () => {
  const secrets = registry()
  expect(secrets.redact('x=born-later')).toBe('x=born-later')
  secrets.add('born-later', 'code')
  expect(secrets.redact('x=born-later')).toBe('x=<code>')
})

test('a cookie that is another secret says which', () => {
  const secrets = registry(['the-access-token', 'access_token'])
  expect(secrets.redactNumbered({ 'set-cookie': ['sid=the-access-token; Path=/', 'sid=1'] })).toEqual({
    'set-cookie': ['sid=<access_token-1>; Path=/', 'sid=<cookie>'],
  })
})

test('of what was redacted already, only a long beginning is told', () => {
  const secrets = registry(['service-of-the-partner', 'password'])
  expect(secrets.labelsIn('the service…')).toEqual([])
  expect(secrets.labelsIn('the service-of-the-par…')).toEqual(['<password>'])
  expect(secrets.labelsIn('the service-of-the-partner')).toEqual(['<password>'])
})

test('thousands of secrets that begin alike, whole, cut and nearly right, take a moment', () => {
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
  const tokens = Array.from({ length: 5_000 }, () => `${header}.${randomBytes(300).toString('base64url')}`)
  const secrets = registry(...tokens.map((token): [string, string] => [token, 'access_token']))
  const lines = tokens.map((token) => `${token} ${token.slice(0, 60)}… ${token.slice(0, 90)}~`)
  const started = performance.now()
  const labels = secrets.labelsIn(lines.join('\n'))
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(labels).toEqual(['<access_token>'])
  expect(secrets.redact(lines[0] ?? '')).toBe(`<access_token> <access_token>… ${tokens[0]?.slice(0, 90)}~`)
})

test('values of fewer than four characters, and none, are ignored', () => {
  expect(registry(['abc', 'code'], ['', 'code']).redact('abc')).toBe('abc')
})

test.each([
  ['{"access_token":"x.y","token_type":"Bearer"}', '{"access_token":"<access_token>","token_type":"Bearer"}'],
  ['{"refresh_token": "a\\"b", "n": 1}', '{"refresh_token": "<refresh_token>", "n": 1}'],
  [JSON.stringify({ body: '{"password":"x"}' }), JSON.stringify({ body: '{"password":"<password>"}' })],
  [
    JSON.stringify(JSON.stringify({ body: '{"password": "x"}' })),
    JSON.stringify(JSON.stringify({ body: '{"password": "<password>"}' })),
  ],
  [
    'grant_type=authorization_code&code=x1&client_secret=y2',
    'grant_type=authorization_code&code=<code>&client_secret=<client_secret>',
  ],
  [
    'https://partner.example.org/cb?state=s&code=x1#top',
    'https://partner.example.org/cb?state=s&code=<code>#top',
  ],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer <credentials>'],
  ["curl -H 'cookie: a=1; b=2' x", "curl -H 'cookie: a=<cookie>; b=<cookie>' x"],
  ['set-cookie: sid=1; Path=/; Secure', 'set-cookie: sid=<cookie>; Path=/; Secure'],
])('what stands where secrets stand is masked: %s', (text, redacted) => {
  expect(new SecretRegistry().redact(text)).toBe(redacted)
})

test.each([
  '{"code": 400, "error": {"code":"validation_error"}}',
  '{"access_token":"","refresh_token":null,"client_secret":1}',
  'the code is 42, the password is wrong',
  'barcode=1 and encode=2',
])('what only looks alike stays: %s', (text) => {
  expect(new SecretRegistry().redact(text)).toBe(text)
})

test('a placeholder is no secret: recordings of our own are judged too', () => {
  const secrets = new SecretRegistry()
  secrets.add('<code-5>', 'code')
  secrets.addSent('<client_secret>', 'client_secret')
  expect(secrets.redact('code=<code-5>')).toBe('code=<code-5>')
  expect(secrets.labelsIn('code=<code-5>&client_secret=<client_secret>')).toEqual([])
})

test('a placeholder that is there already tells which secret stood there', () => {
  expect(registry(['the-access-token', 'access_token']).redact('{"refresh_token":"the-access-token"}')).toBe(
    '{"refresh_token":"<access_token>"}',
  )
})

test('whole objects: strings, keys, lists, and members by their name', () => {
  const exchange = {
    id: 1,
    request: {
      url: 'https://x/?q=top-secret-1',
      headers: { authorization: 'Basic aWQ6c2VjcmV0' },
      body: undefined,
    },
    response: { headers: { 'set-cookie': ['a=1; Path=/', 'b=2'] }, body: '"top-secret-1"' },
    'top-secret-1': [null, true, 'top-secret-1'],
  }
  expect(registry(['top-secret-1', 'code']).redactDeep(exchange)).toEqual({
    id: 1,
    request: {
      url: 'https://x/?q=<code>',
      headers: { authorization: 'Basic <credentials>' },
      body: undefined,
    },
    response: { headers: { 'set-cookie': ['a=<cookie>; Path=/', 'b=<cookie>'] }, body: '"<code>"' },
    '<code>': [null, true, '<code>'],
  })
})

test('thousands of secrets in thousands of exchanges take a moment', () => {
  const secrets = new SecretRegistry()
  const tokens = Array.from({ length: 2_000 }, () => randomBytes(32).toString('base64url'))
  for (const token of tokens) secrets.add(token, 'access_token')
  const exchanges = Array.from({ length: 5_000 }, (_, index) => ({
    id: index,
    request: {
      method: 'PUT',
      url: `https://api.example.org/v1/donations/${index}`,
      headers: { authorization: `Bearer ${tokens[index % 2_000]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ donor_first_name: 'Zoë', memo: randomBytes(100).toString('hex') }),
    },
    response: {
      status: 200,
      headers: { 'content-type': ['application/json'], date: ['Fri, 21 Nov 2025 12:00:00 GMT'] },
      body: JSON.stringify({ data: { id: '1', echo: tokens[(index * 7) % 2_000], memo: 'a'.repeat(300) } }),
    },
  }))
  const start = performance.now()
  const text = JSON.stringify(secrets.redactDeep(exchanges))
  const took = performance.now() - start
  expect(tokens.filter((token) => text.includes(token))).toEqual([])
  // 150 to 270 ms on one core when measured; the margin is for a busy machine
  expect(took).toBeLessThan(1_500)
})

test.each([
  ['backslashes', '\\'.repeat(500_000)],
  ['backslashes before a key', `${'\\'.repeat(250_000)}"password${'\\'.repeat(250_000)}":"x"`],
  ['blanks behind a key', `"password"${' '.repeat(500_000)}`],
  ['a value without an end', `"password":"${'\\"'.repeat(250_000)}`],
  ['keys without a value', '"password":'.repeat(50_000)],
  ['a header of blanks', `\nauthorization:${' '.repeat(500_000)}`],
])('half a million characters that a service sends on purpose take a moment: %s', (_, text) => {
  const start = performance.now()
  new SecretRegistry().redact(text)
  expect(performance.now() - start).toBeLessThan(1_500)
})
