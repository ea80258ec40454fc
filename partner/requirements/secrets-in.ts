import { unzipSync } from 'node:zlib'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'

/**
 * Where an answer gives away a credential, in a few words; undefined where it does not. It is looked for as it is,
 * percent-encoded, in base64 and base64url at any offset, as hexadecimal digits, and in any of these percent-encoded
 * once more or written by the numbers of its characters, as pages (`&#97;`) and scripts (`\u0061`) may.
 */
export function secretsIn({ request, response }: Exchange, credentials: SecretRegistry): string | undefined {
  if (response === undefined) return undefined
  const places = [
    ...Object.entries(response.headers).flatMap(([name, values]) =>
      values.map((text) => ({ place: `the header ${name}`, text })),
    ),
    // Some frameworks cut what is too long for one cookie.
    { place: 'the cookies, joined', text: joinedCookies(response.headers['set-cookie'] ?? []) },
    ...(response.headers['set-cookie'] ?? []).flatMap((cookie) =>
      unpackedIn(cookie).map((text) => ({ place: 'a packed cookie', text })),
    ),
    { place: 'the body', text: response.body },
  ]
  const { pathname } = new URL(request.url)
  for (const { place, text } of places) {
    const [label] = labelsIn(text, credentials)
    if (label !== undefined)
      return `${NAMES[label] ?? 'a credential'} in ${place} of the answer to ${request.method} ${pathname}`
  }
  return undefined
}

function joinedCookies(cookies: readonly string[]): string {
  return cookies.map((cookie) => /^[^=]*=([^;]*)/.exec(cookie)?.[1] ?? '').join('')
}

/** More than that fits into no cookie, however well it is compressed. In bytes. */
const MOST_INFLATED = 256 * 1024

/**
 * What parts of a cookie hold that are base64 of something: compressed, as some frameworks write long sessions, or a
 * record whose values are base64 themselves.
 */
function unpackedIn(cookie: string): readonly string[] {
  const [, value = ''] = /^[^=]*=([^;]*)/.exec(cookie) ?? []
  const parts = percentDecoded(value).match(/[\w+/-]{16,}/g) ?? []
  return parts.flatMap((part) => {
    const bytes = Buffer.from(part, 'base64')
    const isZlib = bytes[0] === 0x78 && bytes.readUInt16BE(0) % 31 === 0
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    if (!isZlib && !isGzip) return [bytes.toString('latin1')]
    try {
      return [unzipSync(bytes, { maxOutputLength: MOST_INFLATED }).toString()]
    } catch {
      return []
    }
  })
}

const NAMES: Readonly<Record<string, string>> = {
  '<client_secret>': 'the client secret',
  '<access_token>': 'an access token',
  '<refresh_token>': 'a refresh token',
}

/** The labels of the credentials that stand in a text, in any of the ways that {@link secretsIn} names. */
export function labelsIn(text: string, credentials: SecretRegistry): readonly string[] {
  const found = [text, ...hexadecimalIn(text)].flatMap((one) => credentials.labelsIn(one))
  if (found.length > 0 || !/[%&\\]/.test(text)) return found
  const decoded = percentDecoded(numbersDecoded(text))
  return decoded === text ? [] : labelsIn(decoded, credentials)
}

/** What stands in a text as the hexadecimal digits of its bytes, as some write what is binary. */
function hexadecimalIn(text: string): readonly string[] {
  const runs = text.match(/[\da-f]{32,}/gi) ?? []
  // A digit in front may belong to what stands there.
  return runs.flatMap((run) => [run, run.slice(1)]).map((run) => Buffer.from(run, 'hex').toString('latin1'))
}

function numbersDecoded(text: string): string {
  return text.replace(
    /&#(\d{1,7});?|(?:&#x([\da-f]{1,6});?|\\u([\da-f]{4})|\\x([\da-f]{2}))/gi,
    (written, decimal?: string, ...hex: (string | undefined)[]) => {
      const number = decimal === undefined ? Number.parseInt(hex.find(Boolean) ?? '', 16) : Number(decimal)
      return number < 128 ? String.fromCharCode(number) : written
    },
  )
}

/** A percent sign that begins no escape stays as it is. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
