import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { beforeAll, expect, test, vi } from 'vitest'
import { callback, listen, openBrowser, user } from './site.ts'

// it prints its advice for production use
beforeAll(() => {
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})

/** An authorization server that nobody here wrote, with the login and consent pages it brings along. */
async function serveProvider(): Promise<string> {
  const server = createServer()
  const url = await listen(server)
  const provider = new Provider(url, {
    clients: [{ client_id: 'partner', client_secret: 'secret', redirect_uris: [callback] }],
    pkce: { required: () => false },
  })
  server.on('request', provider.callback())
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'partner',
    redirect_uri: callback,
    scope: 'openid',
    state: 's1',
  })
  return `${url}/auth?${query}`
}

test('declines, then approves, then is approved without asking', async () => {
  const authorize = await serveProvider()
  const browser = openBrowser()
  const declined = await browser.authorize(authorize, 'decline', user, [callback])
  expect(declined).toMatchObject({
    kind: 'redirected',
    location: expect.stringContaining('error=access_denied'),
    sawApproval: true,
  })
  const approved = await browser.authorize(authorize, 'approve', user, [callback])
  expect(approved).toMatchObject({
    kind: 'redirected',
    location: expect.stringContaining('code='),
    sawApproval: true,
  })
  const remembered = await browser.authorize(authorize, 'approve', user, [callback])
  expect(remembered).toMatchObject({
    kind: 'redirected',
    location: expect.stringContaining('code='),
    sawApproval: false,
  })
})
