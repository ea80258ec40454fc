import type { SecretRegistry } from '../secrets/registry.ts'
import { isTooCommon } from '../secrets/secret-encodings.ts'
import { isForm } from './answer.ts'
import type { ExchangeRequest, ExchangeResponse } from './exchange.ts'

/**
 * Registers what a response issues (tokens, a code on its way to the redirect URI, cookies) and what a request
 * carries (bearer and Basic credentials, a client secret), before anybody sees the exchange.
 */
export function collectSecrets(
  secrets: SecretRegistry,
  request: ExchangeRequest,
  response: ExchangeResponse | undefined,
): void {
  const born = (value: string | undefined, label: string) => {
    if (value !== undefined && !isTooCommon(value)) secrets.add(value, label)
  }
  for (const [value, label] of requestSecrets(request))
    if (value !== undefined && !isTooCommon(value)) secrets.addSent(value, label)
  if (response === undefined) return
  for (const [, label = '', value = ''] of response.body.matchAll(issuedToken))
    born(unescapeJson(value), label)
  for (const location of response.headers.location ?? [])
    for (const [, code = ''] of location.matchAll(/[?&#]code=([^&#]+)/g)) born(decode(code), 'code')
  for (const cookie of response.headers['set-cookie'] ?? [])
    born(/^[^=;]*=\s*"?([^;"]*)/.exec(cookie)?.[1], 'cookie')
}

const issuedToken = /"(access_token|refresh_token)"\s*:\s*"((?:[^"\\]|\\.)+)"/g

function* requestSecrets(request: ExchangeRequest): Iterable<[string | undefined, string]> {
  const [scheme = '', credentials] = (request.headers.authorization ?? '').split(/\s+(.*)/)
  if (/^bearer$/i.test(scheme)) yield [credentials, 'access_token']
  if (/^basic$/i.test(scheme) && credentials !== undefined) {
    yield [credentials, 'basic_credentials']
    const [id = '', secret = ''] = Buffer.from(credentials, 'base64').toString().split(/:(.*)/).map(decode)
    // A test may try the public id as the secret: taken for one, it could be read in no request any more.
    if (secret !== id) yield [secret, 'client_secret']
  }
  if (isForm(request)) {
    const form = new URLSearchParams(request.body)
    const secret = form.get('client_secret')
    if (secret !== null && secret !== form.get('client_id')) yield [secret, 'client_secret']
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function unescapeJson(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
