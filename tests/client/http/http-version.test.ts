import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { knowsHttp11 } from '../../../client/http/http-version.ts'

/** A server that answers with this status line. */
async function speaking(version: string): Promise<string> {
  const server = createServer((socket) =>
    socket
      .on('error', () => {})
      .once('data', () => socket.end(`${version} 200 OK\r\nContent-Length: 0\r\n\r\n`)),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1/donations/1`
}

test('a server is asked for its version', async () => {
  expect(await knowsHttp11(await speaking('HTTP/1.0'))).toBe(false)
  expect(await knowsHttp11(await speaking('HTTP/1.1'))).toBe(true)
})

test('what cannot be asked is taken to know the version of today', async () => {
  expect(await knowsHttp11('http://127.0.0.1:1/')).toBe(true)
  expect(await knowsHttp11('https://127.0.0.1:1/')).toBe(true)
})
