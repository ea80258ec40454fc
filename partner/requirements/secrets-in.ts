import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'

/**
 * Where an answer gives away a credential, in a few words; undefined where it does not. It is looked for as it is,
 * percent-encoded, in base64 and base64url at any offset, and in any of these percent-encoded once more.
 */
export function secretsIn({ request, response }: Exchange, credentials: SecretRegistry): string | undefined {
  if (response === undefined) return undefined
  const places = [
    ...Object.entries(response.headers).flatMap(([name, values]) =>
      values.map((text) => ({ place: `the header ${name}`, text })),
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

const NAMES: Readonly<Record<string, string>> = {
  '<client_secret>': 'the client secret',
  '<access_token>': 'an access token',
  '<refresh_token>': 'a refresh token',
}

function labelsIn(text: string, credentials: SecretRegistry): readonly string[] {
  const found = credentials.labelsIn(text)
  if (found.length > 0 || !text.includes('%')) return found
  const decoded = percentDecoded(text)
  return decoded === text ? [] : labelsIn(decoded, credentials)
}

/** Escapes that are none stay as they are. */
function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      return escapes
    }
  })
}
