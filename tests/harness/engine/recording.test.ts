import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../client/http/exchange.ts'
import { serviceRequirements } from '../../../contract/index.ts'
import { judgeRecording } from '../../../harness/engine/recording.ts'
import { exchange } from '../../reports/exchanges.ts'

const service = { authUrl: 'http://127.0.0.1:9000', apiUrl: 'http://127.0.0.1:9001' }
const donation = {
  id: '7',
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada@example.org',
  donor_address_line_1: '1 Main Street',
  donor_address_line_2: '',
  donor_city: 'Rome',
  donor_province: 'RM',
}
const tokens = {
  access_token: 'at-0123456789',
  refresh_token: 'rt-0123456789',
  token_type: 'Bearer',
  expires_in: 3600,
  ig_organizations: [{ id: 'org-1', name: 'Food Bank' }],
}

const update = (sent: unknown, answer: unknown, status = 200): Exchange =>
  exchange({ request: { body: JSON.stringify(sent) }, response: json(answer, status) })

function json(answer: unknown, status = 200) {
  const body = JSON.stringify(answer)
  return {
    status,
    body,
    bytes: body.length,
    headers: { 'content-type': ['application/json'], 'cache-control': ['no-store'] },
  }
}

const exchanged = (answer: unknown, grant = 'authorization_code'): Exchange =>
  exchange({
    request: {
      method: 'POST',
      url: `${service.authUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=${grant}&client_secret=a-client-secret`,
    },
    response: json(answer),
  })

const callback = (state: string, came: string): Exchange =>
  exchange({
    request: {
      method: 'GET',
      url: `${service.authUrl}/oauth2/authorize?state=${encodeURIComponent(state)}`,
      headers: {},
    },
    response: {
      status: 302,
      headers: { location: [`https://app.example/cb?code=abcdefgh12&state=${encodeURIComponent(came)}`] },
      body: '',
      bytes: 0,
    },
  })

const verdict = (id: string, ...exchanges: Exchange[]) =>
  judgeRecording(service, exchanges).requirements.find((one) => one.id === id)?.verdict

test('a form that names its charset is judged as well', () => {
  const { request, ...rest } = exchanged({ ...tokens, expires_in: '3600' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
  expect(verdict('TOKEN-2', { ...rest, request: { ...request, headers } })).toBe('fail')
})

test('what was issued before the recording began is not told either', () => {
  const refused = exchange({
    request: {
      method: 'POST',
      url: `${service.authUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=refresh_token&refresh_token=rt-of-yesterday',
    },
    response: json({ error: 'invalid_grant', error_description: 'rt-of-yesterday is not known' }, 400),
  })
  expect(JSON.stringify(judgeRecording(service, [refused]))).not.toContain('rt-of-yesterday')
})

test('a token that the service took was issued, whenever that was: no error may repeat it', () => {
  const headers = { authorization: 'Bearer at-of-yesterday' }
  const taken = exchange({ request: { headers, body: '{}' }, response: json({ data: donation }) })
  const told = exchange({
    request: { headers, body: '[]' },
    response: json({ error: 'bad body, token at-of-yesterday' }, 422),
  })
  expect([verdict('ERROR-3', taken, told), verdict('ERROR-3', taken)]).toEqual(['warn', 'inconclusive'])
})

describe('each check in both directions', () => {
  test.each<[string, Exchange, Exchange]>([
    ['AUTHZ-2', callback('a+b', 'a+b'), callback('a+b', 'a b')],
    ['TOKEN-2', exchanged(tokens), exchanged({ ...tokens, expires_in: '3600' })],
    [
      'REFRESH-1',
      exchanged(tokens, 'refresh_token'),
      exchanged({ ...tokens, token_type: 'bearer' }, 'refresh_token'),
    ],
    ['UPDATE-1', update({}, { data: donation }), update({}, { data: donation, ok: true })],
    ['UPDATE-2', update({}, { data: donation }), update({}, { data: { ...donation, donor_city: null } })],
    ['UPDATE-2', update({}, { data: donation }), update({}, { data: { ...donation, id: '8' } })],
    ['UPDATE-7', update([], { error: 'x' }, 422), update([], { data: donation })],
    ['ADVISOR-2', update({ advisor: {} }, { error: 'x' }, 422), update({ advisor: {} }, { data: donation })],
  ])('%s', (id, kept, broken) => {
    expect(verdict(id, kept)).toBe('pass')
    expect(verdict(id, kept, broken)).toBe('fail')
  })
})

describe('a callback behind the pages of a login', () => {
  const redirectUri = 'https://app.example/cb'
  let clock = 0
  /** A GET of this address, answered by a page, or by a redirect. */
  const visit = (url: string, location?: string): Exchange =>
    exchange({
      startedAt: clock++,
      request: { method: 'GET', url, headers: {} },
      response: {
        status: location ? 302 : 200,
        headers: location ? { location: [location] } : {},
        body: '',
        bytes: 0,
      },
    })
  const asked = (state: string) => {
    const query = new URLSearchParams({ state, redirect_uri: redirectUri })
    return visit(`${service.authUrl}/oauth2/authorize?${query}`, '/login')
  }
  const login = () => visit(`${service.authUrl}/login`)
  const back = (state: string, code = 'abcdefgh12') => {
    const address = `${redirectUri}?${new URLSearchParams({ code, state })}`
    return [visit(`${service.authUrl}/consent`, address), visit(address)]
  }

  test('is held against the state of its request', () => {
    expect(verdict('AUTHZ-2', asked('a+b'), login(), ...back('a+b'))).toBe('pass')
    expect(verdict('AUTHZ-2', asked('a+b'), login(), ...back('a b'))).toBe('fail')
    expect(verdict('AUTHZ-2', asked('a+b'), login(), asked('a+b'), ...back('a b'))).toBe('fail')
  })

  test('is of no request, where several requests wait for one', () => {
    expect(verdict('AUTHZ-2', asked('one'), asked('two'), ...back('three'))).toBe('inconclusive')
    expect(verdict('AUTHZ-2', asked('one'), asked('two'), ...back('one', 'c-1'), ...back('two', 'c-2'))).toBe(
      'pass',
    )
  })

  test('is of the request whose state it resembles, where nobody sent its own', () => {
    const others = [asked('another-state'), asked('Zk3vQ9sLr7Xc+2Bn')]
    for (const altered of ['Zk3vQ9sLr7Xc 2Bn', 'Zk3vQ9sL', 'ZK3VQ9SLR7XC+2BN', 'Zk3vQ9sLr7Xc&#43;2Bn'])
      expect(verdict('AUTHZ-2', ...others, ...back('another-state', 'c-1'), ...back(altered))).toBe('fail')
  })

  test('leaves the rest undecided, where it has a state that nobody sent', () => {
    const others = [asked('one'), asked('two')]
    expect(verdict('AUTHZ-2', ...others, ...back('one', 'c-1'), ...back('three'))).toBe('inconclusive')
    expect(verdict('AUTHZ-2', ...others, ...back('one', 'c-1'), ...back('one', 'c-2'))).toBe('pass')
  })

  test('is of no request, where one does not say which it waits for', () => {
    const silent = visit(`${service.authUrl}/oauth2/authorize?response_type=code`)
    expect(verdict('AUTHZ-2', asked('a+b'), silent, ...back('a b'))).toBe('inconclusive')
  })

  test('is of no request, where its request was not recorded', () => {
    expect(verdict('AUTHZ-2', login(), ...back('a b'))).toBe('inconclusive')
  })
})

test('the monitors of a run judge a recording too', () => {
  const leak = update({}, { error: 'SQLSTATE 42P01' }, 500)
  expect(verdict('ERROR-2', leak)).toBe('warn')
  expect(verdict('ERROR-3', leak)).toBe('warn')
})

test('the requirements of a recording are in the order of the catalogue', () => {
  const { requirements, run } = judgeRecording(service, [update({}, { data: donation })])
  const ids = requirements.map(({ id }) => id)
  expect(ids).toEqual(serviceRequirements.map(({ id }) => id).filter((id) => ids.some((one) => one === id)))
  expect(run.only).toEqual(ids)
})

test('what the recording holds no example of is undecided, not kept', () => {
  expect(verdict('TOKEN-2', update({}, { data: donation }))).toBe('inconclusive')
})

test('secrets of a recording reach no report', () => {
  const stolen = exchange({
    request: { headers: { authorization: 'Bearer at-0123456789' } },
    response: json({ error: 'no such token: at-0123456789' }, 401),
  })
  const result = judgeRecording(service, [exchanged(tokens), stolen])
  expect(result.requirements.find(({ id }) => id === 'ERROR-3')?.verdict).toBe('warn')
  expect(JSON.stringify(result)).not.toMatch(/at-0123456789|rt-0123456789|a-client-secret/)
})

describe('an error page of the token endpoint', () => {
  const refused = (status: number, body: string, type: string) =>
    exchange({
      request: {
        method: 'POST',
        url: `${service.authUrl}/oauth2/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=authorization_code&code=abc',
      },
      response: { status, body, bytes: body.length, headers: { 'content-type': [type] } },
    })
  const page = refused(500, '<h1>Oops</h1>', 'text/html')
  const verdicts = (...exchanges: readonly Exchange[]) =>
    Object.fromEntries(
      judgeRecording(service, exchanges)
        .requirements.filter(({ id }) => id === 'TOKEN-15' || id === 'ERROR-2')
        .map(({ id, verdict, because }) => [id, because ?? verdict]),
    )

  test('is TOKEN-15, and ERROR-2 follows, where other answers are below 500', () => {
    expect(verdicts(page, update({}, { data: donation }))).toEqual({
      'TOKEN-15': 'fail',
      'ERROR-2': 'TOKEN-15',
    })
  })

  test('both stand where nothing else was answered', () => {
    expect(verdicts(page)).toEqual({ 'TOKEN-15': 'fail', 'ERROR-2': 'warn' })
  })

  test('both stand where the API fails as well', () => {
    const failed = update({}, { error: 'failure' }, 500)
    expect(verdicts(page, failed, update({}, { data: donation }))).toEqual({
      'TOKEN-15': 'fail',
      'ERROR-2': 'warn',
    })
  })

  test('a page of a gateway is none of the endpoint', () => {
    const gateway = refused(502, '<h1>Bad gateway</h1>', 'text/html')
    expect(verdicts(gateway, update({}, { data: donation }))['ERROR-2']).toBe('warn')
  })
})
