import { expect, test } from 'vitest'
import type { HttpClient } from '../../../client/http/client.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { Dependencies } from '../../../harness/session/dependencies.ts'
import { exchange } from '../samples.ts'

const GET = { method: 'GET', url: 'http://api.example/' }

/** A client each of whose answers takes as long as its turn says, and comes when it is told to. */
function slow(...times: readonly number[]) {
  const answers: (() => void)[] = []
  const turns = times.values()
  const http: HttpClient = {
    send: () =>
      new Promise((resolve) => {
        const durationMs = turns.next().value ?? 0
        answers.push(() => resolve({ ...exchange(GET), durationMs }))
      }),
    keepIdleShorter: () => {},
    close: async () => {},
    requests: 0,
    secrets: new SecretRegistry(),
  }
  const answer = (index: number) => answers[index]?.()
  return { http, answer }
}

/** Sends one after the other by each of these clients, and answers at once. */
async function inTurn({ answer }: ReturnType<typeof slow>, clients: readonly HttpClient[]): Promise<void> {
  for (const [index, client] of clients.entries()) {
    const sent = client.send(GET)
    answer(index)
    await sent
  }
}

test('requests of one sender that follow one another are a chain', async () => {
  const all = new Dependencies()
  const service = slow(20, 30)
  const http = all.strand('UPDATE-1').through(service.http)
  await inTurn(service, [http, http])
  expect(all.longest).toEqual({ requests: 2, ms: 50, pausedMs: 0, requirements: ['UPDATE-1'] })
})

test('what is sent at the same moment is no chain; what follows waited for the answer that came last', async () => {
  const all = new Dependencies()
  const { http, answer } = slow(20, 30, 40)
  const client = all.strand('UPDATE-1').through(http)
  const both = [client.send(GET), client.send(GET)]
  answer(0)
  answer(1)
  await Promise.all(both)
  expect(all.longest).toMatchObject({ requests: 1, ms: 30 })
  const next = client.send(GET)
  answer(2)
  await next
  expect(all.longest).toMatchObject({ requests: 2, ms: 70 })
})

test('other senders do not wait, but for what was to end before', async () => {
  const all = new Dependencies()
  const service = slow(20, 20, 20, 20)
  const early = all.strand('UPDATE-1').through(service.http)
  const beside = all.strand('UPDATE-2').through(service.http)
  await inTurn(service, [early, early, beside])
  expect(all.longest).toMatchObject({ requests: 2, requirements: ['UPDATE-1'] })

  all.join()
  const later = slow(20)
  await inTurn(later, [all.strand('TOKEN-3').through(later.http)])
  expect(all.longest).toEqual({ requests: 3, ms: 60, pausedMs: 0, requirements: ['UPDATE-1', 'TOKEN-3'] })
})

test('where tests take turns, each needs all before it', async () => {
  const all = new Dependencies()
  const service = slow(20)
  await inTurn(service, [all.strand('UPDATE-1', true).through(service.http)])
  const next = slow(20)
  await inTurn(next, [all.strand('UPDATE-2', true).through(next.http)])
  expect(all.longest).toMatchObject({ requests: 2, requirements: ['UPDATE-1', 'UPDATE-2'] })
})

test('time that has to pass counts, and a sender may come to wait for all others', async () => {
  const all = new Dependencies()
  const service = slow(20, 20)
  const last = all.strand('BEARER-4')
  await inTurn(service, [all.strand('UPDATE-1').through(service.http)])
  last.join()
  last.pass(1000)
  expect(all.longest).toEqual({
    requests: 1,
    ms: 1020,
    pausedMs: 1000,
    requirements: ['UPDATE-1', 'BEARER-4'],
  })
})
