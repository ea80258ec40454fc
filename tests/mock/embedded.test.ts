import { expect, onTestFinished, test } from 'vitest'
import { type Mock, type MockSetup, startMock } from '../../mock/index.ts'
import { Browser, send } from './partner.ts'

/** Writes a memo. */
const update = (mock: Mock, id: string, headers: Record<string, string> = {}) =>
  send(`${mock.urls.sandboxApi}/v1/donations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"memo":"thanks"}',
  })

/** A service that ends with the test. */
async function service(setup?: MockSetup): Promise<Mock> {
  const mock = await startMock(setup)
  onTestFinished(() => mock.close())
  return mock
}

test('a service holds what it was asked for, until it is disposed of', async () => {
  const mock = await startMock({
    users: [{ username: 'ada@example.org', password: 'a password', organizations: ['Ada & Daughters'] }],
    donations: [{ id: 'd-1', organization: 'Ada & Daughters', status: 'settled', memo: 'for the roof' }],
  })
  expect(mock.donation('d-1')).toMatchObject({ status: 'settled', memo: 'for the roof', donor_city: '' })
  expect(mock.donation('d-2')).toBeUndefined()
  const id = mock.addDonation({ organization: 'Harbour Food Bank' })
  expect(mock.donation(id)).toMatchObject({ status: 'pledged' })
  await mock[Symbol.asyncDispose]()
  await expect(fetch(mock.urls.sandboxApi)).rejects.toThrow()
})

test('a user who was added logs in, and the code stands for the user’s organization', async () => {
  const mock = await service({
    users: [{ username: 'ada@example.org', password: 'a password', organizations: ['Ada & Daughters'] }],
    donations: [{ id: 'd-1', organization: 'Ada & Daughters' }],
  })
  const { environment, urls } = mock
  const { SANDBOX_CLIENT_ID: client_id = '', SANDBOX_REDIRECT_URI: redirect_uri = '' } = environment
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'a',
    state: 's',
  })
  const callback = await new Browser('ada@example.org', 'a password').follow(
    `${urls.sandboxAuth}/oauth2/authorize?${query}`,
  )
  const tokens = await send(`${urls.sandboxAuth}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      client_id,
      client_secret: environment.SANDBOX_CLIENT_SECRET ?? '',
      redirect_uri,
    }),
  })
  const authorization = `Bearer ${tokens.json.access_token}`
  expect((await update(mock, 'd-1', { authorization })).status).toBe(200)
  expect(mock.donation('d-1')).toMatchObject({ memo: 'thanks' })

  mock.clock.advance(24 * 3600)
  expect((await update(mock, 'd-1', { authorization })).status).toBe(401)
})

test('every request is remembered as it came, with what it was answered', async () => {
  const mock = await service()
  await update(mock, 'd-1', { 'x-request-id': '7' })
  expect(mock.requests).toEqual([
    {
      at: expect.any(Number),
      environment: 'sandbox',
      host: 'api',
      method: 'PATCH',
      path: '/v1/donations/d-1',
      headers: expect.objectContaining({ 'x-request-id': '7' }),
      body: '{"memo":"thanks"}',
      status: 401,
      milliseconds: expect.any(Number),
      requirements: ['BEARER-1', 'BEARER-7'],
    },
  ])
})

test('of a body that the service does not read for its size, nothing is remembered', async () => {
  const mock = await service()
  const large = new Uint8Array(2 * 1024 * 1024)
  const bodies = [large, new Blob([large]).stream()]
  for (const body of bodies)
    await send(`${mock.urls.sandboxAuth}/oauth2/token`, { method: 'POST', body, duplex: 'half' })
  expect(mock.requests.map(({ status, body }) => ({ status, body }))).toEqual([
    { status: 400, body: '' },
    { status: 400, body: '' },
  ])
})

test.each<[string, MockSetup, string]>([
  ['a fault', { faults: ['token-3-code-reusabel'] }, 'token-3-code-reusabel'],
  ['an organization', { donations: [{ organization: 'Nobody' }] }, 'the mock has no organization "Nobody"'],
  [
    'a user twice',
    { users: ['1', '2'].map((password) => ({ username: 'ada@example.org', password })) },
    'has a user ada@example.org already',
  ],
])('what cannot be had is said in one line: %s', async (_, setup, line) => {
  await expect(startMock(setup)).rejects.toThrow(line)
})

test('tokens can be had without a login, and are as those of a login', async () => {
  const mock = await service({
    users: [{ username: 'ada@example.org', password: 'a password', organizations: ['Ada & Daughters'] }],
    donations: [{ id: 'd-1', organization: 'Ada & Daughters' }],
  })
  const { accessToken, refreshToken, expiresIn } = mock.tokens({ username: 'ada@example.org' })
  const bearer = (token: unknown) => ({ authorization: `Bearer ${token}` })
  expect((await update(mock, 'd-1', bearer(accessToken))).status).toBe(200)
  expect((await update(mock, 'd-1', bearer(mock.tokens().accessToken))).status).not.toBe(200)

  mock.clock.advance(expiresIn)
  expect((await update(mock, 'd-1', bearer(accessToken))).status).toBe(401)
  const renewed = await send(`${mock.urls.sandboxAuth}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: mock.environment.SANDBOX_CLIENT_ID ?? '',
      client_secret: mock.environment.SANDBOX_CLIENT_SECRET ?? '',
    }),
  })
  expect((await update(mock, 'd-1', bearer(renewed.json.access_token))).status).toBe(200)
  expect(() => mock.tokens({ username: 'eve@example.org' })).toThrow(
    /^the mock has no user "eve@example.org": it has .*ada@example.org/,
  )
})

test('a code can be had without a login, and is good once, as that of a callback', async () => {
  const mock = await service({
    users: [{ username: 'ada@example.org', password: 'a password', organizations: ['Ada & Daughters'] }],
  })
  const { environment } = mock
  const form = (code: string) =>
    new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: environment.SANDBOX_REDIRECT_URI ?? '',
      client_id: environment.SANDBOX_CLIENT_ID ?? '',
      client_secret: environment.SANDBOX_CLIENT_SECRET ?? '',
    })
  const exchange = (code: string) =>
    send(`${mock.urls.sandboxAuth}/oauth2/token`, { method: 'POST', body: form(code) })
  const code = mock.code({ username: 'ada@example.org' })
  const { json } = await exchange(code)
  expect(json.ig_organizations).toMatchObject([{ name: 'Ada & Daughters' }])
  expect((await exchange(code)).json.error).toBe('invalid_grant')
  expect((await exchange(mock.code())).json.access_token).toEqual(expect.any(String))
  expect(() => mock.code({ clientId: 'nobody' })).toThrow(/^the mock has no client "nobody"/)
})

test.each<[setup: object, says: string]>([
  [{ clock: new Date('when') }, 'startMock: clock: is no time'],
  [{ fault: ['update-1'] }, 'startMock has no "fault": the nearest is faults'],
  [
    { donations: [{ organisation: 'Ada' }] },
    'donations.0 of startMock has no "organisation": the nearest is organization',
  ],
  [{ users: [{ user: 'ada' }] }, 'users.0 of startMock has no "user": the nearest is username'],
  [
    { users: [{ username: 'ada' }] },
    'startMock: users.0.password: Invalid input: expected string, received undefined',
  ],
  [{ latencyMs: -1 }, 'startMock: latencyMs: Too small: expected number to be >=0'],
  [{ clock: '2026-01-02' }, 'startMock: clock: Invalid input: expected date, received string'],
])('a setup of %j is refused, and the message says why', async (setup, says) => {
  await expect(startMock(setup)).rejects.toThrow(new Error(says))
})

test('a clock is moved forward, by a number', async () => {
  const mock = await service()
  for (const seconds of [-1, Number.NaN]) expect(() => mock.clock.advance(seconds)).toThrow(RangeError)
})

/** What the token endpoint says to a code. */
function exchanged({ urls, environment }: Mock, code: string) {
  const { SANDBOX_CLIENT_ID = '', SANDBOX_CLIENT_SECRET = '', SANDBOX_REDIRECT_URI = '' } = environment
  return send(`${urls.sandboxAuth}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: SANDBOX_CLIENT_ID,
      client_secret: SANDBOX_CLIENT_SECRET,
      redirect_uri: SANDBOX_REDIRECT_URI,
    }),
  })
}

/** A donation that is seeded. */
function seeded({ environment }: Mock): string {
  return environment.SANDBOX_PLEDGED_DONATION_IDS?.split(',')[0] ?? ''
}

test('faults and variants are switched while the service runs', async () => {
  const mock = await service()
  mock.use({ faults: ['token-2-expires-in-text'] })
  expect((await exchanged(mock, mock.code())).json.expires_in).toMatch(/^\d+$/)
  expect(() => mock.use({ faults: ['token-2-no-expires-in', 'nope'] })).toThrow(/nope/)
  expect((await exchanged(mock, mock.code())).json.expires_in).toMatch(/^\d+$/)
  mock.use({})
  expect((await exchanged(mock, mock.code())).json.expires_in).toEqual(expect.any(Number))
})

test('an answer that was prepared is given once, to the request that it is for', async () => {
  const mock = await service()
  const authorization = `Bearer ${mock.tokens().accessToken}`
  mock.answerNext({ path: /^\/v1\//, status: 503, headers: { 'retry-after': '1' }, body: { error: 'busy' } })
  expect((await exchanged(mock, mock.code())).status).toBe(200)
  const busy = await update(mock, seeded(mock), { authorization })
  expect(busy).toMatchObject({ status: 503, json: { error: 'busy' } })
  expect(busy.headers.get('retry-after')).toBe('1')
  expect(mock.donation(seeded(mock))?.memo).not.toBe('thanks')
  expect((await update(mock, seeded(mock), { authorization })).status).toBe(200)
})

test.each([
  [{ staus: 503 }, 'answerNext has no "staus": the nearest is status'],
  [{ status: 9999 }, 'answerNext: status: Too big: expected number to be <=599'],
  [{ status: 101 }, 'answerNext: status: Too small: expected number to be >=200'],
  [{ status: 429, afterMs: -1 }, 'answerNext: afterMs: Too small: expected number to be >=0'],
])('an answer that cannot be given is refused at once: %j', async (answer, says) => {
  const mock = await service()
  expect(() => mock.answerNext(answer as never)).toThrow(says)
  expect((await exchanged(mock, mock.code())).status).toBe(200)
})

test('a code or a token expires, a grant is revoked, and webhooks are seen', async () => {
  const mock = await service()
  const code = mock.code()
  mock.expire(code)
  expect((await exchanged(mock, code)).json.error).toBe('invalid_grant')
  const [first, second, third] = [mock.tokens(), mock.tokens(), mock.tokens()]
  mock.expire(first.accessToken)
  mock.revoke(second.refreshToken)
  const statusWith = async (token: string) =>
    (await update(mock, seeded(mock), { authorization: `Bearer ${token}` })).status
  expect(await statusWith(first.accessToken)).toBe(401)
  expect(await statusWith(second.accessToken)).toBe(401)
  expect(() => mock.expire('nope')).toThrow('the mock has no such access token or code')
  expect(() => mock.revoke('nope')).toThrow('the mock has no such refresh token')
  expect(await statusWith(third.accessToken)).toBe(200)
  await expect.poll(() => mock.webhooks.map(({ destination }) => destination)).toEqual(['sandbox'])
})
