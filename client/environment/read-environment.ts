import { closest, distance } from 'fastest-levenshtein'
import type {
  ClientCredentials,
  DonationReading,
  TargetConfig,
  UserCredentials,
  WebhookPorts,
} from './config.ts'
import { readEnvironmentFile } from './env-file.ts'
import { networkOf, proxiesOf, unusableProxies } from './network-of.ts'
import { problemsOf, type RawEnvironment } from './problems.ts'
import { type Environment, type EnvironmentKey, environmentKeys, environmentSchema } from './schema.ts'
import { withoutUndefined } from './without-undefined.ts'

export { keysFor } from './needs.ts'

/** Everything that is wrong with the environment: a summary line, then a line for each key. */
export class EnvironmentError extends Error {
  constructor(summary: string, problems: readonly string[] = []) {
    super([summary, ...problems.map((problem) => `  ${problem}`)].join('\n'))
    this.name = 'EnvironmentError'
  }
}

interface EnvironmentSources {
  /** An environment file in dotenv's format. */
  readonly file?: string
  /** The environment of the process; its values win over those of the file. */
  readonly processEnv: Readonly<Record<string, string | undefined>>
}

/**
 * What is known of the service under test, from a file and the environment of the process. An empty value counts
 * as none.
 *
 * @throws EnvironmentError naming every missing, wrong and unknown key at once, without any secret's value
 */
export function readEnvironment(sources: EnvironmentSources): TargetConfig {
  const { file } = sources
  const { raw, given } = readRaw(sources)
  const slips = misspelt(sources.processEnv)
  const proxies = proxiesOf(sources.processEnv)
  const problems = [
    ...problemsOf(raw).values(),
    ...unusableProxies(raw, proxies),
    ...unknownKeys(Object.keys(given)),
    ...slips,
  ]
  if (problems.length > 0) {
    const keys = problems.length === 1 ? '1 problem' : `${problems.length} problems`
    throw new EnvironmentError(
      `The environment${file === undefined ? '' : ` of ${file}`} has ${keys}:`,
      problems,
    )
  }
  const environment = environmentSchema.parse(raw)
  return { ...configOf(environment), ...networkOf(environment, proxies) }
}

/** What one key of the environment is like. */
interface KeyState {
  readonly key: EnvironmentKey
  readonly isSet: boolean
  /** What is wrong with its value, or with its absence; undefined where all is well. */
  readonly problem: string | undefined
}

/**
 * Every key, wherever its value comes from.
 * @throws EnvironmentError where the file cannot be read
 */
export function keyStates(sources: EnvironmentSources): readonly KeyState[] {
  const { raw } = readRaw(sources)
  const problems = problemsOf(raw)
  return environmentKeys.map((key) => ({ key, isSet: raw[key] !== undefined, problem: problems.get(key) }))
}

/**
 * The values of all keys as they are given, right or wrong; those of the process win over those of the file.
 * @throws EnvironmentError where the file cannot be read
 */
export function rawEnvironment(sources: EnvironmentSources): RawEnvironment {
  return readRaw(sources).raw
}

function readRaw({ file, processEnv }: EnvironmentSources) {
  const given = file === undefined ? {} : readFile(file)
  const raw: RawEnvironment = Object.fromEntries(
    environmentKeys
      .map((key) => [key, meant(key, lineOf(processEnv[key])) || meant(key, given[key])])
      .filter(([, value]) => value),
  )
  return { raw, given }
}

/** What a file was read into may end with its line break, which belongs to no value. */
function lineOf(value: string | undefined): string | undefined {
  return value?.replace(/[\r\n]+$/, '')
}

/** Blanks that stand in quotes belong to a password or secret; around all else they are an oversight. */
function meant(key: string, value: string | undefined): string | undefined {
  const isMeant = /_(PASSWORD|SECRET)$/.test(key) && value?.trim() !== ''
  return isMeant ? value : value?.trim()
}

function readFile(file: string): Record<string, string> {
  try {
    return readEnvironmentFile(file)
  } catch (error) {
    throw new EnvironmentError(error instanceof Error ? error.message : String(error))
  }
}

/** A key that differs from one of ours by no more is a slip of the pen. */
const MOST_SLIPS = 2

/** The known key that a misspelt one was meant for; undefined where it is off by more than a slip of the pen. */
export function meantBy<Known extends string>(key: string, known: readonly Known[]): Known | undefined {
  return known.find((one) => distance(key, one) <= MOST_SLIPS)
}

function isKnown(key: string): boolean {
  return environmentKeys.some((known) => known === key)
}

/**
 * A line for each key that was meant to be one of ours. Keys of other programs may stand in the file too; ours with a
 * slip of the pen may not.
 */
export function unknownKeys(keys: readonly string[]): string[] {
  return keys
    .filter((key) => !isKnown(key))
    .flatMap((key) => {
      const nearest = closest(key, environmentKeys)
      const changes = distance(key, nearest)
      if (!/^(SANDBOX|PRODUCTION)_/.test(key) && changes > MOST_SLIPS) return []
      const isClose = changes <= key.length / 2
      return [`${key} is no known key${isClose ? `; did you mean ${nearest}?` : ''}`]
    })
}

/**
 * The environment of the process is full of others' keys: what is wrong is one that is all but ours, which the process
 * does not set. What the file says of ours, it was meant to win over.
 */
function misspelt(processEnv: EnvironmentSources['processEnv']): string[] {
  const strange = Object.keys(processEnv).filter((key) => !isKnown(key))
  return strange.flatMap((key) => {
    const nearest = meantBy(key.toUpperCase(), environmentKeys)
    if (nearest === undefined || processEnv[nearest]?.trim()) return []
    return [`${key}, in the environment of the process, is no known key; did you mean ${nearest}?`]
  })
}

/** Keys of the process that look like ours, are none, and are no slip of the pen either: nothing reads them. */
export function unreadKeys(processEnv: EnvironmentSources['processEnv']): string[] {
  return Object.keys(processEnv).filter((key) => /^SANDBOX_/i.test(key) && !isKnown(key))
}

function configOf(environment: Environment): TargetConfig {
  return {
    kind: 'sandbox',
    authUrl: environment.SANDBOX_AUTH_URL.replace(trailingSlashes, ''),
    apiUrl: environment.SANDBOX_API_URL.replace(trailingSlashes, ''),
    client: {
      id: environment.SANDBOX_CLIENT_ID,
      secret: environment.SANDBOX_CLIENT_SECRET,
      redirectUri: environment.SANDBOX_REDIRECT_URI,
    },
    scope: environment.SANDBOX_SCOPE,
    login: environment.SANDBOX_LOGIN,
    pledgedDonationIds: environment.SANDBOX_PLEDGED_DONATION_IDS ?? [],
    nonPledgedDonationIds: environment.SANDBOX_NON_PLEDGED_DONATION_IDS ?? [],
    designationIds: environment.SANDBOX_DESIGNATION_IDS ?? [],
    ...withoutUndefined({
      user: user(environment.SANDBOX_USERNAME, environment.SANDBOX_PASSWORD),
      browser: browser(environment),
      manualFile: environment.SANDBOX_MANUAL_FILE,
      noOrgUser: user(environment.SANDBOX_NO_ORG_USERNAME, environment.SANDBOX_NO_ORG_PASSWORD),
      multiOrgUser: user(environment.SANDBOX_MULTI_ORG_USERNAME, environment.SANDBOX_MULTI_ORG_PASSWORD),
      refreshToken: environment.SANDBOX_REFRESH_TOKEN,
      otherClient: otherClient(environment),
      foreignDonationId: environment.SANDBOX_FOREIGN_DONATION_ID,
      otherCampaignDesignationId: environment.SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID,
      expiredAccessToken: environment.SANDBOX_EXPIRED_ACCESS_TOKEN,
      revokedRefreshToken: environment.SANDBOX_REVOKED_REFRESH_TOKEN,
      codeLifetimeSeconds: environment.SANDBOX_CODE_LIFETIME_SECONDS,
      donationReading: donationReading(environment),
      webhookPorts: webhookPorts(environment),
      productionAuthUrl: environment.PRODUCTION_AUTH_URL?.replace(trailingSlashes, ''),
      productionApiUrl: environment.PRODUCTION_API_URL?.replace(trailingSlashes, ''),
    }),
  }
}

const trailingSlashes = /\/+$/

function user(username: string | undefined, password: string | undefined): UserCredentials | undefined {
  return username === undefined || password === undefined ? undefined : { username, password }
}

function browser(environment: Environment): TargetConfig['browser'] {
  const { SANDBOX_BROWSER: place, SANDBOX_BROWSER_SELECTORS: selectors = {} } = environment
  if (place === undefined && environment.SANDBOX_BROWSER_SELECTORS === undefined) return undefined
  const where = place === undefined ? {} : /[\\/]/.test(place) ? { executable: place } : { channel: place }
  return { ...where, selectors }
}

function donationReading({
  SANDBOX_READ_DONATION: reading,
  SANDBOX_READ_HEADERS: headers = {},
}: Environment): DonationReading | undefined {
  return reading && 'url' in reading ? { ...reading, headers } : reading
}

function webhookPorts({
  SANDBOX_WEBHOOK_PORT: sandbox,
  PRODUCTION_WEBHOOK_PORT: production,
}: Environment): WebhookPorts | undefined {
  return sandbox === undefined && production === undefined
    ? undefined
    : withoutUndefined({ sandbox, production })
}

function otherClient(environment: Environment): ClientCredentials | undefined {
  const { SANDBOX_OTHER_CLIENT_ID: id, SANDBOX_OTHER_CLIENT_SECRET: secret } = environment
  if (id === undefined || secret === undefined) return undefined
  return {
    id,
    secret,
    redirectUri: environment.SANDBOX_OTHER_REDIRECT_URI ?? environment.SANDBOX_REDIRECT_URI,
  }
}
