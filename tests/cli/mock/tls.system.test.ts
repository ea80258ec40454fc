import { X509Certificate } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { expect, test } from 'vitest'
import { tlsFiles } from '../../../cli/mock/tls.ts'
import { servingMock, temporaryDirectory } from '../places.ts'
import { run, start } from '../program.ts'

/** The status that a client gets who trusts this certificate alone. */
function statusOf(url: string, ca: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

test('who trusts the certificate reaches all hosts, by address and by name', async () => {
  const directory = join(await temporaryDirectory(), 'tls')
  const tls = await tlsFiles(directory, '127.0.0.1')
  expect(tls.certFile).toBe(join(directory, 'cert.pem'))
  expect(await readFile(tls.certFile, 'utf8')).toBe(tls.cert)
  expect((await stat(join(directory, 'key.pem'))).mode & 0o777).toBe(0o600)
  // Whoever has the key can pretend to be this machine, and no other.
  expect(new X509Certificate(tls.cert)).toMatchObject({
    ca: false,
    subjectAltName: 'IP Address:127.0.0.1, DNS:localhost',
  })

  const { urls } = await servingMock({ tls })
  for (const url of [urls.sandboxAuth, urls.sandboxApi, urls.productionAuth, urls.productionApi]) {
    expect(url).toMatch(/^https:/)
    expect(await statusOf(`${url}/`, tls.cert)).toBe(404)
    expect(await statusOf(`${url.replace('127.0.0.1', 'localhost')}/`, tls.cert)).toBe(404)
  }
})

test('a certificate is kept as long as it serves: who trusts it need not be told again', async () => {
  const directory = await temporaryDirectory()
  const first = await tlsFiles(directory, '127.0.0.1')
  expect(await tlsFiles(directory, 'localhost')).toEqual(first)
  const wider = await tlsFiles(directory, '::1')
  expect(new X509Certificate(wider.cert).checkIP('::1')).toBe('::1')
  expect(await tlsFiles(directory, '::1')).toEqual(wider)
})

test('a certificate of one’s own is taken where it serves, and never replaced', async () => {
  const directory = await temporaryDirectory()
  const place = async (altNames: readonly object[]) => {
    const extensions = [{ name: 'subjectAltName', altNames }]
    const own = generate([{ name: 'commonName', value: 'ours' }], {
      keySize: 2048,
      algorithm: 'sha256',
      extensions,
    })
    await writeFile(join(directory, 'cert.pem'), own.cert)
    await writeFile(join(directory, 'key.pem'), own.private)
    return own.cert
  }
  const serving = await place([
    { type: 7, ip: '127.0.0.1' },
    { type: 2, value: 'localhost' },
  ])
  expect((await tlsFiles(directory, '127.0.0.1')).cert).toBe(serving)

  const other = await place([{ type: 2, value: 'api.example' }])
  const certFile = join(directory, 'cert.pem')
  await expect(tlsFiles(directory, '127.0.0.1')).rejects.toThrow(
    new Error(`${certFile} cannot serve for 127.0.0.1, localhost: choose another directory`),
  )
  expect(await readFile(certFile, 'utf8')).toBe(other)
})

test('a certificate that cannot be read is told in one line', async () => {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'cert.pem'), 'no certificate')
  await writeFile(join(directory, 'key.pem'), 'no key')
  await expect(tlsFiles(directory, '127.0.0.1')).rejects.toThrow(/^cannot use \S+ for a certificate: [^\n]+$/)
})

test('a directory that cannot be made is told in one line', async () => {
  await expect(tlsFiles('/proc/nope/tls', '127.0.0.1')).rejects.toThrow(
    /^cannot use \S+ for a certificate: [^\n]+$/,
  )
})

test('a run reaches a mock over https with what the mock prints, and not without', async () => {
  const cwd = await temporaryDirectory()
  const mock = start(['mock', '--tls', '--env-out', 'mock.env'], { cwd })
  const NODE_EXTRA_CA_CERTS = join(cwd, 'mock-tls', 'cert.pem')
  await mock.printed(
    `test it with: NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS} npx donation-conformance run --env mock.env`,
  )
  const args = ['run', '--env', 'mock.env', '--only', 'TOKEN-3,UPDATE-1']
  const trusting = await run(args, { cwd, env: { NODE_EXTRA_CA_CERTS } })
  expect(trusting).toMatchObject({ status: 0, stdout: expect.stringContaining('2 pass') })
  expect(await run(args, { cwd })).toMatchObject({ status: 3, stdout: expect.not.stringContaining('2 pass') })
})
