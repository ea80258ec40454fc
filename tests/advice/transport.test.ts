import { createServer } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import type { AdviceId } from '../../advice/catalogue.ts'
import { advisedOf, type Looking, listenerOf, listening, targetAt, weaknesses } from './advised.ts'
import { careful, type Habits } from './service.ts'

const A_DAY = 24 * 3600 * 1000

/** A key and a certificate of this machine, which ends after so many days. */
function certificate(days: number, ageInDays = 0) {
  const notBeforeDate = new Date(Date.now() - ageInDays * A_DAY - 60_000)
  const altNames = [{ type: 7, ip: '127.0.0.1' } as const]
  const { private: key, cert } = generate([{ name: 'commonName', value: 'service' }], {
    keySize: 2048,
    algorithm: 'sha256',
    notBeforeDate,
    days,
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  return { key, cert }
}

const lasting = certificate(365)

/** What one is told of a service over https. */
async function told(
  habits: Partial<Habits>,
  options: ServerOptions = {},
  { key, cert } = lasting,
  looking: Looking = {},
) {
  const server = createSecureServer(
    { key, cert, ...options },
    listenerOf({ ...careful, used: new Set(), ...habits }),
  )
  const url = `https://127.0.0.1:${await listening(server)}`
  return advisedOf(targetAt(url), { ca: cert, ...looking })
}

const headers = (policy: string) => ({
  pageHeaders: { ...careful.pageHeaders, 'strict-transport-security': policy },
})

test('a careful service over https is told nothing, and everything of it is seen', async () => {
  const results = await told({}, {}, lasting, { probes: ['old-tls'] })
  expect(weaknesses(results)).toEqual([])
  for (const id of ['hsts', 'tls-version', 'tls-cipher', 'tls-certificate', 'old-tls'])
    expect(results.get(id)?.status).toBe('safe')
  expect(results.get('tls-version')?.seen[0]).toMatch(/^127\.0\.0\.1:\d+: TLS 1\.3$/)
})

test.each<[string, Partial<Habits>, readonly AdviceId[]]>([
  ['no policy', { pageHeaders: { ...careful.pageHeaders, 'strict-transport-security': '' } }, ['hsts']],
  ['a policy for a day', headers('max-age=86400; includeSubDomains'), ['hsts']],
  ['a policy that is taken back', headers('max-age=0'), ['hsts']],
  ['a policy for a year', headers('includeSubDomains; max-age="31536000"'), []],
])('Strict-Transport-Security: %s', async (_, habits, expected) => {
  expect(weaknesses(await told(habits))).toEqual(expected)
})

test.each<[string, ServerOptions, readonly AdviceId[]]>([
  ['TLS 1.2 with ECDHE and GCM', { maxVersion: 'TLSv1.2' }, []],
  ['RSA key exchange', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, ['tls-cipher']],
  ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }, ['tls-cipher']],
])('%s', async (_, options, expected) => {
  expect(weaknesses(await told({}, options))).toEqual(expected)
})

test.each([
  ['nine days are left of a year', certificate(9, 356), ['tls-certificate']],
  ['nine days are left of twenty', certificate(9, 11), []],
])('%s', async (_, made, expected) => {
  expect(weaknesses(await told({}, {}, made))).toEqual(expected)
})

test('a host that takes old versions of TLS', async () => {
  const old: ServerOptions = { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }
  const results = await told({}, old, lasting, { probes: ['old-tls'] })
  expect(weaknesses(results)).toEqual(['old-tls'])
  expect(results.get('old-tls')?.seen.map((one) => one.replace(/^\S+ /, ''))).toEqual([
    'takes TLS 1.0',
    'takes TLS 1.1',
  ])
})

/** One port that speaks https, and http to whoever does. */
async function twins(httpListener: Parameters<typeof createServer>[1]) {
  const secure = createSecureServer(lasting, listenerOf({ ...careful, used: new Set() }))
  const plain = createServer(httpListener)
  const both = createTcpServer((socket: Socket) => {
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isSecure = first[0] === 0x16
      ;(isSecure ? secure : plain).emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
  })
  const url = `https://127.0.0.1:${await listening(both)}`
  return advisedOf(targetAt(url), { ca: lasting.cert, probes: ['http-twin'] })
}

test('a service that is there over http too', async () => {
  const results = await twins(listenerOf({ ...careful, used: new Set() }))
  expect(weaknesses(results)).toEqual(['http-twin'])
  expect(results.get('http-twin')?.seen).toEqual([
    'the API is served over http (404)',
    'the authorization endpoint is served over http (400)',
    'the token endpoint is served over http (401)',
  ])
})

test('over http only a redirect to https', async () => {
  const results = await twins((request, response) => {
    response.writeHead(308, { location: `https://service.example${request.url}` }).end()
  })
  expect(results.get('http-twin')).toMatchObject({
    status: 'safe',
    seen: [
      'the API is not served over http (308)',
      'the authorization endpoint is not served over http (308)',
      'the token endpoint is not served over http (308)',
    ],
  })
})

test('what is sent over http is made up', async () => {
  const sent: string[] = []
  await twins(async (request, response) => {
    for await (const chunk of request) sent.push(String(chunk))
    sent.push(request.url ?? '', JSON.stringify(request.headers))
    response.writeHead(404).end()
  })
  const { client } = targetAt('http://127.0.0.1')
  expect(sent).toHaveLength(7)
  expect(sent.join()).not.toContain(client.secret)
  expect(sent.join()).not.toMatch(new RegExp(`client_id=${client.id}\\b`))
})

/** The same service at two addresses of this machine, whose halves know the same codes. */
async function atTwoAddresses(used: readonly [Set<string>, Set<string>]) {
  const codes = new Map<string, Readonly<Record<string, string>>>()
  const listeners = used.map((one) => listenerOf({ ...careful, used: one, codes }))
  const [first, second] = listeners
  if (!first || !second) throw new Error('two listeners')
  const port = await listening(createServer(first), '127.0.0.1')
  await listening(createServer(second), '127.0.0.2', port)
  const addresses = ['127.0.0.1', '127.0.0.2']
  return advisedOf(targetAt(`http://localhost:${port}`), { addresses, probes: ['several-addresses'] })
}

test('two addresses that do not tell each other which codes are used', async () => {
  const results = await atTwoAddresses([new Set(), new Set()])
  expect(weaknesses(results)).toEqual(['several-addresses'])
  const shared = new Set<string>()
  expect((await atTwoAddresses([shared, shared])).get('several-addresses')).toMatchObject({
    status: 'safe',
    seen: ['one code at 2 addresses at once: tokens from 1'],
  })
})
