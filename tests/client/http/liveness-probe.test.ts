import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient } from '../../../client/http/client.ts'
import { withLivenessProbe } from '../../../client/http/liveness-probe.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { listen } from '../login/site.ts'

function watching(origins: readonly string[]) {
  const gone: string[] = []
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(() => http.close())
  return { http: withLivenessProbe(http, origins, (why) => gone.push(why)), gone }
}

test('a service that went away is told of once, and decides nothing', async () => {
  const server = createServer((_, response) => void response.end())
  const url = await listen(server)
  const { http, gone } = watching([url])
  await http.send({ method: 'GET', url: `${url}/` })
  server.closeAllConnections()
  server.close()
  const settled = await Promise.allSettled(
    [1, 2, 3].map(() => http.send({ method: 'PATCH', url: `${url}/x` })),
  )
  expect(settled.every((one) => one.status === 'rejected' && one.reason instanceof InconclusiveError)).toBe(
    true,
  )
  expect(gone).toEqual([expect.stringContaining('the service went away: connection refused')])
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

test('what is not the target may be down', async () => {
  const { http, gone } = watching(['http://127.0.0.1:1'])
  const exchange = await http.send({ method: 'GET', url: 'http://localhost:1/' })
  expect(exchange.failure?.kind).toBe('unreachable')
  expect(gone).toEqual([])
})
