import { SecretRegistry } from '../../client/secrets/registry.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import type { Call } from '../service/call.ts'
import type { PartnerService } from '../service/service.ts'
import { tokensGivenBy } from './environments.ts'
import { labelsIn } from './secrets-in.ts'

/** What was sent: texts, anywhere in which something may stand, and the values that are something by themselves. */
interface Sent {
  readonly texts: readonly string[]
  readonly values: readonly string[]
}

/** Looks for what belongs to an environment, and says what there is of it; undefined where there is nothing. */
export type Finder = (sent: Sent) => string | undefined

/**
 * Finds what belongs to one environment in requests of an application that was started for the other. Secrets and tokens
 * belong nowhere else, however they are written. An id and an address may begin others, and are taken for what they are
 * only where they stand alone. What both environments share by their configuration belongs to none.
 */
export function finderOf(
  name: EnvironmentName,
  { registrations, accounts }: Pick<PartnerService, 'registrations' | 'accounts'>,
): Finder {
  const { [name]: theirs, [name === 'sandbox' ? 'production' : 'sandbox']: own } = registrations
  const secrets = new SecretRegistry()
  // A client secret such as `secret` stands in any text.
  if (theirs.clientSecret !== own.clientSecret && SecretRegistry.isDistinctive(theirs.clientSecret))
    secrets.add(theirs.clientSecret, `the client secret of ${name}`)
  for (const token of tokensGivenBy(name, { accounts })) secrets.add(token, `a token of ${name}`)
  const isTheirClient = (value: string) =>
    value === theirs.clientId && value !== own.clientId && SecretRegistry.isDistinctive(value)
  const isTheirRedirect = (value: string) => value === theirs.redirectUri && value !== own.redirectUri
  const hosts = [theirs.authUrl, theirs.apiUrl].map((url) => new URL(url).host)
  return ({ texts, values }) => {
    const [label] = texts.flatMap((text) => labelsIn(text, secrets))
    if (label !== undefined) return label.slice(1, -1)
    const all = values.flatMap((value) => [value, ...unpacked(value)])
    if (all.some(isTheirClient)) return `the client of ${name}`
    if (all.some(isTheirRedirect)) return `the redirect URI of ${name}`
    if (all.some((value) => hosts.some((host) => namesHost(value, host)))) return `a host of ${name}`
    return undefined
  }
}

/** What a request of the application carries. What a program is called, in its User-Agent, says nothing of what it uses. */
export function sentIn({ path, query, body, headers }: Call): Sent {
  const { 'user-agent': _, ...others } = headers
  const strings = [...body.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value)
  const parameters = [query, body].flatMap((text) => [...new URLSearchParams(text).values()])
  return {
    texts: [`${path}?${query}`, body, Object.values(headers).join('\n')],
    values: [...Object.values(others), ...parameters, ...strings],
  }
}

/** What an address that the browser is sent to carries in its query. */
export function sentBy(parameters: URLSearchParams): Sent {
  return { texts: [parameters.toString()], values: [...parameters.values()] }
}

/** What a value in base64 holds, as it is and in the parts of HTTP Basic. */
function unpacked(value: string): readonly string[] {
  const packed = /^(?:\w+ +)?([\w+/-]{12,}={0,2})$/.exec(value)?.[1]
  if (packed === undefined) return []
  const text = Buffer.from(packed, 'base64').toString()
  return [text, ...text.split(':')]
}

/** A port may begin a longer one. */
function namesHost(value: string, host: string): boolean {
  return value
    .split(host)
    .slice(1)
    .some((rest) => !/^\d/.test(rest))
}
