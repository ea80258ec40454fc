import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { TargetConfig } from '../../client/environment/config.ts'
import { proxyOf, shownProxy } from '../../client/http/network.ts'
import type { Diagnosis } from './diagnosis.ts'

const DAY_MS = 24 * 3600 * 1000
const EXTRA = 'NODE_EXTRA_CA_CERTS'

/**
 * What stands between this machine and the service, and what the service is shown of it: certificate authorities that
 * are trusted beside the usual, the proxy to each host, the client's certificate.
 * @param processEnv where Node finds further certificate authorities
 */
export function* lookAtWalls(target: TargetConfig, processEnv: NodeJS.ProcessEnv): Iterable<Diagnosis> {
  const file = processEnv[EXTRA]
  if (file) yield { about: EXTRA, ...authorities(file) }
  const { identity, pass } = target.network ?? {}
  if (identity) yield { about: 'SANDBOX_CLIENT_CERT', ...certificate(identity.cert, identity.origins) }
  if (pass) {
    const names = Object.keys(pass.headers).join(', ')
    yield { about: 'SANDBOX_HEADERS', says: `${names}, sent to ${hostsOf(pass.origins)}` }
  }
}

function authorities(file: string): Omit<Diagnosis, 'about'> {
  try {
    const count = readFileSync(file, 'utf8').split('-----BEGIN CERTIFICATE-----').length - 1
    if (count > 0) return { says: `${count} more trusted, of ${file}` }
    return { says: `${file} holds no certificate in PEM, and Node goes on without`, wrong: 'configuration' }
  } catch {
    return { says: `${file} cannot be read, and Node goes on without`, wrong: 'configuration' }
  }
}

function certificate(pem: string, origins: readonly string[]): Omit<Diagnosis, 'about'> {
  const { subject, validFrom, validTo } = new X509Certificate(pem)
  const name = subject.replaceAll('\n', ', ')
  const daysLeft = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS)
  if (Date.parse(validTo) < Date.now())
    return { says: `${name} has expired on ${validTo}`, wrong: 'configuration' }
  if (Date.parse(validFrom) > Date.now())
    return { says: `${name} is not valid before ${validFrom}`, wrong: 'configuration' }
  const left = `${daysLeft} more ${daysLeft === 1 ? 'day' : 'days'}`
  return { says: `${name}, for ${left}, shown to ${hostsOf(origins)}` }
}

function hostsOf(origins: readonly string[]): string {
  return [...new Set(origins)].join(' and ')
}

/** How a host is reached, where it is not reached directly. */
export function wayTo(url: URL, { network }: TargetConfig): string | undefined {
  const proxy = proxyOf(url, network)
  return proxy && `through the proxy ${shownProxy(proxy)}`
}
