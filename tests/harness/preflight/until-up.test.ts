import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { isUp, untilUp } from '../../../harness/preflight/until-up.ts'

const { signal } = new AbortController()

async function listening(port = 0): Promise<{ server: Server; url: string; port: number }> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  onTestFinished(() => void server.close())
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('it does not listen')
  return { server, port: address.port, url: `http://127.0.0.1:${address.port}` }
}

/** An address where nobody listens. */
async function deserted() {
  const { server, url, port } = await listening()
  await once(server.close(), 'close')
  return { url, port }
}

test('a service that starts late is waited for; whatever it answers, it is up', async () => {
  const { url: apiUrl } = await listening()
  const { url: authUrl, port } = await deserted()
  let waited = 0
  const onWaiting = () => {
    waited += 1
    void listening(port)
  }
  await untilUp({ authUrl, apiUrl }, signal, { patienceMs: 60_000, onWaiting })
  expect(await isUp({ authUrl, apiUrl }, signal)).toBe(true)
  expect(waited).toBe(1)
})

test('one that does not come is not waited for any longer', async () => {
  const { url } = await deserted()
  const target = { authUrl: url, apiUrl: url }
  await untilUp(target, signal, { patienceMs: 1, onWaiting: () => {} })
  expect(await isUp(target, signal)).toBe(false)
})
