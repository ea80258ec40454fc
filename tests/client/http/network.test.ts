import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpClient, type HttpClientOptions } from '../../../client/http/client.ts'
import { proxyOf } from '../../../client/http/network.ts'
import type { SecureConnection } from '../../../client/http/secure-connection.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'
import { listen } from '../login/site.ts'
import { certificateOf, companyProxy, secured } from './walls.ts'

const service = certificateOf('service', ['api.sandbox.test', '127.0.0.1'])
const partner = certificateOf('partner')

async function get(url: string, options: Partial<HttpClientOptions> = {}) {
  const http = createHttpClient({ secrets: new SecretRegistry(), tls: { ca: service.cert }, ...options })
  onTestFinished(() => http.close())
  const { response, failure } = await http.send({ method: 'GET', url })
  return response?.body ?? failure?.message ?? ''
}

/** A service over http that answers how it was called; returns its port. */
async function greeting(): Promise<string> {
  const server = createServer(({ headers: { host } }, response) => response.end(`this is ${host}`))
  return new URL(await listen(server)).port
}

test.each([
  ['https://api.example.org', 'http://secure:1'],
  ['http://api.example.org', 'http://plain:2'],
  ['https://api.corp.example.org', undefined],
  ['https://corp.example.org', undefined],
  ['https://notcorp.example.org', 'http://secure:1'],
  ['https://other.org', undefined],
  ['https://a.ported.org:8443', undefined],
  ['https://a.ported.org', 'http://secure:1'],
  ['https://localhost', undefined],
  ['http://127.3.2.1:80', undefined],
  ['http://[::1]:80', undefined],
])('the proxy to %s is %s', (url, expected) => {
  const except = '.corp.example.org, *.other.org,PORTED.org:8443'
  const network = { proxies: { http: 'plain:2', https: 'http://secure:1', except } }
  expect(proxyOf(new URL(url), network)?.origin).toBe(expected)
  expect(proxyOf(new URL(url), { proxies: { ...network.proxies, except: '*' } })).toBeUndefined()
})

test('a host is reached through the proxy, by a name that only the proxy knows', async () => {
  const port = await greeting()
  const proxy = await companyProxy()
  const network = { proxies: { http: `127.0.0.1:${proxy.port}`, except: 'sandbox.internal' } }
  expect(await get(`http://api.sandbox.test:${port}`, { network })).toBe(`this is api.sandbox.test:${port}`)
  expect(await get(`http://127.0.0.1:${port}`, { network })).toBe(`this is 127.0.0.1:${port}`)
  expect(proxy.asked).toEqual([`api.sandbox.test:${port}`])
})

test('a proxy that wants a password is given that of its URL, and is named without', async () => {
  const url = `http://api.sandbox.test:${await greeting()}`
  const { port } = await companyProxy('anna:p@ss')
  const through = (user: string) => ({
    network: { proxies: { http: `http://${user}@127.0.0.1:${port}`, except: '' } },
  })
  expect(await get(url, through('anna:p%40ss'))).toContain('this is api.sandbox.test')
  expect(await get(url, through('anna:other'))).toBe(
    `the proxy http://127.0.0.1:${port} as anna does not lead there: it answers 407 to CONNECT ${new URL(url).host}: it wants a user and a password, as in http://USER:PASSWORD@HOST:PORT`,
  )
})

test('a proxy that is not there, or does not answer, is what is told; not the host', async () => {
  const url = 'http://api.sandbox.test'
  const gone = { network: { proxies: { http: 'http://127.0.0.1:1', except: '' } } }
  expect(await get(url, gone)).toBe(
    'the proxy http://127.0.0.1:1 does not lead there: connection refused by 127.0.0.1:1',
  )
  const server = createServer().on('connect', () => {})
  const silent = { network: { proxies: { http: await listen(server), except: '' } } }
  expect(await get(url, { ...silent, limits: { headersMs: 100 } })).toMatch(
    /^the proxy .* does not lead there: .* does not answer within 0\.1 s$/,
  )
})

test('TLS goes through the proxy to the host, and it is the host whose certificate is told', async () => {
  const port = await secured(Number(await greeting()), service)
  const proxy = await companyProxy()
  const seen: SecureConnection[] = []
  const body = await get(`https://api.sandbox.test:${port}`, {
    network: { proxies: { https: `http://127.0.0.1:${proxy.port}`, except: '' } },
    onSecureConnection: (connection) => seen.push(connection),
  })
  expect(body).toBe(`this is api.sandbox.test:${port}`)
  expect(seen.map(({ host, certificates }) => [host, certificates[0]?.subject])).toEqual([
    [`api.sandbox.test:${port}`, 'service'],
  ])
})

test('a client certificate is shown to the hosts of the service, and to no other', async () => {
  // With TLS 1.3 a host may hang up in its own time, and say why or not.
  const asking = { ...service, ca: partner.cert, requestCert: true, maxVersion: 'TLSv1.2' } as const
  const url = `https://127.0.0.1:${await secured(Number(await greeting()), asking)}`
  const shown = (origins: readonly string[]) => ({ network: { identity: { ...partner, origins } } })
  expect(await get(url, shown([url]))).toContain('this is')
  for (const options of [{}, shown(['https://other.example.org'])])
    expect(await get(url, options)).toMatch(/^no secure connection .*alert handshake failure/)
})

test('what a gateway wants goes to the hosts of the service and to no other; what a test sends itself stays', async () => {
  const asked = async () => listen(createServer(({ headers }, response) => response.end(headers['x-pass'])))
  const [ours, other] = await Promise.all([asked(), asked()])
  const http = createHttpClient({
    secrets: new SecretRegistry(),
    network: { pass: { headers: { 'X-Pass': 'open' }, origins: [ours] } },
  })
  onTestFinished(() => http.close())
  const told = async (url: string, headers?: Record<string, string>) =>
    (await http.send({ method: 'GET', url, ...(headers ? { headers } : {}) })).response?.body
  expect(await told(ours)).toBe('open')
  expect(await told(ours, { 'X-PASS': 'own' })).toBe('own')
  expect(await told(other)).toBe('')
})

test('an answer may take as long as was said', async () => {
  const url = await listen(createServer((_, response) => void setTimeout(() => response.end('at last'), 300)))
  expect(await get(url, { network: { answerMs: 100 } })).toBe('no answer within 0.1 s')
  expect(await get(url, { network: { answerMs: 30_000 } })).toBe('at last')
})
