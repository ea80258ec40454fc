import { describe, expect, test } from 'vitest'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { leakIn } from '../../../harness/rules/leaks.ts'
import { exchange, target, tokenAnswer } from '../samples.ts'

const issued = new Set([target.client.secret, 'issued-access-token', 'issued-refresh-token'])

const secrets = new SecretRegistry()
for (const value of issued) secrets.add(value, 'secret')
const known = { target, issued, secrets }

function leakOf(body: string): string | undefined {
  const answer = exchange({
    method: 'PATCH',
    url: 'http://api.example/v1/donations/1',
    requestHeaders: { authorization: 'Bearer issued-access-token' },
    status: 422,
    body,
  })
  return leakIn(answer, known)
}

/** As a service would put it into JSON. */
const inJson = (text: string) => JSON.stringify({ error: text })

describe.each([
  [
    'a JavaScript stack trace',
    'Error: x\n    at Object.update (/srv/app/donations.js:10:5)\n    at node:internal/main:1:1',
  ],
  ['a JavaScript stack trace', 'TypeError: x\n    at file:///app/dist/server.js:44:13'],
  ['a JavaScript stack trace', 'Error: x\n    at async handler (C:\\app\\server.js:3:7)'],
  ['a Python stack trace', 'Traceback (most recent call last):\n  File "app.py", line 3, in update'],
  [
    'a Java stack trace',
    'java.lang.NullPointerException\n\tat com.example.Donations.update(Donations.java:42)',
  ],
  ['a .NET stack trace', '   at Api.Donations.Update(Guid id) in D:\\src\\Donations.cs:line 12'],
  ['a Ruby stack trace', "app/models/donation.rb:12:in `update'"],
  ['a PHP stack trace', 'Fatal error: Uncaught Exception in Donation.php on line 7'],
  ['a Go stack trace', 'panic: runtime error\n\ngoroutine 19 [running]:\nmain.update(0x1)'],
  ['an SQL statement', 'SELECT * FROM donations WHERE id = 1'],
  ['an SQL statement', 'select id, memo from donations where id = $1'],
  ['an SQL statement', 'INSERT INTO donations (id) VALUES (1)'],
  ['an SQL statement', 'UPDATE "donations" SET memo = 1'],
  ['a database error', 'SQLSTATE[23000]: Integrity constraint violation'],
  ['a database error', 'ERROR: syntax error at or near "O"'],
  ['a database error', 'new row violates check constraint "quantity_positive"'],
  ['a file path', 'cannot open /var/lib/donations/1.json'],
  ['a file path', 'app/src/handlers/donations.ts:33 failed'],
  ['a file path', 'cannot open C:\\inetpub\\donations\\web.config'],
])('%s', (kind, text) => {
  test(text.trim().split('\n').at(-1) ?? '', () => {
    const found = `${kind} in the body: `
    expect(leakOf(text)).toMatch(found)
    expect(leakOf(inJson(text))).toMatch(found)
  })
})

test.each([
  '{"help":"/home/contact-us"}',
  '{"ref": "/Users/2819c223"}',
  '{"links":{"about":{"href":"/srv/donations-api/errors/invalid"}}}',
  '{"message":"The value of donor_email violates a business constraint."}',
  '{"error":"JSON syntax error at or near line 1, column 12"}',
])('no inside of a service: %s', (body) => {
  expect(leakOf(body)).toBeUndefined()
})

test.each([
  '{"file":"/srv/app/config.json"}',
  '{"message":"/home/deploy/app is not writable"}',
  '{"message":"cannot open \\"/srv/app/data\\""}',
  '{"path":"/etc/passwd"}',
])('a file path in %s', (body) => {
  expect(leakOf(body)).toMatch('a file path in the body')
})

test('a long text that is sent back is read once, not once from each of its places', () => {
  expect(leakOf('a'.repeat(300_000))).toBeUndefined()
  expect(leakOf('/a'.repeat(100_000))).toBeUndefined()
})

test.each([
  'Please select one from the list where you live.',
  'Select a donation from the list. Where it is shown, press update.',
  'Select the one from the list where it is shown.',
  'Update the donor and set a designation.',
  'You may delete from your basket what you do not want.',
  'The donation was updated at 10:30:15.',
  'Unknown donation at /v1/donations/7f3a: see https://docs.example/errors/not-found#id:12:3',
  'PATCH /v1/donations/1 is not allowed here',
  'https://status.example/home/incidents',
  'Look at your profile (under Account/Home) or at http://localhost/help.',
  'donor_email violates the format of an address',
  'The value "C" at line 3: expected a number',
  'code 422: designation_id must be a UUID such as 0e6c1f2a-91d7-4a53-8f4c-2f6f0ad2a1c9',
  'The file is too large: at most 10/20 MB',
  'application/json is the only media type',
  'Error in field memo (string): traceback is not supported',
])('an honest message: %s', (text) => {
  expect(leakOf(text)).toBeUndefined()
  expect(leakOf(inJson(text))).toBeUndefined()
})

test('a token of the request in the error body', () => {
  expect(leakOf('{"error":"issued-access-token is not yours"}')).toBe(
    'a token or secret of the request, repeated in the error body',
  )
})

test('a made-up token that comes back is no secret', () => {
  const answer = tokenAnswer({
    status: 400,
    body: 'made-up is unknown',
    requestBody: 'refresh_token=made-up',
  })
  expect(leakIn(answer, known)).toBeUndefined()
})

test('the client secret in an error of the token endpoint', () => {
  const answer = tokenAnswer({ status: 401, body: `wrong secret: ${target.client.secret}` })
  expect(leakIn(answer, known)).toBe('a token or secret of the request, repeated in the error body')
})

test('no half of a secret stands at an end of what is quoted', () => {
  const near = `{"error":"issued-access-token ${'x'.repeat(50)} at /srv/app/api.js:1:2 ${'y'.repeat(80)} issued-refresh-token"}`
  expect(leakOf(near)).toContain('a JavaScript stack trace in the body')
  expect(leakOf(near)).not.toMatch(/token|issued/)
})

test.each([
  ['in JSON', '{"error":"taken","holder":"issued-refresh-token"}', 'a token or secret of another request'],
  ['in a sentence', 'Token issued-refresh-token is in use.', 'a token or secret of another request'],
  ['a part of another word', '{"error":"issued-refresh-tokens are none"}', undefined],
])('a token of another request, %s', (_, body, found) => {
  if (found) expect(leakOf(body)).toMatch(found)
  else expect(leakOf(body)).toBeUndefined()
})

test('a secret that the request held in a place of another one may be quoted', () => {
  const answer = exchange({
    method: 'POST',
    url: 'http://auth.example/oauth2/token',
    requestBody: 'grant_type=authorization_code&code=issued-refresh-token',
    status: 400,
    body: '{"error":"invalid_grant","error_description":"no code: issued-refresh-token"}',
  })
  expect(leakIn(answer, known)).toBeUndefined()
})
