import { expect, test } from 'vitest'
import { usedOf } from '../../../partner/requirements/environments.ts'
import { type Call, isDonationCall } from '../../../partner/service/call.ts'

const call = (differences: Partial<Call>): Call => ({
  id: 1,
  environment: 'production',
  host: 'auth',
  isByBrowser: false,
  account: undefined,
  method: 'POST',
  path: '/oauth2/token',
  query: '',
  headers: {},
  body: '',
  startedAt: 0,
  ...differences,
})

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
