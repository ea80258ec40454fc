import { expect, test } from 'vitest'
import { usedOf } from '../../../partner/requirements/environments.ts'
import { isCodeExchange, isDonationCall, isRefresh, valuesSent } from '../../../partner/service/call.ts'
import { call } from './calls.ts'

test.each([
  ['GET', '/v1/donations/7', true],
  ['PATCH', '/v1/donations/7', true],
  ['GET', '/v1/donations', true],
  ['GET', '/v1/organizations', false],
  ['GET', '/v1/donationsheets', false],
])('%s %s is about donations: %s', (method, path, isAbout) => {
  expect(isDonationCall(call({ host: 'api', method, path }))).toBe(isAbout)
})

const sandbox = { clientId: 'app', clientSecret: 'p/q', redirectUri: 'https://sandbox.example/back' }
const basic = (credentials: string) => ({ authorization: `Basic ${btoa(credentials)}` })

test.each([
  ['app:other', 'the client of sandbox in the header'],
  ['other:p/q', 'the client secret of sandbox in the header'],
  ['other:p%2Fq', 'the client secret of sandbox in the header'],
  // A longer name that begins or ends alike is another one.
  ['app-live:p/q2', undefined],
  ['my-app:2p/q', undefined],
])('HTTP Basic with %s holds %s', (credentials, used) => {
  expect(usedOf('sandbox', sandbox, call({ headers: basic(credentials) }))).toBe(used)
})

test.each([
  ['a code with more beside it', 'grant_type=authorization_code&code=c&previous_refresh_token=t', false],
  ['a code and a token, as an exchange', 'grant_type=authorization_code&code=c&refresh_token=t', false],
  ['a refresh with more beside it', 'grant_type=refresh_token&refresh_token=t&code=c', true],
  ['a code sent as a refresh', 'grant_type=refresh_token&code=c', false],
  ['a refresh sent as an exchange', 'grant_type=authorization_code&refresh_token=t', true],
  ['a refresh in JSON', '{"grant_type":"refresh_token","refresh_token":"t"}', true],
  ['a code in JSON', '{"grant_type":"authorization_code","code":"c"}', false],
])('%s is told from the other by what it is for', (_, body, isOne) => {
  expect([isRefresh(call({ body })), isCodeExchange(call({ body }))]).toEqual([isOne, !isOne])
})

test('what a token request carries is found by any name, in the form and in the URL', () => {
  expect(valuesSent(call({ query: 'a=1', body: 'refresh_token=2&old=3%2B' }))).toEqual(['1', '2', '3+'])
  expect(valuesSent(call({ path: '/oauth2/revoke', body: 'token=2' }))).toEqual([])
})
