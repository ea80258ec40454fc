import { createServer } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { attributed } from '../../../client/http/attribution.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { Sender } from '../../../client/http/sender.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { listen } from '../login/site.ts'
import { client, get, limits } from './clients.ts'
import { answer, tcp } from './sockets.ts'

describe('an exchange', () => {
  test('holds the request and the response, and is recorded under its requirement', async () => {
    const recorded: Exchange[] = []
    const url = await listen(
      createServer((_, response) => {
        response
          .writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': ['a=1', 'b=2'] })
          .end('{"é":1}')
      }),
    )
    const http = client({ recorder: (exchange) => recorded.push(exchange) })
    const sent = await attributed(http, new Sender('UPDATE-1')).send({
      method: 'PUT',
      url: `${url}/v1/x?y=1`,
      headers: { 'Content-Type': 'text/plain' },
      body: 'hi',
    })
    expect(sent).toMatchObject({
      id: 1,
      requirement: 'UPDATE-1',
      request: {
        method: 'PUT',
        url: `${url}/v1/x?y=1`,
        headers: { 'content-type': 'text/plain' },
        body: 'hi',
      },
      response: {
        status: 201,
        headers: { 'content-type': ['application/json'], 'set-cookie': ['a=1', 'b=2'] },
        body: '{"é":1}',
        bytes: 8,
      },
    })
    expect(recorded).toEqual([sent])
    expect(http.requests).toBe(1)
  })

  test('follows no redirect', async () => {
    const exchange = await get((_, response) => response.writeHead(302, { location: '/x' }).end())
    expect(exchange.response).toMatchObject({ status: 302, headers: { location: ['/x'] } })
  })

  test('replaces bytes that are no UTF-8, and reads headers as UTF-8', async () => {
    const url = await tcp((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\nLocation: /é\r\nContent-Length: 2\r\n\r\n'),
          Buffer.from([0xff, 0x41]),
        ]),
      ),
    )
    const { response } = await client().send({ method: 'GET', url })
    expect(response).toMatchObject({ body: '\ufffdA', bytes: 2, headers: { location: ['/é'] } })
  })

  test('keeps a body of bytes that are no text as base64', async () => {
    const exchange = await client().send({
      method: 'POST',
      url: 'http://127.0.0.1:9',
      body: Buffer.from([0xff]),
    })
    expect(exchange.request).toMatchObject({ body: '/w==', bodyEncoding: 'base64' })
  })

  test.each([
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['deflate, GZIP', gzipSync(deflateSync('hello'))],
    ['identity', Buffer.from('hello')],
  ])('is unpacked (%s)', async (coding, body) => {
    const exchange = await get((_, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(body),
    )
    expect(exchange.response).toMatchObject({ body: 'hello', bytes: 5 })
  })
})

describe('secrets are registered at birth', () => {
  test('tokens, codes and cookies that a response issues, whoever asked', async () => {
    const secrets = new SecretRegistry()
    await get(
      (_, response) =>
        response
          .writeHead(302, {
            location: 'https://x.example.org/cb?code=the%2Fcode-1&state=s',
            'set-cookie': 'sid=cookie-value-1; Path=/',
          })
          .end('{"access_token":"access-1234","refresh_token":"refresh\\/1234","expires_in":3600}'),
      { secrets },
    )
    expect(secrets.redact('access-1234 refresh/1234 the/code-1 the%2Fcode-1 cookie-value-1')).toBe(
      '<access_token> <refresh_token> <code> <code> <cookie>',
    )
  })

  test('credentials that a request carries', async () => {
    const secrets = new SecretRegistry()
    const http = client({ secrets })
    const url = 'http://127.0.0.1:9'
    const basic = Buffer.from('id:basic-secret-1').toString('base64')
    await http.send({ method: 'GET', url, headers: { Authorization: 'Bearer bearer-1234' } })
    await http.send({ method: 'GET', url, headers: { authorization: `Basic ${basic}` } })
    await http.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'client_secret=form-secret-1',
    })
    expect(secrets.redact(`bearer-1234 basic-secret-1 form-secret-1 ${basic}`)).toBe(
      '<access_token> <client_secret> <client_secret> <basic_credentials>',
    )
  })

  test('but no ordinary word, which a broken service may issue as a token', async () => {
    const secrets = new SecretRegistry()
    await get(
      (_, response) =>
        response.writeHead(302, { location: '/?code=invalid_request' }).end('{"access_token":"undefined"}'),
      { secrets },
    )
    expect(secrets.redact('invalid_request undefined')).toBe('invalid_request undefined')
  })

  test('nor a run of one character, which stands in many a long text', async () => {
    const secrets = new SecretRegistry()
    const long = 'x'.repeat(4_000)
    await client({ secrets }).send({
      method: 'GET',
      url: 'http://127.0.0.1:9',
      headers: { authorization: `Bearer ${long}` },
    })
    expect(secrets.redact(`${long}x`)).toBe(`${long}x`)
  })
})

test('the caller gives up', async () => {
  const controller = new AbortController()
  const url = await listen(createServer(() => controller.abort()))
  const http = client({ signal: controller.signal })
  const { failure } = await http.send({ method: 'GET', url })
  expect(failure).toEqual({ kind: 'aborted', message: 'the request was given up' })
  expect((await http.send({ method: 'GET', url })).failure?.kind).toBe('aborted')
})

test('closing the client ends what is under way', async () => {
  const http = client()
  const url = await listen(createServer(() => void http.close()))
  expect((await http.send({ method: 'GET', url })).failure).toEqual({
    kind: 'aborted',
    message: 'the client was closed',
  })
  expect((await http.send({ method: 'GET', url })).failure?.kind).toBe('aborted')
})

test('the blanks behind a header are no part of it', async () => {
  const url = await tcp((socket) => socket.end(answer('{}', 'Location:https://a.example/?state=b \t\r\n')))
  const { response } = await client().send({ method: 'GET', url })
  expect(response?.headers.location).toEqual(['https://a.example/?state=b'])
})

test('a header that HTTP forbids is reported, since it may come from the server', async () => {
  const { failure } = await client().send({
    method: 'GET',
    url: 'http://127.0.0.1:9',
    headers: { authorization: 'Bearer a\nb' },
  })
  expect(failure).toMatchObject({ kind: 'not-http' })
})

test('waiting for a connection is not counted as time', async () => {
  let now = 0
  let most = 0
  const url = await listen(
    createServer((_, response) => {
      most = Math.max(most, ++now)
      setTimeout(() => {
        now--
        response.end()
      }, 30)
    }),
  )
  const http = client({ connections: 4, limits: { ...limits, headersMs: 100, totalMs: 120 } })
  const exchanges = await Promise.all(Array.from({ length: 40 }, () => http.send({ method: 'GET', url })))
  expect(most).toBe(4)
  expect(exchanges.filter(({ failure }) => failure)).toEqual([])
})

test('whoever waits for a connection can give up too', async () => {
  const controller = new AbortController()
  const url = await listen(createServer(() => setTimeout(() => controller.abort(), 20)))
  const http = client({ connections: 1, signal: controller.signal })
  const exchanges = await Promise.all(Array.from({ length: 3 }, () => http.send({ method: 'GET', url })))
  expect(exchanges.map(({ failure }) => failure?.kind)).toEqual(['aborted', 'aborted', 'aborted'])
})

test.each([
  ['before the answer', 'HTTP/1.1 100 Continue\r\n\r\n'],
  [
    'with headers, behind another',
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\nx: y\r\n\r\n',
  ],
])('100 Continue that nobody asked for is passed over: %s', async (_, interim) => {
  const url = await tcp((socket) => socket.write(interim + answer('HTTP/1.1 100 Continue\r\n\r\n')))
  const http = client()
  for (let request = 1; request <= 2; request++) {
    const { response } = await http.send({ method: 'GET', url })
    expect(response).toMatchObject({ status: 200, body: 'HTTP/1.1 100 Continue\r\n\r\n' })
  }
})
