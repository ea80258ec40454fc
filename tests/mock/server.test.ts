import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inspectedAdvisorsSchema,
  inspectedDonationSchema,
  webhookDeliveriesSchema,
} from '../../contract/inspector.ts'
import { startMockService } from '../../mock/server.ts'
import { Partner, send } from './partner.ts'

let partner: Partner
beforeAll(async () => {
  partner = await Partner.start()
})
afterAll(() => partner.mock.close())

test('the environment names every fixture', () => {
  const { environment } = partner.mock
  expect(Object.keys(environment)).toEqual([
    'SANDBOX_AUTH_URL',
    'SANDBOX_API_URL',
    'SANDBOX_CLIENT_ID',
    'SANDBOX_CLIENT_SECRET',
    'SANDBOX_REDIRECT_URI',
    'SANDBOX_SCOPE',
    'SANDBOX_LOGIN',
    'SANDBOX_USERNAME',
    'SANDBOX_PASSWORD',
    'SANDBOX_NO_ORG_USERNAME',
    'SANDBOX_NO_ORG_PASSWORD',
    'SANDBOX_MULTI_ORG_USERNAME',
    'SANDBOX_MULTI_ORG_PASSWORD',
    'SANDBOX_OTHER_CLIENT_ID',
    'SANDBOX_OTHER_CLIENT_SECRET',
    'SANDBOX_OTHER_REDIRECT_URI',
    'SANDBOX_PLEDGED_DONATION_IDS',
    'SANDBOX_NON_PLEDGED_DONATION_IDS',
    'SANDBOX_FOREIGN_DONATION_ID',
    'SANDBOX_DESIGNATION_IDS',
    'SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID',
    'SANDBOX_EXPIRED_ACCESS_TOKEN',
    'SANDBOX_REVOKED_REFRESH_TOKEN',
    'SANDBOX_CODE_LIFETIME_SECONDS',
    'PRODUCTION_AUTH_URL',
    'PRODUCTION_API_URL',
  ])
  expect(environment.SANDBOX_PLEDGED_DONATION_IDS?.split(',').length).toBeGreaterThanOrEqual(16)
  expect(environment.SANDBOX_NON_PLEDGED_DONATION_IDS?.split(',').length).toBeGreaterThanOrEqual(16)
})

test('the inspector shows donations and advisors to who has the key', async () => {
  const id = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  const donation = inspectedDonationSchema.parse((await partner.inspect(`/donations/${id}`)).json)
  expect(donation.status).toBe('pledged')
  const { json } = await partner.inspect(`/advisors?email=${donation.advisor?.email}`)
  expect(inspectedAdvisorsSchema.parse(json).advisors).toEqual([donation.advisor])
  expect((await send(`${partner.mock.urls.inspector}/donations/${id}`)).status).toBe(401)
  expect((await partner.inspect('/donations/nothing')).status).toBe(404)
})

test('the inspector expires and revokes at once', async () => {
  const code = await partner.code()
  expect((await partner.inspect('/codes/expire', { token: code })).status).toBe(204)
  expect((await partner.exchange(code)).json.error).toBe('invalid_grant')

  const { access, refresh } = await partner.tokens()
  await partner.inspect('/access-tokens/expire', { token: access })
  expect((await partner.organizations(access)).json.error).toBe('invalid_token')
  await partner.inspect('/refresh-tokens/revoke', { token: refresh })
  expect((await partner.refresh(refresh)).json.error).toBe('invalid_grant')

  expect((await partner.inspect('/codes/expire', { token: 'unknown' })).status).toBe(404)
  expect((await partner.inspect('/codes/expire', {})).status).toBe(400)
})

test('the clock outlives access tokens', async () => {
  const { access } = await partner.tokens()
  await partner.inspect('/clock/advance', { seconds: 3599 })
  expect((await partner.organizations(access)).status).toBe(200)
  await partner.inspect('/clock/advance', { seconds: 2 })
  expect((await partner.organizations(access)).status).toBe(401)
})

test('each update is delivered to the sandbox destination and to no other; a refused one is not', async () => {
  const { access } = await partner.tokens()
  const updated = partner.id('SANDBOX_PLEDGED_DONATION_IDS', 3)
  const refused = partner.id('SANDBOX_PLEDGED_DONATION_IDS', 4)
  await partner.update(access, updated, { memo: 'told' })
  await partner.update(access, refused, { memo: 7 })
  const { json } = await partner.inspect('/webhooks')
  const { deliveries } = webhookDeliveriesSchema.parse(json)
  expect(
    deliveries.filter(({ body }) => body.includes(updated)).map(({ destination }) => destination),
  ).toEqual(['sandbox'])
  expect(deliveries.filter(({ body }) => body.includes(refused))).toEqual([])
})

test('whoever knows the deliveries so far is shown those after them', async () => {
  const { access } = await partner.tokens()
  const inspected = async (after: number) =>
    webhookDeliveriesSchema.parse((await partner.inspect(`/webhooks?after=${after}`)).json)
  const { received } = await inspected(0)
  const donation = partner.id('SANDBOX_PLEDGED_DONATION_IDS', 3)
  await partner.update(access, donation, { memo: 'news' })
  const news = await inspected(received)
  expect(news.deliveries.map(({ body }) => body.includes(donation))).toEqual([true])
  expect(await inspected(news.received)).toEqual({ received: received + 1, deliveries: [] })
})

test('latency delays every answer', async () => {
  const slow = await Partner.start({ latencyMs: 60 })
  const started = performance.now()
  await slow.organizations()
  expect(performance.now() - started).toBeGreaterThanOrEqual(55)
  await slow.mock.close()
})

test('a port that is taken is an error', async () => {
  const port = Number(new URL(partner.mock.urls.sandboxAuth).port)
  await expect(startMockService({ port })).rejects.toThrow('EADDRINUSE')
})

test('closing waits for no update and no delivery', async () => {
  const other = await Partner.start()
  const { access } = await other.tokens()
  await other.update(access, other.id('SANDBOX_PLEDGED_DONATION_IDS'), {})
  await other.mock.close()
  await expect(other.organizations(access)).rejects.toThrow()
})
