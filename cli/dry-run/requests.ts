import { z } from 'zod'
import type { TargetConfig } from '../../client/environment/config.ts'
import { isForm } from '../../client/http/answer.ts'
import type { Exchange, ExchangeRequest } from '../../client/http/exchange.ts'
import { UPDATE_FIELDS } from '../../contract/fields.ts'
import { visible } from '../../reports/text.ts'
import { HOSTS, hostOf } from './hosts.ts'

const AUTHORIZATION_PARAMETERS = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state'] as const
const TOKEN_PARAMETERS = [
  'grant_type',
  'code',
  'refresh_token',
  'client_id',
  'client_secret',
  'redirect_uri',
] as const

/** In place of a donation of which nobody knows beforehand which it is. */
export const LENT = '{id}'
/** In place of an id that is of no donation. */
export const ALTERED = '{other}'
/** In place of what {@link NAMES} has not. */
export const UNNAMED = 'others'

/** What requests may hold by the contract, each name once. */
const NAMES: ReadonlySet<string> = new Set([
  ...AUTHORIZATION_PARAMETERS,
  ...TOKEN_PARAMETERS,
  ...UPDATE_FIELDS,
])

const memberSchema = z.record(z.string(), z.unknown())

/** Requests that differ in the values of what they hold alone. */
interface RequestKind {
  readonly method: string
  readonly path: string
  readonly names: ReadonlySet<string>
  readonly count: number
}

/**
 * The requests of a rehearsal by kind, a line each: how many, the method, the address that it has out there, and the
 * parameters and fields that one or another of them holds.
 */
export function requestLines(
  exchanges: readonly Exchange[],
  rehearsal: TargetConfig,
  target: TargetConfig,
): readonly string[] {
  return HOSTS.flatMap((host) => {
    const own = exchanges.filter(({ request }) => hostOf(request.url, rehearsal) === host)
    return kindsOf(own, (url) => pathOf(url, rehearsal, target)).map(({ method, path, names, count }) => {
      const held = [...NAMES, UNNAMED].filter((name) => names.has(name)).join(', ')
      const line = `${String(count).padStart(24)}  ${method.padEnd(7)} ${target[host]}${path}  ${held}`
      return visible(line.trimEnd())
    })
  })
}

/** The kinds by path: tests run at once, so that their requests have no order of their own. */
function kindsOf(exchanges: readonly Exchange[], shownPath: (url: string) => string): RequestKind[] {
  const kinds = new Map<string, RequestKind>()
  for (const { request } of exchanges) {
    const { method, url } = request
    const path = shownPath(url)
    const key = `${path} ${method}`
    const { names = [], count = 0 } = kinds.get(key) ?? {}
    const own = namesIn(request).map((name) => (NAMES.has(name) ? name : UNNAMED))
    kinds.set(key, { method, path, names: new Set([...names, ...own]), count: count + 1 })
  }
  return [...kinds].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, kind]) => kind)
}

/** The path with the ids that it has out there; of one that was altered or made up, only that it was. */
function pathOf(url: string, rehearsal: TargetConfig, target: TargetConfig): string {
  const { pathname } = new URL(url)
  const { pledgedDonationIds, nonPledgedDonationIds, foreignDonationId: foreign = '' } = rehearsal
  const lent = [...pledgedDonationIds, ...nonPledgedDonationIds]
  const path = lent.reduce((text, id) => text.replaceAll(id, LENT), pathname)
  if (path !== pathname) return path
  if (foreign !== '' && path.includes(foreign)) return path.replace(foreign, target.foreignDonationId ?? '')
  return path.replace(/^(\/v1\/donations\/).+$/, `$1${ALTERED}`)
}

function namesIn(request: ExchangeRequest): readonly string[] {
  const { url, body = '', bodyEncoding } = request
  const inQuery = [...new URL(url).searchParams.keys()]
  if (body === '') return inQuery
  if (bodyEncoding !== undefined) return [...inQuery, '']
  if (isForm(request)) return [...inQuery, ...new URLSearchParams(body).keys()]
  return [...inQuery, ...membersOf(body)]
}

/** The names in a JSON object; one that nobody knows where it is none. */
function membersOf(body: string): readonly string[] {
  try {
    const read = memberSchema.safeParse(JSON.parse(body))
    return read.success ? Object.keys(read.data) : ['']
  } catch {
    return ['']
  }
}
