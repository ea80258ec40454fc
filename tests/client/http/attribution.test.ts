import { expect, test } from 'vitest'
import { attributed } from '../../../client/http/attribution.ts'
import { createHttpClient, type HttpRequest } from '../../../client/http/client.ts'
import { Sender } from '../../../client/http/sender.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

const request = { method: 'GET', url: 'http://127.0.0.1:9/' }

test('a later row waits behind earlier ones, unless it holds what others wait for', async () => {
  const sent: HttpRequest[] = []
  const client = createHttpClient({ secrets: new SecretRegistry() })
  const sender = new Sender('UPDATE-2', { rank: 7 })
  const send = async (one: HttpRequest) => {
    sent.push(one)
    return client.send(one)
  }
  const http = attributed({ ...client, requests: 0, send }, sender)
  await http.send(request)
  sender.holdsDonations = true
  await http.send(request)
  sender.holdsDonations = false
  await http.send({ ...request, rank: 0 })
  await client.close()
  expect(sent.map(({ rank = 0 }) => rank)).toEqual([7, 0, 0])
})
