import type { Threat } from './threat.ts'

/** Threats to tokens, and to the connections that they go over. */
export const tokenThreats: readonly Threat[] = [
  {
    id: 'access-token-injection',
    title: 'An access token that came through the browser is put into another session.',
    sources: [
      'RFC 9700, 4.6',
      'RFC 6819, 4.4.2.1',
      'RFC 6819, 4.4.2.2',
      'RFC 6819, 4.4.2.3',
      'RFC 6819, 4.4.2.4',
      'RFC 6819, 4.4.2.5',
      'RFC 6819, 4.4.2.6',
    ],
    essential: ['AUTHZ-4'],
    further: ['AUTHZ-1'],
  },
  {
    id: 'token-at-the-wrong-api',
    title:
      'A token that was given to a counterfeit or broken API is used at the real one, or a token of the sandbox in production.',
    sources: ['RFC 9700, 4.9', 'RFC 6819, 4.6.4'],
    essential: ['ENV-2', 'access-token-lifetime'],
    further: ['access-token-format', 'refresh-token-format', 'BEARER-5'],
    remains: 'The partner has to send tokens to the API’s own address alone.',
  },
  {
    id: 'stolen-access-token',
    title: 'A stolen access token is used by whoever has it.',
    sources: ['RFC 9700, 4.10', 'RFC 6819, 4.1.3', 'RFC 6819, 4.6.2'],
    essential: ['BEARER-3', 'access-token-lifetime'],
    further: ['BEARER-8', 'TOKEN-13'],
    remains:
      'Bearer tokens work for whoever has them, until they expire: the contract knows no others (RFC 8705, RFC 9449).',
  },
  {
    id: 'token-of-another-organization',
    title: 'A token is used on what belongs to somebody else.',
    sources: ['RFC 6819, 4.6.5'],
    essential: ['BEARER-5', 'BEARER-6', 'BEARER-9'],
    further: ['access-token-format'],
  },
  {
    id: 'access-token-guessing',
    title: 'An access token is guessed.',
    sources: ['RFC 6819, 4.6.3'],
    essential: ['TOKEN-18', 'BEARER-2'],
    further: ['access-token-bits', 'access-token-lifetime'],
  },
  {
    id: 'refresh-token-guessing',
    title: 'A refresh token is guessed.',
    sources: ['RFC 6819, 4.5.3'],
    essential: ['TOKEN-18', 'REFRESH-5', 'REFRESH-7'],
    further: ['refresh-token-bits'],
  },
  {
    id: 'stolen-refresh-token',
    title: 'A stolen refresh token gives new access tokens for ever.',
    sources: ['RFC 9700, 4.14', 'RFC 6819, 4.1.2'],
    essential: ['REFRESH-6', 'REFRESH-7', 'REFRESH-8', 'REFRESH-9'],
    further: ['REFRESH-4', 'refresh-token-format'],
  },
  {
    id: 'tokens-in-caches',
    title: 'A cache or proxy keeps an answer with tokens and gives it to somebody else.',
    sources: ['RFC 6819, 4.6.6'],
    essential: ['TOKEN-12', 'token-cache-control'],
    further: ['token-pragma'],
  },
  {
    id: 'tokens-in-errors',
    title: 'Tokens or secrets are read from error messages, logs or addresses.',
    sources: ['RFC 6819, 4.6.7'],
    essential: ['ERROR-3', 'BEARER-8'],
    further: ['query-credentials', 'token-get'],
  },
  {
    id: 'eavesdropping',
    title: 'Credentials and tokens are read on the wire, or somebody gets in between.',
    sources: ['RFC 6819, 4.3.1', 'RFC 6819, 4.3.3', 'RFC 6819, 4.5.1', 'RFC 6819, 4.6.1'],
    essential: ['tls-version', 'http-twin'],
    further: ['tls-cipher', 'tls-certificate', 'old-tls', 'hsts', 'cookie-secure'],
  },
  {
    id: 'reverse-proxy',
    title: 'What a proxy adds to requests about their connection is forged by the sender.',
    sources: ['RFC 9700, 4.13'],
    essential: [],
    further: [],
    remains: 'What stands behind the proxy is not seen from outside.',
  },
]
