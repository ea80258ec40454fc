import { expect, test } from 'vitest'
import { collectSecrets } from '../../../client/http/collect-secrets.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

/** What is left of a text once a request with this body or authorization was sent. */
function leftAfter({ body = '', authorization = '' }, text: string): string {
  const secrets = new SecretRegistry()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization }
  collectSecrets(secrets, { method: 'POST', url: 'https://x.example/oauth2/token', headers, body }, undefined)
  return secrets.redact(text)
}

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

test.each([
  ['in a form', { body: 'client_id=partner-1&client_secret=s3cret-of-partner' }],
  ['by Basic', { authorization: basic('partner-1', 's3cret-of-partner') }],
])('the secret of a client is replaced from then on: %s', (_, request) => {
  expect(leftAfter(request, 'id partner-1, secret s3cret-of-partner')).toBe(
    'id partner-1, secret <client_secret>',
  )
})

test.each([
  ['in a form', { body: 'client_id=partner-1&client_secret=partner-1' }],
  ['by Basic', { authorization: basic('partner-1', 'partner-1') }],
])('the id of a client that is tried as its secret stays what it is, an id: %s', (_, request) => {
  expect(leftAfter(request, 'client_id=partner-1')).toBe('client_id=partner-1')
})
