import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractPolicies } from '../../mock/policies/index.ts'
import { Partner } from './partner.ts'

let partner: Partner
beforeAll(async () => {
  partner = await Partner.start()
})
afterAll(() => partner.mock.close())

describe('login and approval', () => {
  test('lead through two pages to the redirect URI with code and state', async () => {
    const browser = partner.browser()
    const callback = await browser.follow(partner.authorizeUrl())
    expect(browser.pages).toEqual(['Log in', 'Approve access'])
    expect(callback.origin + callback.pathname).toBe(partner.env('SANDBOX_REDIRECT_URI'))
    expect([...callback.searchParams.keys()]).toEqual(['code', 'state'])
  })

  test('a session that is logged in is asked for approval only', async () => {
    const browser = partner.browser()
    await browser.follow(partner.authorizeUrl())
    browser.pages.length = 0
    await browser.follow(partner.authorizeUrl())
    expect(browser.pages).toEqual(['Approve access'])
  })

  test('a wrong password shows the login page again', async () => {
    const browser = partner.browser()
    const page = await browser.open(partner.authorizeUrl())
    const { fields } = browser.form(page, 'approve')
    const again = await browser.open(
      `${partner.mock.urls.sandboxAuth}/oauth2/authorize`,
      new URLSearchParams({ ...fields, password: 'guess' }).toString(),
    )
    expect(again.status).toBe(401)
    expect(again.text).toContain('Email or password is wrong.')
  })

  test('declining gives access_denied, the state and no code', async () => {
    const callback = await partner.browser().follow(partner.authorizeUrl({ state: 'x y' }), 'decline')
    expect(callback.searchParams.get('error')).toBe('access_denied')
    expect(callback.searchParams.get('state')).toBe('x y')
    expect(callback.searchParams.has('code')).toBe(false)
  })

  test('two requests in one session keep their own states', async () => {
    const browser = partner.browser()
    await browser.follow(partner.authorizeUrl())
    const [one, two] = await Promise.all(
      ['one', 'two'].map((state) => browser.follow(partner.authorizeUrl({ state }))),
    )
    expect(one?.searchParams.get('state')).toBe('one')
    expect(two?.searchParams.get('state')).toBe('two')
  })

  test("a page of another session's request is refused", async () => {
    const victim = partner.browser()
    const { fields } = victim.form(await victim.open(partner.authorizeUrl()), 'approve')
    const stranger = partner.browser()
    await stranger.open(partner.authorizeUrl())
    const answer = await stranger.open(
      `${partner.mock.urls.sandboxAuth}/oauth2/authorize`,
      new URLSearchParams(fields).toString(),
    )
    expect(answer.status).toBe(400)
  })

  test('the session cookie is out of reach of scripts', async () => {
    const page = await partner.browser().open(partner.authorizeUrl())
    expect(page.headers.get('set-cookie')).toMatch(/^session=.+; HttpOnly/)
  })
})

describe('state', () => {
  const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  test.each([
    printable,
    '%2B',
    'a+b c',
    '&amp;',
    '"><script>',
    '0',
    'null',
    ' lead',
    'ü→🎁',
    'x'.repeat(512),
  ])('%j comes back unchanged', async (state) => {
    const callback = await partner.browser().follow(partner.authorizeUrl({ state }))
    expect(callback.searchParams.get('state')).toBe(state)
  })

  test('is not made up where none was sent', async () => {
    const callback = await partner.browser().follow(partner.authorizeUrl({ state: undefined }))
    expect([...callback.searchParams.keys()]).toEqual(['code'])
  })

  test('in bytes that are no UTF-8 is refused rather than altered', async () => {
    const answer = await partner.browser().open(`${partner.authorizeUrl({ state: undefined })}&state=%FF`)
    expect(answer.status).toBe(400)
  })
})

describe('a request whose client or redirect URI is wrong shows an error page', () => {
  const registered = 'https://sandbox-partner-1.example/oauth/callback'
  test.each([
    ['no client', { client_id: undefined }],
    ['unknown client', { client_id: 'nobody' }],
    ['client of production', { client_id: 'production-partner-1' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['http', { redirect_uri: registered.replace('https', 'http') }],
    ['trailing slash', { redirect_uri: `${registered}/` }],
    ['query', { redirect_uri: `${registered}?x=1` }],
    ['letter case', { redirect_uri: registered.replace('callback', 'Callback') }],
    ['port', { redirect_uri: registered.replace('.example', '.example:443') }],
    ["another client's", { redirect_uri: 'https://sandbox-partner-2.example/oauth/callback' }],
  ])('%s', async (_name, overrides) => {
    const answer = await partner.browser().open(partner.authorizeUrl(overrides))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })

  test.each(['client_id', 'redirect_uri'])('%s twice', async (name) => {
    const url = `${partner.authorizeUrl()}&${name}=${encodeURIComponent(registered)}`
    const answer = await partner.browser().open(url)
    expect(answer.status).toBe(400)
  })
})

describe('any other mistake is told to the redirect URI with the state', () => {
  test.each([
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
    ['response_type Code', { response_type: 'Code' }, 'unsupported_response_type'],
    ['response_type "code token"', { response_type: 'code token' }, 'unsupported_response_type'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['empty scope', { scope: '' }, 'invalid_scope'],
    ['blank scope', { scope: ' ' }, 'invalid_scope'],
  ])('%s', async (_name, overrides, error) => {
    const callback = await partner.browser().follow(partner.authorizeUrl(overrides))
    expect(callback.searchParams.get('error')).toBe(error)
    expect(callback.searchParams.get('state')).toBe('s-1')
    expect(callback.searchParams.has('code')).toBe(false)
  })

  test.each(['scope', 'state', 'response_type', 'extra'])('%s twice', async (name) => {
    const callback = await partner.browser().follow(`${partner.authorizeUrl()}&${name}=code&${name}=code`)
    expect(callback.searchParams.get('error')).toBe('invalid_request')
  })
})

test('a registered redirect URI keeps the query that it has', async () => {
  const { data } = contractPolicies
  const redirectUris = () => ['https://partner.example/cb?tenant=7']
  const other = await Partner.start({ policies: { ...contractPolicies, data: { ...data, redirectUris } } })
  const callback = await other.browser().follow(other.authorizeUrl())
  expect(callback.search).toMatch(/^\?tenant=7&code=[\w-]{43}&state=s-1$/)
  await other.mock.close()
})

test('codes are distinct and long', async () => {
  const browser = partner.browser()
  const codes = [await partner.code(browser), await partner.code(browser), await partner.code(browser)]
  expect(new Set(codes).size).toBe(3)
  for (const code of codes) expect(code).toMatch(/^[\w-]{43}$/)
})
