import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { WebhookListener } from '../../../client/donations/webhook-listener.ts'
import { freePort } from '../../../partner/application/free-port.ts'

test('a delivery that comes packed is unpacked; one that only says so is kept as it came', async () => {
  const sandbox = await freePort()
  const listener = await WebhookListener.open({ sandbox })
  onTestFinished(() => listener.close())
  const deliver = (body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`http://127.0.0.1:${sandbox}/`, { method: 'POST', body, headers: { 'content-encoding': 'gzip' } })
  const packed = new Uint8Array(gzipSync('{"donation":"d-1"}'))
  expect((await deliver(packed)).status).toBe(200)
  expect((await deliver('{"donation":"d-2"}')).status).toBe(200)
  const { deliveries } = await listener.webhooks(0)
  expect(deliveries.map(({ body }) => body)).toEqual(['{"donation":"d-1"}', '{"donation":"d-2"}'])
})
