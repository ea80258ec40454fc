import { expect, onTestFinished, test } from 'vitest'
import { readClients } from '../../mock/clients.ts'
import { type MockSetup, startMock } from '../../mock/index.ts'
import { Partner } from './partner.ts'

const client = { id: 'my-app', secret: 's3cret', redirectUris: ['https://app.example/callback'] }

test('a partner’s own client connects, with the redirect URIs that it is given', async () => {
  const partner = await Partner.start({ clients: [client] })
  onTestFinished(() => partner.mock.close())
  const own = { client_id: 'my-app', redirect_uri: 'https://app.example/callback' }
  const browser = partner.browser()
  const code = await partner.code(browser, own)
  expect(browser.pages).toContain('Approve access')
  expect(await partner.exchange(code, { ...own, client_secret: 's3cret' })).toMatchObject({ status: 200 })
})

test('on a command line a client is ID:SECRET:REDIRECT_URI, once for each redirect URI', () => {
  expect(
    readClients([
      'my-app:s3cret:https://app.example:8443/callback',
      'other:0ther:https://other.example/cb',
      'my-app:s3cret:https://staging.example/callback',
    ]),
  ).toEqual([
    {
      ...client,
      redirectUris: ['https://app.example:8443/callback', 'https://staging.example/callback'],
    },
    { id: 'other', secret: '0ther', redirectUris: ['https://other.example/cb'] },
  ])
})

test.each([
  [
    ['my-app:s3cret'],
    'a client is ID:SECRET:REDIRECT_URI, such as my-app:s3cret:https://app.example/callback',
  ],
  [
    ['my-app:s3cret:http://app.example/callback'],
    'client "my-app": redirectUris.0 must be an https URL, as the contract demands',
  ],
  [['my-app:s3cret:https://app.example/#callback'], 'client "my-app": redirectUris.0 must have no fragment'],
  [['my-app:s3cret:app'], 'client "my-app": redirectUris.0 must be an https URL, as the contract demands'],
  [['café:s3cret:https://app.example/'], 'client "café": id must be of printable ASCII characters'],
  [['my-app:1:https://app.example/', 'my-app:2:https://app.example/'], 'client "my-app" has two secrets'],
])('%s is refused in one line', (texts, line) => {
  expect(() => readClients(texts)).toThrow(new Error(line))
})

test.each<[string, MockSetup['clients'], string]>([
  ['twice', [client, client], 'client "my-app" is given twice'],
  [
    'without a redirect URI',
    [{ ...client, redirectUris: [] }],
    'client "my-app": redirectUris must have one at least',
  ],
])('a client %s cannot be had', async (_, clients = [], line) => {
  await expect(startMock({ clients })).rejects.toThrow(new Error(line))
})
