import type { SecretRegistry } from '../secrets/registry.ts'
import type { Exchange } from './exchange.ts'
import { identityFor, type Network } from './network.ts'

const longestBody = 4_000

/** What every client sends in its own way, and no verdict depends on. */
const omittedHeaders = new Set(['accept-encoding', 'user-agent', 'content-length'])

/** The certificate that the hosts ask for, as the environment file names it. */
const IDENTITY = ['--cert', '"$SANDBOX_CLIENT_CERT"', '--key', '"$SANDBOX_CLIENT_KEY"']

/**
 * One line for bash or zsh that repeats the request, with placeholders where secrets were.
 * @param network how the hosts of the service are reached.
 */
export function curlLine(exchange: Exchange, secrets: SecretRegistry, network?: Network): string {
  const { method, url, headers, body, bodyEncoding } = secrets.redactDeep(exchange.request)
  const words = ['curl', '-i', '-X', quote(method), quote(url)]
  if (network && identityFor(new URL(exchange.request.url), network)) words.push(...IDENTITY)
  // curl reads these as sets and ranges of URLs
  if (/[[\]{}]/.test(url)) words.push('--globoff')
  for (const [name, value] of Object.entries(headers))
    if (!omittedHeaders.has(name)) words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`))
  if (body === undefined || body === '') return words.join(' ')
  // curl would otherwise call any body a form
  if (headers['content-type'] === undefined) words.push('-H', quote('content-type:'))
  const bytes = Buffer.from(body, bodyEncoding ?? 'utf8')
  const shown = bytes.subarray(0, longestBody)
  const line = shown.includes(0)
    ? // no shell word can hold a NUL
      `printf ${quoteForPrintf(shown)} | ${words.join(' ')} --data-binary @-`
    : `${words.join(' ')} --data-raw ${quote(shown)}`
  return shown.length === bytes.length ? line : `${line} # the first ${shown.length} of ${bytes.length} bytes`
}

/** A shell word: bare where nothing is special, in quotes where all is printable, else with escapes. */
function quote(value: string | Buffer): string {
  const bytes = Buffer.from(value)
  const text = bytes.toString('utf8')
  const isPrintable = Buffer.from(text).equals(bytes) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  if (!isPrintable) return `$'${escapeBytes(bytes)}'`
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function quoteForPrintf(bytes: Buffer): string {
  return `'${escapeBytes(bytes).replaceAll('%', '%%')}'`
}

function escapeBytes(bytes: Buffer): string {
  return Array.from(bytes, (byte) => {
    const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x5c && byte !== 0x27
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
}
