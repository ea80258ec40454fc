import type { SecureConnection } from '../../client/http/secure-connection.ts'
import { type Look, safe, weak } from '../advice.ts'

const A_DAY = 24 * 3600 * 1000

/** Certificates are renewed before so much of their life is left, and before so many days are. */
const LEAST_DAYS = 14
const LEAST_SHARE = 1 / 3

const HTTPS = 'a host with https'

/** TLS 1.2 has ciphers for every taste; these hide what is recorded today from whoever gets the key tomorrow. */
function isStrong({ protocol, cipher }: SecureConnection): boolean {
  return protocol === 'TLSv1.3' || /^(ECDHE|DHE)-.*(GCM|CHACHA20|CCM)/.test(cipher)
}

/** Looks at the connections that a run made. */
export const connectionLooks = {
  'tls-version': {
    title: 'The version of TLS',
    clause: 'RFC 9325, 3.1.1; RFC 6749, 1.6',
    safe: 'TLS 1.2 or 1.3',
    todo: 'Switch on TLS 1.3 and 1.2, and nothing older.',
    needs: HTTPS,
    look: ({ host, protocol }) => [
      { isSafe: /^TLSv1\.[23]$/.test(protocol), seen: `${host}: ${protocol.replace('TLSv', 'TLS ')}` },
    ],
  },
  'tls-cipher': {
    title: 'The cipher of connections',
    clause: 'RFC 9325, 4.1 and 4.2',
    safe: 'any of TLS 1.3; of TLS 1.2 those with (EC)DHE and AEAD',
    todo: 'Leave only cipher suites with ECDHE and GCM or ChaCha20-Poly1305 in the server’s list.',
    needs: HTTPS,
    look: (connection) => {
      const seen = `${connection.host}: ${connection.cipher}`
      return [isStrong(connection) ? safe(seen) : weak(seen)]
    },
  },
  'tls-certificate': {
    title: 'How long certificates last',
    clause: 'RFC 5280, 4.1.2.5; RFC 6749, 1.6',
    safe: `${LEAST_DAYS} days or a third of its life left of each certificate`,
    todo: 'Renew the certificate now, and let it be renewed by itself.',
    needs: HTTPS,
    look: ({ host, seenAt, certificates }) =>
      certificates.map(({ subject, validFrom, validTo }) => {
        const left = validTo - seenAt
        const isSafe = left >= LEAST_DAYS * A_DAY || left >= (validTo - validFrom) * LEAST_SHARE
        return {
          isSafe,
          seen: `${host}: ${Math.floor(left / A_DAY)} days left of the certificate of ${subject}`,
        }
      }),
  },
} satisfies Readonly<Record<string, Look<SecureConnection>>>
