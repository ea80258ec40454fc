import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { startDevelopmentServer } from '../../../mock/developer/index.ts'
import { listening } from '../../../mock/server.ts'
import { Switches } from '../../../mock/switches.ts'
import { send } from '../partner.ts'
import { Developer } from './developer.ts'

const environment = 'sandbox'

test('the page shows who can log in, what was issued and what came', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  const { access, refresh } = await partner.tokens()
  const users = await developer.read('users')
  expect(users).toContain(partner.env('SANDBOX_PASSWORD'))
  expect(users).toContain('Harbour Food Bank')
  expect(users).toContain(partner.env('SANDBOX_REDIRECT_URI'))
  const tokens = await developer.read('tokens')
  expect(tokens).toContain(`${access}owner@sandbox.examplePartner 1good until`)
  expect(tokens).toContain(`${refresh}owner@sandbox.examplePartner 1good until revoked`)
  expect(await developer.read('requests')).toMatch(/POST \/oauth2\/token.*200\d+ ms ?TOKEN-1/)
})

test('all stored fields of a donation are there, those too that no answer shows, and nothing of them is markup', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  const { access } = await partner.tokens()
  const id = partner.id('SANDBOX_PLEDGED_DONATION_IDS')
  const memo = `<script>alert(1)</script>"'&amp;`
  await partner.update(access, id, { memo, identifier: 'PLEDGE-7<b>' })
  const page = await developer.look()
  const donation = page(`#donations details:contains(${id})`)
  expect(donation.text()).toContain(memo)
  expect(donation.text()).toContain('PLEDGE-7<b>')
  expect(
    donation
      .find('dt')
      .map((_, dt) => page(dt).text())
      .get(),
  ).toContain('organization_id')
  expect(page('script, b')).toHaveLength(0)
})

test('a code and an access token are expired, a refresh token is revoked', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  const code = await partner.code()
  expect((await developer.send('expire-code', { environment, token: code })).status).toBe(303)
  expect((await partner.exchange(code)).json.error).toBe('invalid_grant')

  const { access, refresh } = await partner.tokens()
  await developer.send('expire-access-token', { environment, token: access })
  expect((await partner.organizations(access)).status).toBe(401)
  await developer.send('revoke-refresh-token', { environment, token: refresh })
  expect((await partner.refresh(refresh)).json.error).toBe('invalid_grant')
  expect(await developer.read('tokens')).toContain('revoked')
})

test('the clock is moved, and tokens grow older', async () => {
  const developer = await Developer.start()
  const { access } = await developer.partner.tokens()
  const answer = await developer.send('advance-clock', { seconds: '3601' })
  expect(answer.headers.get('location')).toBe('/?done=advance-clock#clock')
  expect((await developer.partner.organizations(access)).status).toBe(401)
  expect(await developer.read('tokens')).toContain('expired')
})

test('a fault and a variant are switched on and off while the service runs', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  const fault = { kind: 'fault', id: 'org-5-open-to-all' }
  expect((await partner.organizations()).status).toBe(401)
  await developer.send('switch-on', fault)
  expect((await partner.organizations()).status).toBe(200)
  expect(await developer.read('switches')).toContain('Switch off org-5-open-to-all')
  await developer.send('switch-off', fault)
  expect((await partner.organizations()).status).toBe(401)

  const closing = { kind: 'variant', id: 'connections-closed' }
  await developer.send('switch-on', closing)
  expect((await partner.organizations()).headers.get('connection')).toBe('close')
  await developer.send('switch-off', closing)
  expect((await partner.organizations()).headers.get('connection')).toBe('keep-alive')
})

test('what was issued before a switch is good after it', async () => {
  const developer = await Developer.start(new Switches({ faults: ['org-5-xml'] }))
  const { access } = await developer.partner.tokens()
  expect((await developer.partner.organizations(access)).headers.get('content-type')).toContain('xml')
  await developer.send('switch-off', { kind: 'fault', id: 'org-5-xml' })
  expect((await developer.partner.organizations(access)).headers.get('content-type')).toBe('application/json')
})

test('the next request is answered as the developer wants, once, and with silence too', async () => {
  const developer = await Developer.start()
  const { partner } = developer
  await developer.send('answer-next', { answer: '503', path: '/v1/organizations' })
  await developer.send('answer-next', { answer: '429', path: '' })
  expect(await developer.read('answers')).toMatch(/503 ?\/v1\/organizations ?429 ?any/)
  // A switch leaves what was prepared.
  await developer.send('switch-on', { kind: 'variant', id: 'connections-closed' })
  const busy = await partner.organizations()
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await partner.organizations()).status).toBe(429)
  expect((await partner.organizations()).status).toBe(401)

  await developer.send('answer-next', { answer: 'silence', path: '' })
  const { SANDBOX_API_URL = '' } = developer.mock.environment
  const asked = fetch(`${SANDBOX_API_URL}/v1/organizations`, { signal: AbortSignal.timeout(300) })
  await expect(asked).rejects.toThrow('timeout')
  expect(await developer.read('answers')).toContain('Answers that wait for a request: none.')
})

test('webhooks go where the developer wants them, and the page tells what became of each', async () => {
  const developer = await Developer.start()
  const received: string[] = []
  const server = createServer(async (request, response) => {
    for await (const chunk of request) received.push(String(chunk))
    response.writeHead(received.length === 1 ? 204 : 500).end()
  })
  onTestFinished(() => void server.close())
  const url = `${await listening(server, '127.0.0.1', 0)}/hooks`
  await developer.send('set-webhook-destination', { environment, url })
  const donation = developer.partner.id('SANDBOX_NON_PLEDGED_DONATION_IDS')
  await developer.send('send-webhook', { environment, donation })
  expect(received).toEqual([expect.stringContaining(donation)])
  expect(await developer.read('webhooks')).toMatch(`${url}answered 204`)

  await developer.send('send-webhook', { environment, donation })
  expect(await developer.read('webhooks')).toMatch(`${url}answered 500`)
  server.close()
  server.closeAllConnections()
  await developer.send('send-webhook', { environment, donation })
  expect(await developer.read('webhooks')).toContain(`${url}not delivered: connect ECONNREFUSED`)
})

test.each([
  ['advance-clock', { seconds: '-5' }, 'seconds'],
  ['advance-clock', { seconds: 'soon' }, 'seconds'],
  ['expire-code', { environment, token: 'nobody’s' }, 'sandbox has no such token or code'],
  ['expire-code', { environment: 'staging', token: 'x' }, 'environment'],
  ['switch-on', { kind: 'fault', id: 'org-5-xmll' }, 'unknown fault "org-5-xmll": the nearest is org-5-xml'],
  ['switch-on', { kind: 'fault', id: 'env-1-clients-shared' }, 'start it with --fault env-1-clients-shared'],
  ['answer-next', { answer: '200', path: '' }, 'answer'],
  ['set-webhook-destination', { environment, url: 'file:///etc/passwd' }, 'must be an http or https address'],
  ['send-webhook', { environment, donation: 'd-0' }, 'sandbox has no such donation'],
])('a form that cannot be obeyed says why: %s %o', async (action, fields, why) => {
  const developer = await Developer.start()
  const { status, text } = await developer.send(action, fields)
  expect(status).toBe(400)
  expect(text).toContain('role="alert"')
  expect(text.replaceAll('&quot;', '"')).toContain(why)
})

test('to a request that names another host, nothing is shown and nothing done', async () => {
  const developer = await Developer.start()
  const { port } = new URL(developer.mock.pageUrl)
  for (const host of [
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    'localhost',
    `[::1]:${port}`,
  ]) {
    const reply = await developer.ask({ host })
    expect(reply).toMatchObject({ status: 403, text: expect.not.stringContaining('form_token') })
  }
  expect((await developer.ask({ host: `localhost:${port}` })).status).toBe(200)
})

test.each([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another port', { origin: 'http://127.0.0.1:1' }],
  ['of an origin that is kept secret', { origin: 'null' }],
])('a form %s is not obeyed, whatever it holds', async (_, headers) => {
  const developer = await Developer.start()
  const before = developer.mock.clock.now()
  expect((await developer.send('advance-clock', { seconds: '3600' }, headers)).status).toBe(403)
  expect(developer.mock.clock.now() - before).toBeLessThan(3_000_000)
})

test.each([
  ['without the token', {}],
  ['with an empty token', { form_token: '' }],
  ['with the token of another service', { form_token: 'x'.repeat(43) }],
])('a form %s is not obeyed', async (_, token) => {
  const developer = await Developer.start()
  const before = developer.mock.clock.now()
  expect((await developer.post('advance-clock', { seconds: '3600', ...token })).status).toBe(403)
  expect(developer.mock.clock.now() - before).toBeLessThan(3_000_000)
})

test('a request that has no Origin header changes nothing', async () => {
  const developer = await Developer.start()
  const form_token = await developer.formToken()
  const reply = await send(`${developer.mock.pageUrl}/advance-clock`, {
    method: 'POST',
    body: new URLSearchParams({ seconds: '3600', form_token }),
  })
  expect(reply.status).toBe(403)
  expect(reply.text).toContain('there is no Origin header')
})

test('no frame, cache or script has the page', async () => {
  const { headers } = await send((await Developer.start()).mock.pageUrl)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('the hosts of the contract have none of it', async () => {
  const { mock } = await Developer.start()
  const { sandboxAuth, sandboxApi, productionAuth, productionApi } = mock.urls
  for (const url of [sandboxAuth, sandboxApi, productionAuth, productionApi])
    for (const path of ['/', '/style.css']) expect((await send(url + path)).status).toBe(404)
})

test('a port that is taken ends the service too', async () => {
  const { mock } = await Developer.start()
  const port = Number(new URL(mock.pageUrl).port) - 5
  await expect(startDevelopmentServer({ switches: new Switches(), port })).rejects.toThrow('EADDRINUSE')
  const again = await startDevelopmentServer({ switches: new Switches() })
  await again.close()
  await expect(fetch(again.pageUrl)).rejects.toThrow()
})
