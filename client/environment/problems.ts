import { parseUrl } from '../http/url.ts'
import { belongTogether, certificatePem, privateKeyPem } from './pem.ts'
import { sameInTwoRoles } from './roles.ts'
import {
  documentationOf,
  type EnvironmentKey,
  environmentKeys,
  environmentSchema,
  type RawEnvironment,
} from './schema.ts'

export type { RawEnvironment } from './schema.ts'

/** What is wrong with the values, by key and in the order of the keys: one line each. */
export function problemsOf(raw: RawEnvironment): ReadonlyMap<EnvironmentKey, string> {
  const problems = new Map<EnvironmentKey, string>()
  const parsed = environmentSchema.safeParse(raw)
  for (const issue of parsed.error?.issues ?? []) {
    const key = environmentKeys.find((known) => known === issue.path[0])
    if (key !== undefined)
      problems.set(key, raw[key] === undefined ? missing(key) : wrong(key, raw[key], issue.message))
  }
  for (const [key, problem] of [
    ...halfGiven(raw),
    ...noWayToTokens(raw),
    ...productionAsTarget(raw),
    ...otherMistakes(raw),
  ])
    if (!problems.has(key)) problems.set(key, problem)
  return new Map([...problems].toSorted(([one], [other]) => order(one) - order(other)))
}

function order(key: EnvironmentKey): number {
  return environmentKeys.indexOf(key)
}

type Problems = Iterable<[EnvironmentKey, string]>

const pairs: readonly (readonly [EnvironmentKey, EnvironmentKey])[] = [
  ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'],
  ['SANDBOX_NO_ORG_USERNAME', 'SANDBOX_NO_ORG_PASSWORD'],
  ['SANDBOX_MULTI_ORG_USERNAME', 'SANDBOX_MULTI_ORG_PASSWORD'],
  ['SANDBOX_OTHER_CLIENT_ID', 'SANDBOX_OTHER_CLIENT_SECRET'],
  ['SANDBOX_CLIENT_CERT', 'SANDBOX_CLIENT_KEY'],
]

function* halfGiven(raw: RawEnvironment): Problems {
  for (const [first, second] of pairs) {
    if (raw[first] !== undefined && raw[second] === undefined)
      yield [second, `${missing(second)} (${first} is set)`]
    if (raw[second] !== undefined && raw[first] === undefined)
      yield [first, `${missing(first)} (${second} is set)`]
  }
  if (raw.SANDBOX_OTHER_REDIRECT_URI !== undefined && raw.SANDBOX_OTHER_CLIENT_ID === undefined)
    yield [
      'SANDBOX_OTHER_CLIENT_ID',
      `${missing('SANDBOX_OTHER_CLIENT_ID')} (SANDBOX_OTHER_REDIRECT_URI is set)`,
    ]
}

function* noWayToTokens(raw: RawEnvironment): Problems {
  if (raw.SANDBOX_REFRESH_TOKEN !== undefined || raw.SANDBOX_LOGIN === 'manual') return
  if (raw.SANDBOX_USERNAME !== undefined || raw.SANDBOX_PASSWORD !== undefined) return
  const otherwise = '(or set SANDBOX_REFRESH_TOKEN, or SANDBOX_LOGIN=manual)'
  yield ['SANDBOX_USERNAME', `${missing('SANDBOX_USERNAME')} ${otherwise}`]
  yield ['SANDBOX_PASSWORD', missing('SANDBOX_PASSWORD')]
}

/** Tests change data: what is under test may never be production. */
function* productionAsTarget(raw: RawEnvironment): Problems {
  for (const key of ['SANDBOX_AUTH_URL', 'SANDBOX_API_URL'] as const)
    for (const production of ['PRODUCTION_AUTH_URL', 'PRODUCTION_API_URL'] as const)
      if (samePlace(raw[key], raw[production]))
        yield [key, `${key} is the same as ${production}: production is never tested`]
}

/** What two keys say that cannot both be right: no service has to be asked. */
function* otherMistakes(raw: RawEnvironment): Problems {
  yield* sameInTwoRoles(raw)
  yield* readingOfProduction(raw)
  const cert = certificatePem(raw.SANDBOX_CLIENT_CERT ?? '')
  const key = privateKeyPem(raw.SANDBOX_CLIENT_KEY ?? '')
  if (cert !== undefined && key !== undefined && !belongTogether(cert, key))
    yield ['SANDBOX_CLIENT_KEY', 'SANDBOX_CLIENT_KEY is not the key of SANDBOX_CLIENT_CERT']
  if (raw.SANDBOX_READ_HEADERS !== undefined && !/^https?:/.test(raw.SANDBOX_READ_DONATION ?? ''))
    yield ['SANDBOX_READ_HEADERS', 'SANDBOX_READ_HEADERS is for a URL in SANDBOX_READ_DONATION']
  if (raw.PRODUCTION_WEBHOOK_PORT !== undefined && raw.PRODUCTION_WEBHOOK_PORT === raw.SANDBOX_WEBHOOK_PORT)
    yield ['PRODUCTION_WEBHOOK_PORT', 'PRODUCTION_WEBHOOK_PORT is the same as SANDBOX_WEBHOOK_PORT']
}

/** What is read is the sandbox: the token of the suite, and any header, are not for production. */
function* readingOfProduction(raw: RawEnvironment): Problems {
  const reading = parseUrl((raw.SANDBOX_READ_DONATION ?? '').replaceAll('{id}', '0'))
  for (const key of ['PRODUCTION_AUTH_URL', 'PRODUCTION_API_URL'] as const) {
    const production = parseUrl(raw[key] ?? '')
    if (reading && production && reading.host.replace(/\.$/, '') === production.host.replace(/\.$/, ''))
      yield [
        'SANDBOX_READ_DONATION',
        `SANDBOX_READ_DONATION is on the host of ${key}: production is never read`,
      ]
  }
}

/**
 * Compares host, port and path, past letter case, default ports, slashes and dots at an end, and the names of this machine.
 * Whatever the scheme: the same service answers by both.
 */
function samePlace(a: string | undefined, b: string | undefined): boolean {
  const [one, other] = [a, b].map((value) => {
    const url = parseUrl(value ?? '')
    if (url === undefined) return undefined
    const host = /^(127\.0\.0\.1|\[::1\])$/.test(url.hostname) ? 'localhost' : url.hostname.replace(/\.$/, '')
    return `${host}:${url.port.replace(/^(?:80|443)$/, '')}${url.pathname.replace(/\/+$/, '')}`
  })
  return one !== undefined && one === other
}

function missing(key: EnvironmentKey): string {
  const { purpose, origin } = documentationOf(key)
  return `${key} is missing: ${purpose}, from ${origin}`
}

function wrong(key: EnvironmentKey, value: string, message: string): string {
  if (documentationOf(key).secret) return `${key} ${message}`
  return `${key} ${message}, and is ${JSON.stringify(value.replace(/\/\/[^/]*@/, '//…@'))}`
}
