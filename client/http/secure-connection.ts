import { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'

/** What a connection over TLS was made of. */
export interface SecureConnection {
  /** With the port where it is not the usual one. */
  readonly host: string
  /** As Node calls it, such as `TLSv1.3`. */
  readonly protocol: string
  /** The name that OpenSSL gives the cipher suite. */
  readonly cipher: string
  /** Milliseconds since the epoch. */
  readonly seenAt: number
  /** The host's own first, then those that vouch for it, without the root. */
  readonly certificates: readonly Certificate[]
}

/** Times in milliseconds since the epoch. */
interface Certificate {
  readonly subject: string
  readonly validFrom: number
  readonly validTo: number
}

/** Longer chains are a mistake or a joke. */
const LONGEST_CHAIN = 10

/** The connector, which tells of each connection over TLS that it makes. */
export function telling(
  connect: buildConnector.connector,
  tell: (connection: SecureConnection) => void,
): buildConnector.connector {
  return (to, callback) =>
    connect(to, (...made: Parameters<buildConnector.Callback>) => {
      const [, socket] = made
      // What is asked over http through a proxy with TLS has no connection of its own.
      if (to.protocol === 'https:' && socket instanceof TLSSocket) tell(describeSocket(socket, to))
      callback(...made)
    })
}

/** What an established connection is made of. */
function describeSocket(
  socket: TLSSocket,
  { hostname, port }: { readonly hostname: string; readonly port: string },
): SecureConnection {
  return {
    host: ['', '443'].includes(port) ? hostname : `${hostname}:${port}`,
    protocol: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    seenAt: Date.now(),
    certificates: chainOf(socket),
  }
}

function chainOf(socket: TLSSocket): readonly Certificate[] {
  const chain: Certificate[] = []
  let certificate = socket.getPeerCertificate(true)
  while (certificate?.valid_to !== undefined && chain.length < LONGEST_CHAIN) {
    const { subject, valid_from, valid_to, issuerCertificate, fingerprint256 } = certificate
    const isRoot = issuerCertificate?.fingerprint256 === fingerprint256
    if (!isRoot || chain.length === 0) {
      const name = [subject?.CN ?? subject?.O ?? 'no name'].flat().join(', ')
      chain.push({ subject: name, validFrom: Date.parse(valid_from), validTo: Date.parse(valid_to) })
    }
    if (isRoot || issuerCertificate === undefined) break
    certificate = issuerCertificate
  }
  return chain
}
