import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { donationFields } from '../../../mock/arrange.ts'
import { listening } from '../../../mock/server.ts'
import { Switches } from '../../../mock/switches.ts'
import { Developer } from './developer.ts'

/** What an action gives, by name. */
const givenSchema = z.record(z.string(), z.coerce.string())

const actionsSchema = z.record(z.string(), z.looseObject({ properties: z.record(z.string(), z.unknown()) }))

const JSON_TYPE = { 'content-type': 'application/json' }

/** A test in whatever language, which knows the address of the control API and nothing of JavaScript. */
class Tester {
  readonly developer: Developer
  readonly #url: string

  private constructor(developer: Developer) {
    this.developer = developer
    this.#url = `${developer.mock.pageUrl}/_control`
  }

  static async start(switches?: Switches): Promise<Tester> {
    return new Tester(await Developer.start(switches))
  }

  /** Sends a body as it is. */
  async post(path: string, body: string, headers: Record<string, string> = JSON_TYPE) {
    const response = await fetch(`${this.#url}/${path}`, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, json: givenSchema.parse(text === '' ? {} : JSON.parse(text)) }
  }

  /** Does something, and is given what that gives. */
  async act(action: string, fields: object = {}) {
    const { status, json } = await this.post(action, JSON.stringify(fields))
    expect({ action, status }).toEqual({ action, status: Object.keys(json).length === 0 ? 204 : 200 })
    return json
  }

  async see(path: string): Promise<{ readonly status: number; readonly json: unknown }> {
    const response = await fetch(this.#url + path)
    return { status: response.status, json: await response.json() }
  }
}

/** What a test of an application is set up by, in the words of Pact a provider state. */
async function donationOfAda(tester: Tester): Promise<string> {
  await tester.act('add-user', {
    username: 'ada@example.org',
    password: 'a password',
    organizations: ['Ada & Daughters'],
  })
  const donation = { id: 'd-1', organization: 'Ada & Daughters', status: 'settled', quantity: 2 }
  expect(await tester.act('add-donation', donation)).toEqual({ id: 'd-1' })
  const { accessToken = '' } = await tester.act('give-tokens', { username: 'ada@example.org' })
  return accessToken
}

test('a user, a donation and tokens are there for an application, and what it stored is seen', async () => {
  const tester = await Tester.start()
  const access = await donationOfAda(tester)
  expect((await tester.developer.partner.update(access, 'd-1', { donor_city: 'Rome' })).status).toBe(200)
  expect((await tester.see('/donations/d-1')).json).toMatchObject({
    ...{ donor_city: 'Rome', status: 'settled', quantity: 2 },
  })
  expect((await tester.see('/donations/d-2')).status).toBe(404)
  expect((await tester.see('/requests')).json).toMatchObject([
    { method: 'PATCH', path: '/v1/donations/d-1', status: 200, body: '{"donor_city":"Rome"}' },
  ])
})

test('what a callback brings is given without its pages', async () => {
  const tester = await Tester.start()
  const { code = '' } = await tester.act('give-code')
  expect((await tester.developer.partner.exchange(code)).json).toHaveProperty('access_token')
})

test('codes and tokens end, at once or as the clock moves on', async () => {
  const tester = await Tester.start()
  const { partner } = tester.developer
  const { accessToken = '', refreshToken = '' } = await tester.act('give-tokens')
  await tester.act('expire-access-token', { token: accessToken })
  expect((await partner.organizations(accessToken)).status).toBe(401)
  await tester.act('revoke-refresh-token', { token: refreshToken })
  expect((await partner.refresh(refreshToken)).json.error).toBe('invalid_grant')
  const { code = '' } = await tester.act('give-code')
  await tester.act('advance-clock', { seconds: 60 })
  expect((await partner.exchange(code)).json.error).toBe('invalid_grant')
})

test('faults and variants are on until others are', async () => {
  const tester = await Tester.start()
  const { partner } = tester.developer
  await tester.act('use', { faults: ['org-5-open-to-all'], variants: ['connections-closed'] })
  expect((await partner.organizations()).status).toBe(200)
  await tester.act('switch-off', { kind: 'fault', id: 'org-5-open-to-all' })
  const { status, headers } = await partner.organizations()
  expect([status, headers.get('connection')]).toEqual([401, 'close'])
  await tester.act('use')
  expect((await partner.organizations()).headers.get('connection')).toBe('keep-alive')
})

test('the next request gets a usual answer, or any other', async () => {
  const tester = await Tester.start()
  const { partner } = tester.developer
  await tester.act('answer-next', { answer: '429' })
  await tester.act('answer-next', {
    answer: { status: 500, headers: { 'x-request-id': '7' }, body: { error: 'oops' } },
    path: '/v1/organizations',
  })
  expect((await partner.organizations()).status).toBe(429)
  const { status, headers, json } = await partner.organizations()
  expect([status, headers.get('x-request-id'), json]).toEqual([500, '7', { error: 'oops' }])
})

test('webhooks go where a test wants them, and it sees what became of each', async () => {
  const tester = await Tester.start()
  const server = createServer((_, response) => void response.writeHead(204).end())
  onTestFinished(() => void server.close())
  const url = `${await listening(server, '127.0.0.1', 0)}/hooks`
  await tester.act('set-webhook-destination', { url })
  const donation = tester.developer.partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  await tester.act('send-webhook', { donation })
  expect((await tester.see('/webhooks')).json).toMatchObject([
    { destination: 'sandbox', url, outcome: 204, body: expect.stringContaining(donation) },
  ])
})

test('a reset makes all as it was at the start, but for the clock', async () => {
  const tester = await Tester.start(new Switches({ faults: ['org-5-xml'] }))
  const { partner, mock } = tester.developer
  const seeded = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  const { json: before } = await tester.see(`/donations/${seeded}`)
  const access = await donationOfAda(tester)
  const { accessToken = '' } = await tester.act('give-tokens')
  await partner.update(accessToken, seeded, { memo: 'changed' })
  await tester.act('use', { faults: ['org-5-open-to-all'] })
  await tester.act('answer-next', { answer: '503' })
  await tester.act('advance-clock', { seconds: 3600 })
  const later = mock.clock.now()

  await tester.act('reset')
  expect((await tester.see(`/donations/${seeded}`)).json).toEqual(before)
  expect((await tester.see('/donations/d-1')).status).toBe(404)
  expect((await tester.see('/requests')).json).toEqual([])
  expect((await partner.organizations(access)).status).toBe(401)
  const { access: fresh } = await partner.tokens()
  expect((await partner.organizations(fresh)).headers.get('content-type')).toContain('xml')
  expect(mock.clock.now()).toBeGreaterThanOrEqual(later)
})

test('it says what there is, and what each action takes', async () => {
  const { json } = await (await Tester.start()).see('')
  const actions = actionsSchema.parse(json)
  expect(Object.keys(actions)).toEqual(expect.arrayContaining(['reset', 'answer-next', 'advance-clock']))
  const taken = Object.keys(actions['add-donation']?.properties ?? {})
  // An advisor has no id before there is one.
  const fields = donationFields.filter((name) => name !== 'advisor_id')
  expect(taken.toSorted()).toEqual(fields.toSorted())
})

test.each([
  ['expire-code', '{"token":"nobody’s"}', 400, 'sandbox has no such token or code'],
  [
    'expire-code',
    '{"tokn":"x"}',
    400,
    'token: Invalid input: expected string, received undefined; Unrecognized key: "tokn"',
  ],
  ['add-donation', '{"organization":"Nobody"}', 400, 'the mock has no organization "Nobody": it has Harbour'],
  ['add-donation', '{"organization":"Open Books","quantity":"2"}', 400, 'quantity: '],
  ['give-tokens', '{"username":"nobody"}', 400, 'the mock has no user "nobody"'],
  ['use', '{"faults":["org-5-xmll"]}', 400, 'unknown fault "org-5-xmll": the nearest is org-5-xml'],
  ['answer-next', '{"answer":{"status":999}}', 400, 'answer.status: Too big: expected number to be <=599'],
  ['reset', 'now', 400, 'the body must be JSON'],
  ['resett', '{}', 404, 'there is no such action: GET /_control lists them'],
])('what cannot be done is refused, and says why: %s %s', async (action, body, status, why) => {
  const tester = await Tester.start()
  const answer = await tester.post(action, body)
  expect(answer).toEqual({ status, json: { error: expect.stringContaining(why) } })
})

test.each([
  ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a text that only looks like JSON', 415, { 'content-type': 'text/plain; application/json' }],
  ['a request of another origin', 403, { ...JSON_TYPE, origin: 'https://evil.example' }],
  ['a request of an origin that is kept secret', 403, { ...JSON_TYPE, origin: 'null' }],
])('what a browser may send for another site does nothing: %s', async (_, status, headers) => {
  const tester = await Tester.start()
  const { clock } = tester.developer.mock
  const before = clock.now()
  expect((await tester.post('advance-clock', '{"seconds":3600}', headers)).status).toBe(status)
  expect(clock.now() - before).toBeLessThan(3_000_000)
})

test('no other site is shown anything', async () => {
  const { developer } = await Tester.start()
  const { host, port } = new URL(developer.mock.pageUrl)
  expect((await developer.ask({ host: `evil.example:${port}` }, '/_control/requests')).status).toBe(403)
  expect((await developer.ask({ host, origin: 'https://evil.example' }, '/_control/requests')).status).toBe(
    403,
  )
  const { headers } = await fetch(`${developer.mock.pageUrl}/_control/requests`)
  expect(headers.get('access-control-allow-origin')).toBeNull()
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
})
