import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { TransportStats } from '../../../client/http/transport-stats.ts'
import { client, get, limits } from './clients.ts'
import { answer, tcp } from './sockets.ts'

describe('a server that', () => {
  const failureOf = async (listener: RequestListener) => (await get(listener)).failure
  const rawFailureOf = async (data: string) => {
    const url = await tcp((socket) => socket.end(data))
    return (await client().send({ method: 'GET', url })).failure
  }

  test('is not there', async () => {
    const { failure } = await client().send({ method: 'GET', url: 'http://127.0.0.1:9/x' })
    expect(failure).toEqual({ kind: 'unreachable', message: 'connection refused by 127.0.0.1:9' })
  })

  test('has a name that nobody knows', async () => {
    const { failure } = await client().send({ method: 'GET', url: 'http://nobody.invalid/' })
    expect(failure).toEqual({ kind: 'unreachable', message: 'the host name nobody.invalid cannot be found' })
  })

  test('does not answer', async () => {
    expect(await failureOf(() => {})).toEqual({ kind: 'timeout', message: 'no answer within 0.15 s' })
  })

  test('stops in the middle of the body', async () => {
    expect(await failureOf((_, response) => response.write('half'))).toEqual({
      kind: 'timeout',
      message: 'the body of the answer was not complete within 0.15 s',
    })
  })

  test('sends a body without end', async () => {
    expect(
      await failureOf((_, response) => void setInterval(() => response.write('x'.repeat(4_000)), 1).unref()),
    ).toEqual({
      kind: 'too-large',
      message: 'the body of the answer is larger than 10 KiB',
    })
  })

  test('sends a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(limits.bodyBytes)
    expect(
      await failureOf((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)),
    ).toEqual({
      kind: 'too-large',
      message: 'the body of the answer unpacks to more than 10 KiB',
    })
  })

  test('says that it packed what it did not', async () => {
    expect(
      await failureOf((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain')),
    ).toEqual({
      kind: 'not-http',
      message: 'the body of the answer is not gzip, as its Content-Encoding says',
    })
  })

  test('sends headers without end', async () => {
    expect(
      await rawFailureOf(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(1_000)}\r\n`.repeat(20)}\r\n`),
    ).toMatchObject({ kind: 'too-large' })
  })

  test('speaks something else', async () => {
    expect(await rawFailureOf('SSH-2.0-OpenSSH_9.2\r\n')).toMatchObject({
      kind: 'not-http',
      message: expect.stringMatching(/does not answer in HTTP$/),
    })
  })

  test('sends less than it said', async () => {
    expect(await rawFailureOf('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc')).toMatchObject({
      kind: expect.stringMatching(/dropped|not-http/),
    })
  })

  test('speaks no TLS where TLS is asked for', async () => {
    const url = await tcp((socket) => socket.end(answer('x')))
    const { failure } = await client().send({ method: 'GET', url: url.replace('http:', 'https:') })
    expect(failure).toMatchObject({ kind: 'tls' })
  })
})

describe('a connection that is closed while it is idle', () => {
  /** Answers the first request of a connection, and hangs up on the second. */
  const rude = async () => {
    const counts: number[] = []
    const url = await tcp((socket, connection, request) => {
      counts[connection - 1] = request
      if (request === 1) socket.write(answer('ok'))
      else socket.destroy()
    })
    return { url, counts }
  }

  test('a request that changes nothing is sent once more', async () => {
    const { url, counts } = await rude()
    const stats = new TransportStats()
    const http = client({ connections: 1, stats })
    await http.send({ method: 'GET', url })
    expect((await http.send({ method: 'GET', url })).response?.body).toBe('ok')
    expect(counts).toEqual([2, 1])
    expect(stats.notes).toEqual(['a connection broke before an answer once, and the request was sent again'])
  })

  test('one that may have been carried out already is not', async () => {
    const { url, counts } = await rude()
    const http = client({ connections: 1 })
    await http.send({ method: 'GET', url })
    expect((await http.send({ method: 'POST', url, body: 'x' })).failure).toMatchObject({ kind: 'dropped' })
    expect(counts).toEqual([2])
  })

  test('nothing is sent a third time', async () => {
    const url = await tcp((socket) => socket.destroy())
    expect((await client().send({ method: 'GET', url })).failure).toMatchObject({
      kind: 'dropped',
      message: expect.stringMatching(/closed the connection before its answer was complete$/),
    })
  })
})
