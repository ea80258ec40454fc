import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Partner, type Reply } from './partner.ts'

let partner: Partner
beforeAll(async () => {
  partner = await Partner.start()
})
afterAll(() => partner.mock.close())

function expectError(reply: Reply, error: string, status = error === 'invalid_client' ? 401 : 400) {
  expect(reply.json).toEqual({ error, error_description: expect.any(String) })
  expect(reply.status).toBe(status)
  expect(reply.headers.get('cache-control')).toBe('no-store')
}

const tokenResponse = {
  access_token: expect.stringMatching(/^[\w-]{43}$/),
  refresh_token: expect.stringMatching(/^[\w-]{43}$/),
  token_type: 'Bearer',
  expires_in: 3600,
  ig_organizations: [{ id: expect.any(String), name: 'Harbour Food Bank' }],
}

describe('a code', () => {
  test('gives a token response that nobody may cache', async () => {
    const reply = await partner.exchange(await partner.code())
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.json).toEqual(tokenResponse)
  })

  test('works once; its reuse revokes what it gave', async () => {
    const code = await partner.code()
    const { json } = await partner.exchange(code)
    expect((await partner.organizations(String(json.access_token))).status).toBe(200)
    expectError(await partner.exchange(code), 'invalid_grant')
    expect((await partner.organizations(String(json.access_token))).status).toBe(401)
    expectError(await partner.refresh(json.refresh_token), 'invalid_grant')
  })

  test('of five exchanges at once gives tokens to one', async () => {
    const code = await partner.code()
    const replies = await Promise.all(Array.from({ length: 5 }, () => partner.exchange(code)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('expires', async () => {
    const code = await partner.code()
    await partner.inspect('/clock/advance', { seconds: 11 })
    expectError(await partner.exchange(code), 'invalid_grant')
  })

  test.each([
    ['unknown code', { code: 'nonsense' }, 'invalid_grant'],
    [
      'other redirect URI',
      { redirect_uri: 'https://sandbox-staging-1.example/oauth/return' },
      'invalid_grant',
    ],
    ['wrong secret', { client_secret: 'wrong' }, 'invalid_client'],
    ['unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 'invalid_client'],
    ['no client', { client_id: undefined }, 'invalid_client'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['no redirect URI', { redirect_uri: undefined }, 'invalid_request'],
    ['no grant type', { grant_type: undefined }, 'invalid_request'],
    ['other grant type', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('is not used up by a request with %s', async (_name, overrides, error) => {
    const code = await partner.code()
    expectError(await partner.exchange(code, overrides), error)
    expect((await partner.exchange(code)).status).toBe(200)
  })

  test('is refused to another client and stays good for its own', async () => {
    const code = await partner.code()
    const other = {
      client_id: partner.env('SANDBOX_OTHER_CLIENT_ID'),
      client_secret: partner.env('SANDBOX_OTHER_CLIENT_SECRET'),
    }
    expectError(await partner.exchange(code, other), 'invalid_grant')
    expect((await partner.exchange(code)).status).toBe(200)
  })
})

describe('the token endpoint', () => {
  test('takes no JSON, no query, no header credentials, no doubled parameter, no other method', async () => {
    const form = 'grant_type=refresh_token&client_id=a&client_secret=b&refresh_token=c'
    expectError(await partner.post('{}', { 'content-type': 'application/json' }), 'invalid_request')
    expectError(await partner.post('', {}, `?${form}`), 'invalid_request')
    expectError(await partner.post(form, { authorization: 'Basic YTpi' }), 'invalid_client')
    expectError(await partner.post(`${form}&client_id=a`), 'invalid_request')
    expectError(await partner.post('%FF=%'), 'invalid_request')
    expectError(await partner.post('x'.repeat(2_000_000)), 'invalid_request')
    const get = await fetch(`${partner.mock.urls.sandboxAuth}/oauth2/token`)
    expect(await get.json()).toMatchObject({ error: 'invalid_request' })
  })

  test('of production knows no sandbox client', async () => {
    const reply = await fetch(`${partner.mock.urls.productionAuth}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: await partner.code(),
        client_id: partner.env('SANDBOX_CLIENT_ID'),
        client_secret: partner.env('SANDBOX_CLIENT_SECRET'),
        redirect_uri: partner.env('SANDBOX_REDIRECT_URI'),
      }),
    })
    expect(reply.status).toBe(401)
  })
})

describe('organizations', () => {
  test('are all that the user owns', async () => {
    const reply = await partner.exchange(await partner.code(partner.browser('MULTI_ORG')))
    const names = ['River & Forest Trust', 'Läkare i Norr', 'Open Books']
    expect(reply.json.ig_organizations).toEqual(names.map((name) => ({ id: expect.any(String), name })))
  })

  test('are none for a member who owns none', async () => {
    const reply = await partner.exchange(await partner.code(partner.browser('NO_ORG')))
    expect(reply.json).toEqual({ ...tokenResponse, ig_organizations: [] })
  })

  test('are listed with a token and not without', async () => {
    const { access } = await partner.tokens()
    const reply = await partner.organizations(access)
    expect(reply.json).toEqual({ data: tokenResponse.ig_organizations })
    expect((await partner.organizations()).status).toBe(401)
    expect((await partner.organizations(access, partner.mock.urls.productionApi)).status).toBe(401)
  })
})

describe('a refresh token', () => {
  test('gives a working access token and its own successor, again and again', async () => {
    let { refresh } = await partner.tokens()
    for (let count = 0; count < 6; count += 1) {
      const { json } = await partner.refresh(refresh)
      expect(json).toEqual(tokenResponse)
      expect(json.refresh_token).not.toBe(refresh)
      expect((await partner.organizations(String(json.access_token))).status).toBe(200)
      refresh = String(json.refresh_token)
    }
  })

  test('that was superseded is refused, and its reuse ends the family', async () => {
    const { refresh } = await partner.tokens()
    const { json } = await partner.refresh(refresh)
    expectError(await partner.refresh(refresh), 'invalid_grant')
    expectError(await partner.refresh(json.refresh_token), 'invalid_grant')
    expect((await partner.organizations(String(json.access_token))).status).toBe(401)
  })

  test('is not used up by a wrong secret or another client', async () => {
    const { refresh } = await partner.tokens()
    expectError(await partner.refresh(refresh, { client_secret: 'wrong' }), 'invalid_client')
    const other = {
      client_id: partner.env('SANDBOX_OTHER_CLIENT_ID'),
      client_secret: partner.env('SANDBOX_OTHER_CLIENT_SECRET'),
    }
    expectError(await partner.refresh(refresh, other), 'invalid_grant')
    expect((await partner.refresh(refresh)).status).toBe(200)
  })

  test('is refused when it is unknown, revoked, missing or an access token', async () => {
    const { access } = await partner.tokens()
    expectError(await partner.refresh('nonsense'), 'invalid_grant')
    expectError(await partner.refresh(partner.env('SANDBOX_REVOKED_REFRESH_TOKEN')), 'invalid_grant')
    expectError(await partner.refresh(access), 'invalid_grant')
    expectError(await partner.token({ grant_type: 'refresh_token' }), 'invalid_request')
  })
})
