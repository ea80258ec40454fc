import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DonationReader } from '../../../client/donations/reader.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { freePort } from '../../../partner/application/free-port.ts'

/** So many differences that stay are enough to see that waiting does not help. */
const ENOUGH = 12
/** A wait that was learnt to be vain asks so often at most, one that may help more often. */
const SOON = 4

/** A reader of a place that shows a memo: what `memoAt` says, given how often it was asked. */
async function readerOf(memoAt: (asked: number) => string) {
  const port = await freePort()
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ memo: memoAt(asked) }))
  }).listen(port, '127.0.0.1')
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(async () => {
    await http.close()
    server.close()
  })
  const reading = { url: `http://127.0.0.1:${port}/{id}`, headers: {} }
  const reader = new DonationReader(
    reading,
    http,
    { send: (send) => send('token') },
    new AbortController().signal,
  )
  const expecting = (memo: string) => reader.read('d-1', (reading) => reading.memo === memo)
  /** How often the place is asked until a difference counts. */
  async function asksFor(memo: string): Promise<number> {
    const before = asked
    await expecting(memo)
    return asked - before
  }
  return {
    asksFor,
    differAtOnce: () => Promise.all(Array.from({ length: ENOUGH }, () => expecting('never'))),
  }
}

describe('a difference that stays', () => {
  test('is waited for less when waiting never helped', async () => {
    const { asksFor, differAtOnce } = await readerOf(() => 'stays')
    expect(await asksFor('another')).toBeGreaterThan(SOON)
    await differAtOnce()
    expect(await asksFor('another')).toBeLessThanOrEqual(SOON)
  })

  test('is waited for all the time where something came late', async () => {
    const { asksFor, differAtOnce } = await readerOf((asked) => (asked < 3 ? 'old' : 'new'))
    await asksFor('new')
    await differAtOnce()
    expect(await asksFor('another')).toBeGreaterThan(SOON)
  })
})
