import { expect, test } from 'vitest'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cookiesFor } from '../../../client/login/cookies.ts'

const exchange = (url: string, cookie: string | undefined, set: readonly string[]): Exchange => ({
  id: 1,
  request: { method: 'GET', url, headers: cookie === undefined ? {} : { cookie } },
  response: { status: 200, headers: { 'set-cookie': set }, body: '', bytes: 0 },
  startedAt: 0,
  durationMs: 1,
})

const login = exchange('https://login.example.com/sign-in', 'lang=de', ['session=abc; Path=/; Secure'])

test('what a browser had and was given goes to the same host', () => {
  expect(cookiesFor('https://login.example.com/v1', [login])).toBe('lang=de; session=abc')
})

test('nothing goes to another host, unless it is for the domain of both', () => {
  expect(cookiesFor('https://api.example.com', [login])).toBeUndefined()
  const wide = exchange(login.request.url, undefined, ['session=abc; Domain=example.com; Path=/'])
  expect(cookiesFor('https://api.example.com', [wide])).toBe('session=abc')
})

test('what was deleted since is gone', () => {
  const out = exchange('https://login.example.com/out', 'session=abc', ['session=; Path=/; Max-Age=0'])
  expect(cookiesFor('https://login.example.com', [login, out])).toBe('lang=de')
})
