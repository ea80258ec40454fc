import { expect, test } from 'vitest'
import { finderOf, sentBy, sentIn } from '../../../partner/requirements/other-environment.ts'
import type { Registration } from '../../../partner/service/service.ts'
import { call } from './calls.ts'

const sandbox: Registration = {
  environment: 'sandbox',
  authUrl: 'http://127.0.0.1:4010',
  apiUrl: 'http://127.0.0.1:4011',
  clientId: 'sandbox-partner@1f2e3d4c',
  clientSecret: 'kD0Zb1/+s4ndb0x/S3cr3t+Xq9',
  redirectUri: 'https://partner.example/back',
  scope: 'donations:write',
}
const production: Registration = {
  ...sandbox,
  environment: 'production',
  authUrl: 'http://127.0.0.1:40101',
  apiUrl: 'http://127.0.0.1:40111',
  clientId: 'sandbox-partner@1f2e3d4c-live',
  clientSecret: 'pR0duct10n/S3cr3t+Yw7',
  redirectUri: 'https://partner.example/back/live',
}
const find = finderOf('sandbox', { registrations: { sandbox, production }, accounts: new Map() })
const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  ['a secret in a header', { headers: { 'x-key': sandbox.clientSecret } }, 'the client secret of sandbox'],
  [
    'a secret in a packed record',
    { headers: { 'x-record': base64(`{"secret":"${sandbox.clientSecret}"}`) } },
    'the client secret of sandbox',
  ],
  ['an id in a header', { headers: { 'x-client': sandbox.clientId } }, 'the client of sandbox'],
  ['an id in base64', { headers: { 'x-client': base64(sandbox.clientId) } }, 'the client of sandbox'],
  [
    'an id in a form',
    { body: String(new URLSearchParams({ a: '1', of: sandbox.clientId })) },
    'the client of sandbox',
  ],
  ['an id in JSON', { body: `{"client":"${sandbox.clientId}"}` }, 'the client of sandbox'],
  ['an address in a query', { query: 'aud=http://127.0.0.1:4011/v1' }, 'a host of sandbox'],
  ['a redirect URI in a form', { body: `old=${sandbox.redirectUri}` }, 'the redirect URI of sandbox'],
])('%s is found', (_, sent, found) => {
  expect(find(sentIn(call(sent)))).toBe(found)
})

test.each([
  ['what is its own', { headers: { 'x-client': production.clientId, 'x-key': production.clientSecret } }],
  ['the name of a program', { headers: { 'user-agent': sandbox.clientId } }],
  ['a longer port', { query: `aud=${production.apiUrl}/v1&iss=${production.authUrl}` }],
  ['a longer address', { body: `redirect_uri=${production.redirectUri}` }],
])('%s is left alone', (_, sent) => {
  expect(find(sentIn(call(sent)))).toBeUndefined()
})

test('what both environments have by their configuration belongs to none', () => {
  const { clientId, clientSecret, redirectUri } = sandbox
  const registrations = { sandbox, production: { ...production, clientId, clientSecret, redirectUri } }
  const findShared = finderOf('sandbox', { registrations, accounts: new Map() })
  const parameters = new URLSearchParams({
    client_id: clientId,
    old: clientSecret,
    redirect_uri: redirectUri,
  })
  expect(findShared(sentBy(parameters))).toBeUndefined()
  expect(find(sentBy(parameters))).toBe('the client secret of sandbox')
})

test('a plain word that is the id or the secret by configuration stands in any text', () => {
  const registrations = { sandbox: { ...sandbox, clientId: 'donations', clientSecret: 'secret' }, production }
  const findPlain = finderOf('sandbox', { registrations, accounts: new Map() })
  expect(findPlain(sentBy(new URLSearchParams({ scope: 'donations', prompt: 'secret' })))).toBeUndefined()
})
