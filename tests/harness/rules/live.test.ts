import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../client/http/exchange.ts'
import { runRules } from '../../../harness/rules/live.ts'
import { RuleObserver } from '../../../harness/rules/observer.ts'
import { Session } from '../../../harness/session/session.ts'
import { exchange, settings, target, tokenAnswer, updateAnswer } from '../samples.ts'

const tokens = JSON.stringify({ access_token: 'a1b2c3d4', token_type: 'Bearer' })
const oauthError = JSON.stringify({ error: 'invalid_grant', error_description: 'The code was used.' })
const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html' }

const record = '{"id":"7","donor_city":"Rome"}'

/** What a known donation is answered. */
function answerTo(requestBody: string, body: string, requestHeaders: Readonly<Record<string, string>> = {}) {
  const url = 'http://api.example/v1/donations/7'
  return exchange({
    ...{ method: 'PATCH', url, body, headers: json, requestBody },
    requestHeaders: { accept: 'application/json', ...json, ...requestHeaders },
  })
}

/** Every rule with exchanges that keep its requirement, that break it, and that it says nothing about. */
const samples: Record<string, { kept: Exchange[]; broken: Exchange[]; notItsMatter: Exchange[] }> = {
  'TOKEN-12': {
    kept: [
      tokenAnswer({ body: tokens, headers: { ...json, 'cache-control': 'no-store' } }),
      tokenAnswer({ body: tokens, headers: { ...json, 'cache-control': 'private, No-Store' } }),
    ],
    broken: [
      tokenAnswer({ body: tokens }),
      tokenAnswer({ body: tokens, headers: { ...json, 'cache-control': 'no-cache' } }),
    ],
    notItsMatter: [tokenAnswer({ status: 400, body: oauthError }), updateAnswer({ body: '{}' })],
  },
  'TOKEN-15': {
    kept: [
      tokenAnswer({ status: 400, body: oauthError }),
      tokenAnswer({
        status: 401,
        body: oauthError,
        headers: { 'content-type': 'application/json; charset=utf-8' },
      }),
    ],
    broken: [
      tokenAnswer({ status: 400, body: '{"error":"invalid_grant"}' }),
      tokenAnswer({ status: 400, body: '{"error":1,"error_description":"x"}' }),
      tokenAnswer({ status: 400, body: oauthError, headers: html }),
      tokenAnswer({ status: 404, body: 'not found', headers: html }),
      tokenAnswer({ status: 400 }),
    ],
    notItsMatter: [
      tokenAnswer({ body: tokens }),
      tokenAnswer({ status: 429, body: 'slow down', headers: html }),
      tokenAnswer({ status: 502, body: 'bad gateway', headers: html }),
      tokenAnswer({ status: 415, body: 'no', requestHeaders: { 'content-type': 'application/json' } }),
      exchange({ url: 'http://auth.example/oauth2/authorize', status: 400, body: 'no' }),
    ],
  },
  'BEARER-7': {
    kept: [
      updateAnswer({ status: 401, headers: { 'www-authenticate': 'Bearer' } }),
      updateAnswer({
        status: 401,
        headers: { 'www-authenticate': 'bearer realm="api", error="invalid_token"' },
      }),
      updateAnswer({ status: 401, headers: { 'www-authenticate': 'Basic realm="x", Bearer realm="y"' } }),
    ],
    broken: [
      updateAnswer({ status: 401 }),
      updateAnswer({ status: 401, headers: { 'www-authenticate': 'Basic realm="bearer"' } }),
    ],
    notItsMatter: [updateAnswer({ status: 403 }), tokenAnswer({ status: 401, body: oauthError })],
  },
  'ERROR-1': {
    kept: [
      updateAnswer({ body: '{"data":{}}' }),
      updateAnswer({
        status: 422,
        body: '[]',
        headers: { 'content-type': 'application/json; charset=UTF-8' },
      }),
      updateAnswer({ status: 404, body: '"no"' }),
    ],
    broken: [
      updateAnswer({ status: 422, body: '<h1>No</h1>', headers: html }),
      updateAnswer({ status: 404, body: 'not { json' }),
      updateAnswer({ body: '{}', headers: {} }),
    ],
    notItsMatter: [
      updateAnswer({ status: 204 }),
      updateAnswer({ status: 401, body: 'no', headers: html }),
      updateAnswer({ status: 413, body: 'too large', headers: html }),
      updateAnswer({ status: 415, body: 'no such type', headers: html }),
      updateAnswer({ status: 405, body: 'no such method', headers: html }),
      ...['/v1//donations', '/v1/%64onations', '/v1/donations/x'].map((way) =>
        exchange({
          method: 'PATCH',
          url: `http://api.example${way}/2`,
          status: 404,
          body: 'no such route',
          headers: html,
        }),
      ),
      exchange({
        method: 'PUT',
        url: 'http://api.example/v1/donations/no-number',
        status: 404,
        body: 'no such route',
        headers: html,
      }),
      updateAnswer({ status: 500, body: 'oops', headers: html }),
      exchange({ url: 'http://api.example/v1/organizations', body: 'hi', headers: html }),
    ],
  },
  'ERROR-2': {
    kept: [updateAnswer({ status: 422 }), tokenAnswer({ status: 400, body: oauthError })],
    broken: [
      updateAnswer({ status: 500 }),
      updateAnswer({ status: 503 }),
      exchange({ url: 'http://auth.example/oauth2/authorize', status: 502 }),
      updateAnswer({ failure: { kind: 'dropped', message: 'closed' } }),
      updateAnswer({ failure: { kind: 'timeout', message: 'no answer within 10 s' } }),
    ],
    notItsMatter: [
      updateAnswer({ failure: { kind: 'aborted', message: 'given up' } }),
      exchange({ url: 'http://production.example/v1/organizations', status: 500 }),
    ],
  },
  'ERROR-3': {
    kept: [updateAnswer({ status: 422, body: '{"error":"donor_email is no address"}' })],
    broken: [
      updateAnswer({ status: 500, body: 'Error: x\n    at update (/srv/app/donations.js:10:5)' }),
      tokenAnswer({ status: 401, body: `{"error":"invalid_client: ${target.client.secret}"}` }),
    ],
    notItsMatter: [
      updateAnswer({ status: 422 }),
      updateAnswer({ body: 'at update (/srv/app/donations.js:10:5)' }),
      exchange({ url: 'http://auth.example/login', status: 500, body: 'at x (/srv/app/a.js:1:1)' }),
    ],
  },
  'UPDATE-1': {
    kept: [answerTo('{"donor_city":"Rome"}', `{"data":${record}}`), answerTo('{}', `{"data":${record}}`)],
    broken: [
      answerTo('{"donor_city":"Rome"}', `{"data":${record},"message":"stored"}`),
      answerTo('{"advisor":null,"quantity":2}', '{"data":[]}'),
    ],
    // What was sent is no valid update of this donation for certain, or asks for an answer of another form.
    notItsMatter: [
      answerTo('{"donor_city":7}', '{}'),
      answerTo('{"nickname":"Ada"}', '{}'),
      answerTo('{"designation_id":"5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13"}', '{}'),
      answerTo('{"donor_city":"Rome"}', '{}', { 'x-http-method-override': 'GET' }),
      answerTo('{"donor_city":"Rome"}', '{}', { accept: 'text/csv' }),
      updateAnswer({ body: '{}' }),
    ],
  },
}

test('every rule is shown here', () => {
  expect(Object.keys(samples)).toEqual(runRules.map(({ id }) => id))
})

function judged(id: string, exchanges: readonly Exchange[]) {
  const observer = new RuleObserver(
    new Session(settings({ target: { ...target, pledgedDonationIds: ['7'] } })),
    runRules,
  )
  for (const exchange of exchanges) observer.observe(exchange)
  const found = observer.drain().find((one) => one.id === id)
  return { judged: found?.judged, violations: found?.violations.length }
}

test('of thousands that break it in one way, those that are read soonest are shown', () => {
  const observer = new RuleObserver(new Session(settings()), runRules)
  for (const length of [90, 20, 80, 10, 70, 30])
    observer.observe(updateAnswer({ status: 500, requestBody: 'x'.repeat(length) }))
  const found = observer.drain().find(({ id }) => id === 'ERROR-2')
  expect(found).toMatchObject({ judged: 6, kept: 0 })
  const lengths = found?.violations.map(({ exchanges: [one] }) => one?.request.body?.length)
  expect(lengths).toEqual([10, 20, 30])
})

describe.each(Object.entries(samples))('%s', (id, { kept, broken, notItsMatter }) => {
  test.each(kept)('kept by %#', (one) => {
    expect(judged(id, [one])).toEqual({ judged: 1, violations: 0 })
  })
  test.each(broken)('broken by %#', (one) => {
    expect(judged(id, [one])).toEqual({ judged: 1, violations: 1 })
  })
  test.each(notItsMatter)('says nothing of %#', (one) => {
    expect(judged(id, [one])).toEqual({ judged: 0, violations: 0 })
  })
})

test('who is asked to wait is not refused an answer', () => {
  const busy = updateAnswer({ status: 503, headers: { 'retry-after': '2' } })
  expect(judged('ERROR-2', [busy])).toMatchObject({ violations: 0 })
})

test('a thousand answers that break a requirement alike are shown by a few', () => {
  const many = Array.from({ length: 1000 }, () => updateAnswer({ status: 500 }))
  expect(judged('ERROR-2', many)).toEqual({ judged: 1000, violations: 3 })
})
