import { expect, test } from 'vitest'
import { AdviceObserver } from '../../advice/observer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import { exchange, target, tokenAnswer } from '../harness/samples.ts'

const redirectUri = 'https://partner.example/callback'

function redirected(exchanges: readonly Exchange[], location = `${redirectUri}?code=1`): AuthorizationFlow {
  const url = URL.canParse(location) ? new URL(location) : undefined
  return { kind: 'redirected', location, url, exchanges, sawApproval: true, after: 'login' }
}

function resultsOf(flow: AuthorizationFlow, ...others: readonly Exchange[]) {
  const observer = new AdviceObserver(target)
  observer.visit({ flow, password: 'secret', redirectUri })
  for (const one of others) observer.exchange(one)
  return new Map(observer.results([]).map((result) => [result.id, result]))
}

test('gigantic and nasty answers are looked at quickly, and none of them goes wrong', () => {
  const long = 'a'.repeat(60_000)
  const nasty = [
    long,
    ' '.repeat(60_000),
    ','.repeat(60_000),
    ';'.repeat(60_000),
    '\u0000',
    'http://[',
    '"\\',
    '1'.repeat(60_000),
  ]
  const names = [
    'set-cookie',
    'content-security-policy',
    'x-frame-options',
    'referrer-policy',
    'strict-transport-security',
    'location',
    'cache-control',
    'pragma',
  ]
  const before = performance.now()
  for (const value of nasty)
    for (const method of ['GET', 'POST']) {
      const headers = Object.fromEntries(
        names.map((name) => [name, name === 'set-cookie' ? `${value}=${value}` : value]),
      )
      const page = exchange({
        method,
        url: 'https://auth.example/login',
        status: 302,
        headers,
        body: `<form>${value.repeat(10)}<meta content-security-policy referrer`,
      })
      const answer = tokenAnswer({
        headers,
        status: 200,
        body: JSON.stringify({ access_token: value, expires_in: value }),
      })
      const results = resultsOf(redirected([page], `${redirectUri}?code=${long}`), answer)
      expect([...results.values()].filter(({ reason }) => reason !== undefined)).toEqual([])
    }
  expect(performance.now() - before).toBeLessThan(5_000)
})

test('a mistake of ours is told, and is no test’s', () => {
  const observer = new AdviceObserver(target)
  const connection = { host: 'auth.example', protocol: 'TLSv1.3', cipher: 'any', seenAt: 0 }
  const broken = Object.defineProperty({ ...connection, certificates: [] }, 'certificates', {
    get: () => {
      throw new Error('no chain')
    },
  })
  observer.connection(broken)
  const results = new Map(observer.results([]).map((result) => [result.id, result]))
  expect(results.get('tls-certificate')).toMatchObject({
    status: 'not seen',
    reason: 'the suite itself failed: no chain',
  })
  expect(results.get('tls-cipher')?.status).toBe('safe')
})

test('a cookie that is taken away needs no flags, and one for scripts no HttpOnly', () => {
  const headers = { 'set-cookie': 'old=; Max-Age=0' }
  const gone = exchange({ url: 'https://auth.example/login', headers })
  expect(resultsOf(redirected([gone])).get('cookie-secure')?.status).toBe('not seen')
  const token = exchange({
    url: 'https://auth.example/',
    headers: { 'set-cookie': 'csrftoken=abc; Secure; SameSite=Lax' },
  })
  expect(resultsOf(redirected([token])).get('cookie-httponly')?.status).toBe('not seen')
})

test('an error page has nothing to be framed, a page with the link that approves has', () => {
  const page = exchange({ url: 'https://auth.example/consent', body: '<a href="/yes">Approve</a>' })
  expect(resultsOf(redirected([page])).get('framing')?.status).toBe('advised')
  const stopped: AuthorizationFlow = {
    ...redirected([page]),
    kind: 'stopped',
    why: '',
    page: '',
    isFinal: true,
    loginRefused: false,
  }
  expect(resultsOf(stopped).get('framing')?.status).toBe('not seen')
})

test('a host that is reached over plain http, off this machine', () => {
  const plain = { status: 'advised', seen: ['api.example: plain http', 'auth.example: plain http'] }
  expect(resultsOf(redirected([])).get('tls-version')).toMatchObject(plain)
})
