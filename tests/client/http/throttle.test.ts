import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../../client/http/client.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Limits } from '../../../client/http/limits.ts'
import { askedToWait, type RateLimits, throttle } from '../../../client/http/throttle.ts'
import { TransportStats } from '../../../client/http/transport-stats.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { listen } from '../login/site.ts'

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle)
  return listen(server)
}

/** Holds each request for so long, and notes how many it has at a time. */
async function holding(milliseconds: number) {
  let now = 0
  const seen: number[] = []
  const url = await serve((_, response) => {
    seen.push(++now)
    setTimeout(() => {
      now--
      response.end()
    }, milliseconds)
  })
  return { url, seen }
}

/** Answers none before so many have come. */
async function answeringAllOf(many: number): Promise<string> {
  const waiting: ServerResponse[] = []
  return serve((_, response) => {
    if (waiting.push(response) === many) for (const one of waiting) one.end()
  })
}

function client(rateLimits: RateLimits = {}, signal?: AbortSignal, limits: Partial<Limits> = {}) {
  const recorded: Exchange[] = []
  const stats = new TransportStats()
  const http = createHttpClient({
    secrets: new SecretRegistry(),
    recorder: (one) => recorded.push(one),
    limits,
    ...(signal ? { signal } : {}),
  })
  onTestFinished(() => http.close())
  return { http: throttle(http, rateLimits, signal, stats), recorded, stats }
}

const answer = (status: number, retryAfter?: string, date?: string): Exchange => ({
  id: 1,
  startedAt: 0,
  durationMs: 0,
  request: { method: 'GET', url: 'http://service.test/', headers: {} },
  response: {
    status,
    headers: { ...(retryAfter && { 'retry-after': [retryAfter] }), ...(date && { date: [date] }) },
    body: '',
    bytes: 0,
  },
})

test.each<[string, Exchange, number, number | undefined]>([
  ['seconds', answer(429, '3'), 0, 3_000],
  ['a date', answer(503, 'Thu, 01 Jan 1970 00:00:07 GMT'), 0, 7_000],
  ['a date that is past', answer(429, 'Thu, 01 Jan 1970 00:00:00 GMT'), 0, 0],
  [
    'a date by a clock that is an hour ahead',
    answer(429, 'Thu, 01 Jan 1970 01:00:07 GMT', 'Thu, 01 Jan 1970 01:00:00 GMT'),
    0,
    7_000,
  ],
  [
    'a date by a clock that is an hour behind',
    answer(429, 'Wed, 31 Dec 1969 23:00:07 GMT', 'Wed, 31 Dec 1969 23:00:00 GMT'),
    0,
    7_000,
  ],
  ['no time, for the first time', answer(429, '0'), 0, 0],
  ['no time, again: less than a second', answer(429, '0'), 1, 100],
  ['no time, again and again', answer(503, '0'), 9, 2_000],
  ['a second, for the third time', answer(429, '1'), 2, 1_000],
  ['an hour', answer(429, '3600'), 0, 3_600_000],
  ['429 without a word', answer(429), 0, 500],
  ['429 without a word, for the third time', answer(429), 2, 2_000],
  ['503 without a word: it may pass', answer(503), 0, 200],
  ['503 without a word, for the third time: broken, not busy', answer(503), 2, undefined],
  ['403 that says when to come back', answer(403, '1'), 0, 1_000],
  ['403 that says so for the fourth time: refused', answer(403, '1'), 3, undefined],
  ['403 without a word', answer(403), 0, undefined],
  ['an ordinary refusal', answer(400, '3'), 0, undefined],
])('how long to wait after %s', (_, exchange, waits, milliseconds) => {
  expect(askedToWait(exchange, waits, 0)).toBe(milliseconds)
})

test('a request that comes too early is sent again, and the answer that counts is the last', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    response.writeHead(++asked === 1 ? 429 : 200, { 'retry-after': '0.2' }).end()
  })
  const { http, recorded, stats } = client()
  const exchange = await http.send({ method: 'PATCH', url, body: '{}' })
  expect(exchange.response?.status).toBe(200)
  expect(recorded.map(({ response }) => response?.status)).toEqual([429, 200])
  expect(stats.notes).toEqual(['the service asked to wait once, for 0.2 s in all'])
})

test('all requests wait together, and fewer go at a time afterwards', async () => {
  let open = 0
  let most = 0
  let shutUntil = 0
  const url = await serve((_, response) => {
    const now = performance.now()
    if (shutUntil === 0) shutUntil = now + 300
    if (now < shutUntil) return void response.writeHead(429, { 'retry-after': '0.35' }).end()
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.end()
    }, 5)
  })
  const { http, recorded } = client({ concurrency: 8 })
  const exchanges = await Promise.all(Array.from({ length: 16 }, () => http.send({ method: 'GET', url })))
  expect(exchanges.every(({ response }) => response?.status === 200)).toBe(true)
  expect(recorded.filter(({ response }) => response?.status === 429).length).toBeLessThanOrEqual(8)
  expect(most).toBeLessThan(8)
})

test('a service that never has time decides nothing', async () => {
  const url = await serve((_, response) => void response.writeHead(429, { 'retry-after': '0' }).end())
  await expect(client().http.send({ method: 'GET', url })).rejects.toThrow(InconclusiveError)
})

test('who asks to wait for days is not waited for, and decides nothing', async () => {
  const url = await serve((_, response) => void response.writeHead(429, { 'retry-after': '999999' }).end())
  const asked = client().http.send({ method: 'GET', url })
  await expect(asked).rejects.toThrow(/asks to wait 999999 s/)
})

test('a service that nobody knows is asked gently, and more as it bears it', async () => {
  const { url, seen } = await holding(5)
  const { http } = client()
  await Promise.all(Array.from({ length: 200 }, () => http.send({ method: 'GET', url })))
  expect(Math.max(...seen.slice(0, 4))).toBeLessThanOrEqual(4)
  expect(Math.max(...seen)).toBeGreaterThan(16)
})

test('what has to be sent at the same moment is, whatever the limit; unless it is told to keep to it', async () => {
  const together = async (url: string, rateLimits: RateLimits) => {
    const { http } = client(rateLimits)
    const exchanges = await Promise.all(
      Array.from({ length: 5 }, () => http.send({ method: 'GET', url, how: 'at once' })),
    )
    return exchanges.filter(({ response }) => response).length
  }
  const { url, seen } = await holding(30)
  expect(await together(url, { concurrency: 1, burst: false })).toBe(5)
  expect(Math.max(...seen)).toBe(1)
  expect(await together(await answeringAllOf(5), { concurrency: 1 })).toBe(5)
})

test('no more requests at once than allowed, and waiting is not counted as time', async () => {
  const { url, seen } = await holding(30)
  const { http } = client({ concurrency: 4 }, undefined, { totalMs: 400 })
  const exchanges = await Promise.all(Array.from({ length: 80 }, () => http.send({ method: 'GET', url })))
  expect(Math.max(...seen)).toBe(4)
  expect(exchanges.filter(({ failure }) => failure)).toEqual([])
})

test('requests are spread over the seconds', async () => {
  const arrived: number[] = []
  const url = await serve((_, response) => {
    arrived.push(performance.now())
    response.end()
  })
  const { http } = client({ rps: 20 })
  await Promise.all(Array.from({ length: 5 }, () => http.send({ method: 'GET', url })))
  expect((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)).toBeGreaterThan(150)
})

test('whoever ends the run does not wait', async () => {
  const end = new AbortController()
  const url = await serve((_, response) => {
    response.writeHead(429, { 'retry-after': '60' }).end()
    setTimeout(() => end.abort(), 20)
  })
  const { http } = client({}, end.signal)
  const exchange = await http.send({ method: 'GET', url })
  expect(exchange.failure?.kind).toBe('aborted')
})

test('whoever ends the run does not wait for a place among the requests of a second either', async () => {
  const end = new AbortController()
  const url = await serve((_, response) => {
    response.end()
    end.abort()
  })
  const { http } = client({ rps: 1 }, end.signal)
  const started = performance.now()
  const exchanges = await Promise.all(Array.from({ length: 5 }, () => http.send({ method: 'GET', url })))
  expect(exchanges.slice(1).map(({ failure }) => failure?.kind)).toEqual(Array(4).fill('aborted'))
  expect(performance.now() - started).toBeLessThan(900)
})

test('a request for tokens goes before all that wait: its code does not live for long', async () => {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end()
  })
  const { http } = client({ concurrency: 1 })
  const gets = ['/1', '/2', '/3'].map((path) => http.send({ method: 'GET', url: `${url}${path}` }))
  await Promise.all([...gets, http.send({ method: 'POST', url: `${url}/oauth2/token` })])
  expect(asked).toEqual(['GET /1', 'POST /oauth2/token', 'GET /2', 'GET /3'])
})

test('a refused code that was issued and had to wait decides nothing; one that nobody issued is refused for good', async () => {
  const asked = new Set<string>()
  const url = await serve(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    if (asked.has(body)) response.writeHead(400).end('{"error":"invalid_grant"}')
    else response.writeHead(429, { 'retry-after': '3.1' }).end()
    asked.add(body)
  })
  const { http } = client()
  http.secrets.add('0a1b2c3d4e5f-issued', 'code')
  const exchange = (code: string) =>
    http.send({
      ...{ method: 'POST', url: `${url}/oauth2/token` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=authorization_code&code=${code}`,
    })
  const [issued, madeUp] = await Promise.allSettled([
    exchange('0a1b2c3d4e5f-issued'),
    exchange('never-issued-0a1b2c3d'),
  ])
  expect(issued).toMatchObject({ reason: expect.any(InconclusiveError) })
  expect(madeUp).toMatchObject({ value: { response: { status: 400 } } })
})

test('one that is known to live longer than it had to wait is refused for good', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    if (++asked === 1) response.writeHead(429, { 'retry-after': '0.2' }).end()
    else response.writeHead(400).end('{"error":"invalid_grant"}')
  })
  const exchangeOf = async (codeLifetimeSeconds: number) => {
    asked = 0
    const { http } = client({ codeLifetimeSeconds })
    http.secrets.add('0a1b2c3d4e5f-issued', 'code')
    return http.send({
      ...{ method: 'POST', url: `${url}/oauth2/token` },
      body: 'grant_type=authorization_code&code=0a1b2c3d4e5f-issued',
    })
  }
  expect(await exchangeOf(30)).toMatchObject({ response: { status: 400 } })
  await expect(exchangeOf(0.1)).rejects.toThrow(InconclusiveError)
})

test('what is to be sent once is not sent again, and holds up nothing', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked += 1
    response.writeHead(429, { 'retry-after': '900' }).end()
  })
  const { http, stats } = client()
  const { response } = await http.send({ method: 'POST', url, noRetry: true })
  expect(response?.status).toBe(429)
  expect([asked, stats.waits]).toEqual([1, 0])
})

test('requests that wait at the same time wait once', async () => {
  let asked = 0
  const url = await serve((_, response) => {
    asked += 1
    response.writeHead(asked <= 3 ? 429 : 200, { 'retry-after': '0.3' }).end()
  })
  const { http, stats } = client()
  await Promise.all([1, 2, 3].map(() => http.send({ method: 'GET', url })))
  expect(stats.waits).toBe(3)
  expect(stats.waitedMs).toBeLessThan(700)
})
