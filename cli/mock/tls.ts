import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { makeDirectory } from '../../reports/directory.ts'
import { reasonOf, UsageError } from '../usage.ts'

/** What a server needs for TLS, in PEM, and where those find the certificate who are to trust it. */
export interface TlsFiles {
  readonly key: string
  readonly cert: string
  /** An absolute path. */
  readonly certFile: string
}

type Pair = Pick<TlsFiles, 'key' | 'cert'>

const NAME = 'donation-conformance mock'
const DAYS = 365
const DAY_MS = 24 * 3600 * 1000

/**
 * Takes `cert.pem` and `key.pem` from a directory, or makes them: a certificate for this machine alone, which signs no
 * others. One that is there is kept as long as it is valid, so that those who trust it need not be told again.
 * @param host the address that the mock listens on
 * @throws UsageError where the directory has another certificate, or cannot be written
 */
export async function tlsFiles(directory: string, host: string): Promise<TlsFiles> {
  const certFile = resolve(directory, 'cert.pem')
  const keyFile = join(directory, 'key.pem')
  const names = [...new Set(['127.0.0.1', 'localhost', host])]
  try {
    const found = await readFiles(certFile, keyFile)
    if (found && isUsable(found, names)) return { ...found, certFile }
    if (found && !isOurs(found))
      throw new UsageError(`${certFile} cannot serve for ${names.join(', ')}: choose another directory`)
    const made = await make(names)
    await makeDirectory(resolve(directory), 0o700)
    await writeFileAtomic(keyFile, made.key, { mode: 0o600 })
    await writeFileAtomic(certFile, made.cert)
    return { ...made, certFile }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`cannot use ${directory} for a certificate: ${reasonOf(error)}`)
  }
}

/** Undefined where there is no certificate. */
async function readFiles(certFile: string, keyFile: string): Promise<Pair | undefined> {
  if (!existsSync(certFile)) return undefined
  return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }
}

/** A mock that is killed between the two files leaves a pair that does not match. It is made anew. */
function isOurs({ cert }: Pair): boolean {
  return new X509Certificate(cert).subject === `CN=${NAME}`
}

/** Whether this is a certificate for these names, with its key, that is valid for another day. */
function isUsable({ cert, key }: Pair, names: readonly string[]): boolean {
  const certificate = new X509Certificate(cert)
  return (
    certificate.checkPrivateKey(createPrivateKey(key)) &&
    Date.parse(certificate.validTo) > Date.now() + DAY_MS &&
    names.every((name) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)))
  )
}

async function make(names: readonly string[]): Promise<Pair> {
  // Loaded here, since most mocks serve http.
  const { generate } = await import('selfsigned')
  const altNames = names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name }))
  const { private: key, cert } = generate([{ name: 'commonName', value: NAME }], {
    days: DAYS,
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames },
    ],
  })
  return { key, cert }
}
