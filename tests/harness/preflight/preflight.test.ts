import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { preflight } from '../../../harness/preflight/preflight.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { replace } from '../../../mock/policies/replace.ts'
import { type MockService, startMockService } from '../../../mock/server.ts'
import { certificateOf } from '../../client/http/walls.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()

/** Listens until the test is over. */
async function listen(server: Server, scheme = 'http'): Promise<string> {
  servers.push(server)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('it does not listen')
  return `${scheme}://127.0.0.1:${address.port}`
}

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
})

let mock: MockService
beforeAll(async () => {
  mock = await startMockService()
})
afterAll(() => mock.close())

/** What is said of the mock, but for these keys. */
function said(changes: Readonly<Record<string, string>>): Promise<string | undefined> {
  return preflight(
    readEnvironment({ processEnv: { ...mock.environment, ...changes } }),
    new AbortController().signal,
  )
}

/** What is said of a service at this address; ports differ from run to run. */
async function saidOf(url: string): Promise<string | undefined> {
  const problem = await said({ SANDBOX_AUTH_URL: url, SANDBOX_API_URL: url })
  return problem?.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
}

function answering(status: number, type: string, body: string): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type }).end(body)
  }
}

test('a browser that is not there is told once, before any test', async () => {
  expect(await said({ SANDBOX_LOGIN: 'browser', SANDBOX_BROWSER: '/no/such/chromium' })).toMatch(
    /^no browser could be started \(set SANDBOX_BROWSER to a Chromium\): /,
  )
})

test('a service that is there, with a client and a user that it knows, can be tested', async () => {
  expect(await said({})).toBeUndefined()
})

test.each([
  ['a port where nobody listens', { SANDBOX_AUTH_URL: 'http://127.0.0.1:1' }],
  ['a wrong password', { SANDBOX_PASSWORD: 'not-the-password' }],
  ['a wrong client secret', { SANDBOX_CLIENT_SECRET: 'not-the-secret' }],
  ['an unknown client', { SANDBOX_CLIENT_ID: 'not-a-client' }],
  ['another redirect URI', { SANDBOX_REDIRECT_URI: 'https://elsewhere.example/callback' }],
  ['a malformed scope', { SANDBOX_SCOPE: '"' }],
])('%s', async (_name, changes) => {
  const problem = await said(changes)
  expect(problem).not.toContain('\n')
  expect(problem).toMatchSnapshot()
})

test('a wrong client secret, also where HTTP Basic is refused for another reason', async () => {
  const wantsForm = replace('transport', ({ around }) => ({
    around: async (request, next, host) =>
      request.headers.has('authorization') && host.role === 'auth'
        ? Response.json({ error: 'invalid_request', error_description: 'No client_id.' }, { status: 400 })
        : around(request, next, host),
  }))
  const service = await startMockService({ policies: wantsForm(contractPolicies) })
  onTestFinished(() => service.close())
  const processEnv = { ...service.environment, SANDBOX_CLIENT_SECRET: 'not-the-secret' }
  expect(await preflight(readEnvironment({ processEnv }), new AbortController().signal)).toMatch(
    /^the service does not know the client: 401 .* Check SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET$/,
  )
})

test.each([
  ['a sorry page for everything', 200, 'text/html', '<h1>Sorry</h1>'],
  ['a wrong address', 404, 'text/html', '<h1>Not found</h1>'],
  ['a gateway without a route', 404, 'application/json', '{"message":"no route"}'],
  ['a service that is down', 500, 'text/html', '<h1>Oops</h1>'],
  ['a service that is down and says so in JSON', 503, 'application/json', '{"error":"down"}'],
  ['a firewall', 403, 'text/html', '<h1>Blocked\u001b[31m</h1>'],
  ['another service', 200, 'application/json', '{}'],
])('%s', async (_name, status, type, body) => {
  expect(await saidOf(await listen(createHttpServer(answering(status, type, body))))).toMatchSnapshot()
})

test('something that does not speak HTTP', async () => {
  const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
  expect(await saidOf(await listen(server))).toMatchInlineSnapshot(
    `"http://HOST/oauth2/token cannot be tested: HOST does not answer in HTTP. Is SANDBOX_AUTH_URL right, and the service up?"`,
  )
})

test('something that hangs up', async () => {
  const server = createServer((socket) => socket.on('data', () => socket.destroy()))
  expect(await saidOf(await listen(server))).toMatchInlineSnapshot(
    `"there is no such service: http://HOST/oauth2/token gives no answer (HOST closed the connection before its answer was complete), and http://HOST/v1/organizations gives no answer (HOST closed the connection before its answer was complete). Are SANDBOX_AUTH_URL and SANDBOX_API_URL right, and the service up?"`,
  )
})

test('a proxy that leads nowhere is asked about beside the address that it was to lead to', async () => {
  const url = 'https://sandbox.example'
  const problem = await preflight(
    readEnvironment({
      processEnv: {
        ...mock.environment,
        SANDBOX_AUTH_URL: url,
        SANDBOX_API_URL: url,
        HTTPS_PROXY: 'http://127.0.0.1:1',
      },
    }),
    new AbortController().signal,
  )
  expect(problem).toBe(
    'https://sandbox.example/oauth2/token cannot be tested: the proxy http://127.0.0.1:1 does not lead there: connection refused by 127.0.0.1:1. Are SANDBOX_AUTH_URL and HTTPS_PROXY right, and the proxy up?',
  )
})

test('a certificate that nobody here trusts, with the way to trust it', async () => {
  const server = createHttpsServer(certificateOf('service', ['127.0.0.1']), answering(200, 'text/html', ''))
  expect(await saidOf(await listen(server, 'https'))).toMatchInlineSnapshot(
    `"https://HOST/oauth2/token cannot be tested: no secure connection to HOST: self-signed certificate. TLS is always verified: NODE_EXTRA_CA_CERTS adds a certificate authority. Is SANDBOX_AUTH_URL right, and the service up?"`,
  )
})

test('https where there is no TLS', async () => {
  const url = await listen(createHttpServer(answering(200, 'text/html', '')), 'https')
  expect(await saidOf(url)).toMatch(
    /^https:\/\/HOST\/oauth2\/token cannot be tested: no secure connection to HOST: /,
  )
})

test('a login page that is made by JavaScript', async () => {
  const server = createHttpServer((request, response) => {
    if (request.url?.startsWith('/oauth2/authorize'))
      response
        .setHeader('content-type', 'text/html')
        .end('<div id="app">Loading</div><script src="app.js"></script>')
    else answering(400, 'application/json', '{"error":"invalid_grant"}')(request, response)
  })
  expect(await saidOf(await listen(server))).toMatchInlineSnapshot(
    `"the login did not work: the page has no form; the page has scripts, which forms do not run: SANDBOX_LOGIN=browser (or manual) may get through; the page says "Loading""`,
  )
})

test('a mistake of the service in one half is left to the suites', async () => {
  const html = await listen(createHttpServer(answering(404, 'text/html', 'no')))
  expect(await said({ SANDBOX_API_URL: html })).toBeUndefined()
})

test('an address of the API with the version that the paths begin with', async () => {
  const url = `${mock.environment.SANDBOX_API_URL}/v1`
  expect(await said({ SANDBOX_API_URL: url })).toBe(
    `SANDBOX_API_URL must be without /v1: ${url}/v1/organizations gives 404, and ${url}/organizations does not`,
  )
})

test('without a user, nobody logs in', async () => {
  const { user, ...target }: TargetConfig = readEnvironment({ processEnv: mock.environment })
  expect(await preflight(target, new AbortController().signal)).toBeUndefined()
})

test('it can be given up', async () => {
  const interrupt = new AbortController()
  const silent = await listen(createHttpServer(() => interrupt.abort()))
  const target = readEnvironment({ processEnv: { ...mock.environment, SANDBOX_AUTH_URL: silent } })
  expect(await preflight(target, interrupt.signal)).toBe('the run was interrupted')
})
