import { closest } from 'fastest-levenshtein'
import { readEnvironmentFile } from '../../client/environment/env-file.ts'
import { EnvironmentError } from '../../client/environment/read-environment.ts'
import { withoutUndefined } from '../../client/environment/without-undefined.ts'
import type { PartnerConfig } from './config.ts'
import { PORT_PLACE, partnerKeys, partnerSchema } from './schema.ts'

/**
 * What is known of a partner's application, from an environment file in dotenv's format.
 * @throws EnvironmentError naming every wrong and unknown key at once, without the value of a secret
 */
export function readPartnerEnvironment(file: string): PartnerConfig {
  const given = read(file)
  const parsed = partnerSchema.safeParse(given)
  const problems = [
    ...Object.keys(given).flatMap(unknownKey),
    ...(parsed.error?.issues ?? []).map(({ path, message }) => problemOf(String(path[0]), given, message)),
    ...portWithoutStart(given),
  ]
  if (problems.length > 0 || !parsed.success) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    throw new EnvironmentError(`The environment of ${file} has ${count}:`, problems)
  }
  return configOf(parsed.data, file)
}

function read(file: string): Record<string, string> {
  try {
    const given = readEnvironmentFile(file)
    return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value.trim()]))
  } catch (error) {
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
}

function configOf(values: ReturnType<typeof partnerSchema.parse>, envFile: string): PartnerConfig {
  const open = {
    start: values.PARTNER_START || undefined,
    update: values.PARTNER_UPDATE ?? undefined,
    choose: values.PARTNER_CHOOSE ?? undefined,
    connection: values.PARTNER_CONNECTION ?? undefined,
    authPort: values.PARTNER_AUTH_PORT,
    apiPort: values.PARTNER_API_PORT,
    clientId: values.PARTNER_CLIENT_ID,
    clientSecret: values.PARTNER_CLIENT_SECRET,
    scope: values.PARTNER_SCOPE,
  }
  return {
    appUrl: values.PARTNER_APP_URL.replace(/\/$/, ''),
    redirectUri: values.PARTNER_REDIRECT_URI,
    connect: values.PARTNER_CONNECT,
    ...withoutUndefined(open),
    envFile,
  }
}

function unknownKey(key: string): string[] {
  if (partnerKeys.some((known) => known === key)) return []
  const nearest = closest(key, [...partnerKeys])
  return [`${key} is no known key${key.startsWith('PARTNER_') ? `; did you mean ${nearest}?` : ''}`]
}

function problemOf(key: string, given: Record<string, string>, message: string): string {
  // A union words its own issue, which says nothing of the value that was meant.
  const words = message === 'Invalid input' ? wordsOf(key) : message
  return key === 'PARTNER_CLIENT_SECRET'
    ? `${key} ${words}`
    : `${key} ${words}, and is ${JSON.stringify(given[key])}`
}

function wordsOf(key: string): string {
  if (key.endsWith('_PORT')) return 'must be a port'
  if (key === 'PARTNER_SCOPE') return 'must be words with single spaces between'
  return 'must be empty, or a method and a path, such as POST /update'
}

/** Nobody tells an application that runs already which port the examiner chose. */
function portWithoutStart({ PARTNER_START: start, PARTNER_APP_URL: url }: Record<string, string>): string[] {
  if (start) return []
  if (url === undefined)
    return ['PARTNER_APP_URL is missing: without PARTNER_START nobody chooses the port of the application']
  return url.includes(PORT_PLACE)
    ? [`PARTNER_APP_URL holds ${PORT_PLACE}, which takes PARTNER_START: the examiner then chooses the port`]
    : []
}
