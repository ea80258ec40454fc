import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../../client/http/client.ts'
import type { Limits } from '../../../client/http/limits.ts'
import { withLivenessProbe } from '../../../client/http/liveness-probe.ts'
import { throttle } from '../../../client/http/throttle.ts'
import { TransportStats } from '../../../client/http/transport-stats.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { listen } from '../login/site.ts'

function watching(origins: readonly string[], limits: Partial<Limits> = {}) {
  const gone: string[] = []
  const stats = new TransportStats()
  const http = createHttpClient({ secrets: new SecretRegistry(), limits })
  onTestFinished(() => http.close())
  const throttled = throttle(http, {})
  return { http: withLivenessProbe(throttled, origins, (why) => gone.push(why), stats), gone, stats }
}

test('a service that went away is told of once, and decides nothing', async () => {
  const server = createServer((_, response) => void response.end())
  const url = await listen(server)
  const { http, gone } = watching([url])
  await http.send({ method: 'GET', url: `${url}/` })
  server.closeAllConnections()
  server.close()
  const settled = await Promise.allSettled(
    [1, 2, 3].map(() => http.send({ method: 'PATCH', url: `${url}/x?code=1` })),
  )
  expect(settled.every((one) => one.status === 'rejected' && one.reason instanceof InconclusiveError)).toBe(
    true,
  )
  expect(gone).toEqual([
    expect.stringMatching(/^the service went away: connection refused .*; the first request .*: PATCH \/x$/),
  ])
})

test('a request that kills its connection is answered for by the service that lives on', async () => {
  const url = await listen(
    createServer((request, response) => (request.url === '/x' ? request.socket.destroy() : response.end())),
  )
  const { http, gone } = watching([url])
  const exchange = await http.send({ method: 'PATCH', url: `${url}/x` })
  expect(exchange.failure?.kind).toBe('dropped')
  expect(gone).toEqual([])
})

test('a connection that breaks now and then is a matter of the way, not of the service', async () => {
  let asked = 0
  const url = await listen(
    createServer((request, response) =>
      request.url === '/x' && ++asked === 1 ? request.socket.destroy() : response.end(),
    ),
  )
  const { http, stats } = watching([url])
  const exchange = await http.send({ method: 'PATCH', url: `${url}/x` })
  expect(exchange.response?.status).toBe(200)
  expect(stats.notes).toEqual([
    'a request was not answered, or lost its connection, once, and was answered when it was sent alone',
  ])
})

test('a service that cannot bear many at once is not held to be silent', async () => {
  let busy = Promise.resolve()
  const url = await listen(
    createServer((_, response) => {
      busy = busy.then(() => new Promise((done) => setTimeout(done, 40))).then(() => void response.end())
    }),
  )
  const { http } = watching([url], { headersMs: 150 })
  const exchanges = await Promise.all(
    Array.from({ length: 12 }, () => http.send({ method: 'PATCH', url: `${url}/x` })),
  )
  expect(exchanges.filter(({ failure }) => failure)).toEqual([])
})

test('what a lost request may have used up decides nothing', async () => {
  let asked = 0
  const url = await listen(
    createServer((request, response) => {
      if (request.url === '/') return void response.end()
      if (++asked === 1) return void request.socket.destroy()
      response.writeHead(400).end()
    }),
  )
  const { http } = watching([url])
  await expect(http.send({ method: 'POST', url: `${url}/token` })).rejects.toThrow(InconclusiveError)
})

test('what is not the target may be down', async () => {
  const { http, gone } = watching(['http://127.0.0.1:1'])
  const exchange = await http.send({ method: 'GET', url: 'http://localhost:1/' })
  expect(exchange.failure?.kind).toBe('unreachable')
  expect(gone).toEqual([])
})

test('a connection that is closed just when it is used again is no evidence: a new one decides', async () => {
  const used = new WeakSet<object>()
  const url = await listen(
    createServer(({ socket, url }, response) => {
      if (used.has(socket) && url === '/x') socket.destroy()
      else response.end()
      used.add(socket)
    }),
  )
  const { http } = watching([url])
  await http.send({ method: 'GET', url: `${url}/` })
  const exchange = await http.send({ method: 'PATCH', url: `${url}/x` })
  expect(exchange.response?.status).toBe(200)
})

test('whether anybody is there is asked before all that waits for a turn', async () => {
  const asked: (string | undefined)[] = []
  const url = await listen(createServer(({ url }) => void asked.push(url)))
  const { http } = watching([url], { headersMs: 100 })
  const all = Array.from({ length: 40 }, () => http.send({ method: 'PATCH', url: `${url}/x` }))
  void Promise.allSettled(all)
  await expect.poll(() => asked).toContain('/')
  expect(asked.indexOf('/')).toBeLessThan(20)
})

test('a server that closes idle connections just when they are used again loses a few requests, and no more', async () => {
  const used = new WeakSet()
  const url = await listen(
    createServer((request, response) => {
      if (used.has(request.socket)) return void request.socket.destroy()
      used.add(request.socket)
      response.setHeader('keep-alive', 'timeout=60').end()
    }),
  )
  const { http, stats } = watching([url])
  const send = () => http.send({ method: 'PATCH', url: `${url}/x` })
  for (let sent = 0; sent < 20; sent++) expect((await send()).response?.status).toBe(200)
  expect(stats.notes).toEqual([
    'a request was not answered, or lost its connection, 3 times, and was answered when it was sent alone',
  ])
})
