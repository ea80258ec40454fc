import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { givesToken, isAccepted, mediaType, statusOf } from '../../client/http/answer.ts'
import type { HttpRequest } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { identityFor, type Network, proxyOf } from '../../client/http/network.ts'
import { parseUrl } from '../../client/http/url.ts'
import { encodeParameters } from '../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type Sighting, safe, weak } from '../advice.ts'
import { headerOf } from '../visit.ts'
import { codeFor, hostUrls, madeUp, type Probe, type Prober } from './probe.ts'

const HTTPS = 'a host with https'
/** What is on the other side shakes hands with the proxy, and only the proxy knows its addresses. */
const BEHIND_PROXY = 'the hosts are reached through a proxy'
const PATIENCE_MS = 5_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

function secureHosts({ target }: Prober): readonly URL[] {
  const hosts = hostUrls(target).filter(({ protocol }) => protocol === 'https:')
  if (hosts.length === 0) throw new InconclusiveError('the hosts are reached over http')
  return hosts
}

/** A request whose every part is made up, to be sent over https and over http. */
interface Twin {
  readonly what: string
  readonly url: string
  readonly request: Omit<HttpRequest, 'url'>
}

function twinsOf({ target: { authUrl, apiUrl }, oauth }: Prober): readonly Twin[] {
  const query = encodeParameters({ response_type: 'code', client_id: madeUp() })
  const body = encodeParameters({
    grant_type: 'authorization_code',
    code: madeUp(),
    client_id: madeUp(),
    client_secret: madeUp(),
    redirect_uri: oauth.client.redirectUri,
  })
  const headers = { authorization: `Bearer ${madeUp()}` }
  const twins: readonly Twin[] = [
    {
      what: 'the authorization endpoint',
      url: `${authUrl}/oauth2/authorize?${query}`,
      request: { method: 'GET' },
    },
    {
      what: 'the token endpoint',
      url: `${authUrl}/oauth2/token`,
      request: { method: 'POST', headers: FORM, body },
    },
    { what: 'the API', url: `${apiUrl}/v1/organizations`, request: { method: 'GET', headers } },
  ]
  return twins.filter(({ url }) => url.startsWith('https:'))
}

/** Status, type and text of an answer, without what differs each time. */
function settled(exchange: Exchange): string {
  const words = (exchange.response?.body ?? '').slice(0, 10_000).split(/\W+/)
  return [statusOf(exchange), mediaType(exchange), ...words.filter((word) => !/\d/.test(word))].join(' ')
}

/** The service is there where it answers as over https; a proxy in front of it has words of its own. */
async function overHttp({ http }: Prober, { what, url, request }: Twin): Promise<Sighting> {
  const plain = await http.send({ ...request, url: url.replace(/^https:/, 'http:') })
  if (!plain.response) return safe(`${what} is not there over http`)
  const status = statusOf(plain)
  const secure = await http.send({ ...request, url })
  const [location = ''] = headerOf(plain, 'location')
  const isSentToHttps = parseUrl(location, new URL(plain.request.url))?.protocol === 'https:'
  const isAlike = status >= 300 && settled(plain) === settled(secure)
  const isServed = isAccepted(plain) || (isAlike && !isSentToHttps)
  return isServed
    ? weak(`${what} is served over http (${status})`)
    : safe(`${what} is not served over http (${status})`)
}

/** Whether a handshake of this version comes to an end; undefined where nobody was reached. Nothing is sent behind it. */
function shakesHands(
  url: URL,
  version: SecureVersion,
  network: Network | undefined,
): Promise<boolean | undefined> {
  const { hostname, port } = url
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    let isThere = false
    const tcp = connectTcp({ host, port: Number(port || 443), timeout: PATIENCE_MS })
    const end = (result: boolean | undefined) => {
      tcp.destroy()
      resolve(result)
    }
    tcp.once('connect', () => {
      isThere = true
      const tls = connectTls({
        socket: tcp,
        ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
        ...identityFor(url, network),
        minVersion: version,
        maxVersion: version,
        // OpenSSL 3 has these versions at no higher level of security.
        ciphers: 'DEFAULT:@SECLEVEL=0',
        // Whose it is does not matter here, and the connection is used for nothing.
        rejectUnauthorized: false,
      })
      tls.once('secureConnect', () => end(true))
      tls.once('error', () => end(false))
      tls.once('close', () => end(false))
    })
    tcp.once('timeout', () => end(isThere ? false : undefined))
    tcp.once('error', () => end(isThere ? false : undefined))
  })
}

const OLD: readonly SecureVersion[] = ['TLSv1', 'TLSv1.1']

async function oldVersions(prober: Prober): Promise<readonly Sighting[]> {
  const hosts = secureHosts(prober).filter((url) => !proxyOf(url, prober.target.network))
  if (hosts.length === 0) throw new InconclusiveError(BEHIND_PROXY)
  const tries = hosts.flatMap((url) => OLD.map((version) => ({ url, version })))
  const found = await Promise.all(
    tries.map(async ({ url, version }) => {
      const name = version === 'TLSv1' ? 'TLS 1.0' : 'TLS 1.1'
      const isTaken = await shakesHands(url, version, prober.target.network)
      if (isTaken === undefined) return []
      return [isTaken ? weak(`${url.host} takes ${name}`) : safe(`${url.host} refuses ${name}`)]
    }),
  )
  if (found.flat().length === 0) throw new InconclusiveError('no host was reached')
  return found.flat()
}

/** One code, exchanged at every address of the host at the same moment. */
async function everyAddress(prober: Prober): Promise<readonly Sighting[]> {
  const { target, oauth } = prober
  const host = new URL(target.authUrl)
  if (proxyOf(host, target.network)) throw new InconclusiveError(BEHIND_PROXY)
  const addresses = [...new Set(await prober.addressesOf(host.hostname))]
  if (addresses.length < 2) throw new InconclusiveError(`${host.hostname} has one address`)
  const code = await codeFor(prober, {})
  if (code === undefined) throw new InconclusiveError('an ordinary request gave no code')
  const body = encodeParameters(oauth.exchangeParameters(code))
  const exchanges = await Promise.all(
    addresses.map(async (address) => {
      const http = prober.pinned(address)
      try {
        return await http.send({ method: 'POST', url: oauth.tokenEndpoint, headers: FORM, body })
      } finally {
        await http.close()
      }
    }),
  )
  const answered = exchanges.filter(({ response }) => response)
  // A name of this machine itself has addresses at which nobody listens.
  if (answered.length < 2)
    throw new InconclusiveError(`${answered.length} of ${addresses.length} addresses answered`)
  const given = answered.filter(givesToken).length
  const seen = `one code at ${answered.length} addresses at once: tokens from ${given}`
  return [given > 1 ? weak(seen) : safe(seen)]
}

/** What the hosts are like beside what a partner asks of them. */
export const transportProbes = {
  'http-twin': {
    title: 'The same hosts over plain http',
    clause: 'RFC 6749, 1.6 and 3.2; RFC 9700, 2.6',
    safe: 'nothing is served there: no answer, a refusal, or a redirect to https',
    todo: 'Close port 80, or redirect browsers to https there and refuse everything else.',
    needs: HTTPS,
    async probe(prober) {
      secureHosts(prober)
      return Promise.all(twinsOf(prober).map((twin) => overHttp(prober, twin)))
    },
  },
  'old-tls': {
    title: 'TLS 1.0 and 1.1',
    clause: 'RFC 8996, 4 and 5; RFC 9325, 3.1.1',
    safe: 'both are refused',
    todo: 'Switch TLS 1.0 and 1.1 off at every host.',
    needs: HTTPS,
    probe: oldVersions,
  },
  'several-addresses': {
    title: 'One code at several addresses of the host at once',
    clause: 'RFC 6749, 4.1.2 and 10.5',
    safe: 'one address gives tokens at most: all of them know which codes are used',
    todo: 'Claim a code in one place for all servers, in one step.',
    needs: 'a host with several addresses, and a login',
    probe: everyAddress,
  },
} satisfies Readonly<Record<string, Probe>>
