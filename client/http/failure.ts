import { errors } from 'undici'
import type { FailureKind } from './exchange.ts'
import { type Limits, seconds, size } from './limits.ts'

/** Why there is no answer, in words. */
export interface TransportFailure {
  readonly kind: FailureKind
  readonly message: string
}

/** Carries a failure that this client itself decided on, such as a time limit, through the HTTP library. */
export class FailureError extends Error {
  readonly failure: TransportFailure

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.name = 'FailureError'
    this.failure = { kind, message }
  }
}

/** Sorts whatever was thrown while a request was sent and its answer read. */
export function failureOf(error: unknown, url: URL, limits: Limits): TransportFailure {
  if (error instanceof FailureError) return error.failure
  const code = codeOf(error)
  const explained = explain(code, url, limits)
  if (explained !== undefined) return explained
  if (/CERT|SELF_SIGNED|^ERR_TLS|^ERR_SSL|^EPROTO$|UNABLE_TO_|^HOSTNAME_MISMATCH/.test(code))
    return { kind: 'tls', message: `no secure connection to ${url.host}: ${lineOf(error)}` }
  if (error instanceof errors.HTTPParserError)
    return { kind: 'not-http', message: `${url.host} does not answer in HTTP` }
  return { kind: 'dropped', message: `the connection to ${url.host} broke: ${lineOf(error)}` }
}

/** True where the connection ended although neither side had a reason of its own. */
export function isBrokenConnection(error: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(error))
}

function explain(code: string, url: URL, limits: Limits): TransportFailure | undefined {
  switch (code) {
    case 'ECONNREFUSED':
      return { kind: 'unreachable', message: `connection refused by ${url.host}` }
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'unreachable', message: `the host name ${url.hostname} cannot be found` }
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'ETIMEDOUT':
      return { kind: 'unreachable', message: `${url.host} cannot be reached (${code})` }
    case 'UND_ERR_CONNECT_TIMEOUT':
      return {
        kind: 'unreachable',
        message: `no connection to ${url.host} within ${seconds(limits.connectMs)}`,
      }
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
      return { kind: 'dropped', message: `${url.host} closed the connection before its answer was complete` }
    case 'UND_ERR_HEADERS_TIMEOUT':
      return { kind: 'timeout', message: `${url.host} does not answer within ${seconds(limits.headersMs)}` }
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'HPE_HEADER_OVERFLOW':
      return {
        kind: 'too-large',
        message: `the headers of the answer are larger than ${size(limits.headerBytes)}`,
      }
    case 'UND_ERR_RES_EXCEEDED_MAX_SIZE':
      return {
        kind: 'too-large',
        message: `the body of the answer is larger than ${size(limits.bodyBytes)}`,
      }
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return { kind: 'not-http', message: 'the body of the answer is not as long as its Content-Length says' }
    case 'UND_ERR_DESTROYED':
    case 'UND_ERR_CLOSED':
      return { kind: 'aborted', message: 'the client was closed' }
    case 'UND_ERR_INVALID_ARG':
      return {
        kind: 'not-http',
        message: 'the request cannot be written as HTTP (a header holds a character that HTTP forbids)',
      }
    default:
      return undefined
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function lineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
