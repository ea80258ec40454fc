import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import { withLivenessProbe } from '../../../client/http/liveness-probe.ts'
import { openDriver } from '../../../client/login/drivers.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { chromiumPath } from '../../system/chromium.ts'
import { callback, listen, serve, user } from './site.ts'

/** Logins by a browser at this authorization host, and the client that watches whether it is there. */
function open(authUrl: string, signal = new AbortController().signal) {
  const target = readEnvironment({
    processEnv: {
      SANDBOX_AUTH_URL: authUrl,
      SANDBOX_API_URL: authUrl,
      SANDBOX_CLIENT_ID: 'partner',
      SANDBOX_CLIENT_SECRET: 'a secret',
      SANDBOX_REDIRECT_URI: callback,
      SANDBOX_SCOPE: 'all',
      SANDBOX_LOGIN: 'browser',
      SANDBOX_BROWSER: chromiumPath(),
      SANDBOX_USERNAME: user.username,
      SANDBOX_PASSWORD: user.password,
    },
  })
  const plain = createHttpClient({ secrets: new SecretRegistry() })
  const gone: string[] = []
  const http = withLivenessProbe(plain, [authUrl], (why) => gone.push(why))
  const { logins, close } = openDriver(target, signal)
  onTestFinished(() => Promise.all([close(), plain.close()]).then(() => undefined))
  return {
    gone,
    authorize: () => logins.authorize(user, `${authUrl}/authorize`, 'approve', [callback], http),
  }
}

test('a host that went away ends the run, though it is a browser that asks', async () => {
  const { gone, authorize } = open('http://127.0.0.1:1')
  await expect(authorize()).rejects.toThrow('the service went away: connection refused')
  expect(gone).toHaveLength(1)
})

test('so does one that goes away while somebody logs in', async () => {
  const form =
    '<form method="post"><input name="username"><input name="password" type="password"><button>Log in</button></form>'
  const server = createServer((request, response) => {
    if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(form)
    else {
      server.close()
      server.closeAllConnections()
    }
  })
  const { gone, authorize } = open(await listen(server))
  await expect(authorize()).rejects.toThrow('the service went away: connection refused')
  expect(gone).toHaveLength(1)
})

test('a run that is over waits for no page', async () => {
  const { url, log } = await serve({ 'GET /authorize': () => '<p>Nothing happens here.</p>' })
  const over = new AbortController()
  const { authorize } = open(url, over.signal)
  const refused = expect(authorize()).rejects.toThrow('the run is over')
  await expect.poll(() => log, { timeout: 60_000 }).toContain('GET /authorize')
  const began = performance.now()
  over.abort()
  await refused
  // A page that stays as it is would be given ten seconds.
  expect(performance.now() - began).toBeLessThan(8_000)
})
