import type { TargetConfig } from '../../client/environment/config.ts'
import {
  describeAnswer,
  givesToken,
  jsonOf,
  mediaType,
  statusOf,
  stringMember,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { RuleEvidence } from '../model/evidence.ts'
import type { Violation } from '../model/result.ts'
import { toViolation } from '../model/violation.ts'
import type { Session } from '../session/session.ts'
import { leakIn } from './leaks.ts'

/** What monitors know beside the exchanges: of a run its session, of a recording no more than this. */
export type Known = Pick<Session, 'target' | 'secrets' | 'issued'>

/** Judges every exchange of a run, whatever test sent it. */
export interface Monitor {
  readonly id: RequirementId
  /** Whether the requirement says anything about this exchange. */
  applies(exchange: Exchange, target: TargetConfig): boolean
  readonly expected: string
  /** Undefined where the requirement is kept, otherwise what came instead. */
  wrong(exchange: Exchange, known: Known): string | undefined
}

/** What nobody received, nobody can have failed to answer. */
const NEVER_ARRIVED = ['aborted', 'unreachable']

/** Answered by what stands before the operation, not by the operation (and 401, 403: named without a body type). */
const NOT_THE_OPERATION = [401, 403, 413, 414, 429, 431]

/** A form posted to the token endpoint. */
export function isTokenRequest(exchange: Exchange, target: TargetConfig): boolean {
  const { method, url, headers } = exchange.request
  return (
    method === 'POST' &&
    url === `${target.authUrl}/oauth2/token` &&
    headers['content-type'] === 'application/x-www-form-urlencoded'
  )
}

function isApiRequest(exchange: Exchange, target: TargetConfig): boolean {
  return exchange.request.url.startsWith(`${target.apiUrl}/v1/`)
}

/** Ids such as a router hands on to the operation; others may be answered by what stands before it. */
const PLAIN_ID = /\/donations\/[\w.~-]{1,200}$/

/** PUT or PATCH under the API's prefix. */
export function isUpdate(exchange: Exchange, target: TargetConfig): boolean {
  const { method, url } = exchange.request
  return ['PUT', 'PATCH'].includes(method) && isApiRequest(exchange, target) && PLAIN_ID.test(url)
}

/**
 * Requests that are not well-formed HTTP, or dressed as the contract does not know them: what answers them is not
 * what the contract speaks of, but has to survive them.
 */
function isOdd({ requirement }: Exchange): boolean {
  return requirement === 'ERROR-2' || requirement === 'UPDATE-18' || requirement === 'TOKEN-14'
}

function isOfTarget(exchange: Exchange, target: TargetConfig): boolean {
  const { url } = exchange.request
  return url.startsWith(`${target.authUrl}/oauth2/`) || isApiRequest(exchange, target)
}

/** Too busy, not broken: a 503 that says when to come back. */
function isAskedToWait(exchange: Exchange): boolean {
  return statusOf(exchange) === 503 && exchange.response?.headers['retry-after'] !== undefined
}

export const monitors: readonly Monitor[] = [
  {
    id: 'TOKEN-12',
    applies: (exchange, target) => isTokenRequest(exchange, target) && givesToken(exchange),
    expected: '`Cache-Control: no-store` on an answer with tokens',
    wrong: ({ response }) => {
      const values = response?.headers['cache-control'] ?? []
      const directives = values.flatMap((value) => value.split(',')).map((one) => one.trim().toLowerCase())
      if (directives.includes('no-store')) return undefined
      return values.length ? `Cache-Control: ${values.join(', ')}` : 'no Cache-Control header'
    },
  },
  {
    id: 'TOKEN-15',
    applies: (exchange, target) =>
      isTokenRequest(exchange, target) &&
      !isOdd(exchange) &&
      statusOf(exchange) >= 400 &&
      statusOf(exchange) < 500 &&
      ![413, 414, 429, 431].includes(statusOf(exchange)),
    expected: 'a JSON error with `error` and `error_description`, both strings',
    wrong: (exchange) => {
      const complete = ['error', 'error_description'].every(
        (name) => stringMember(exchange, name) !== undefined,
      )
      return complete && /\bjson$/.test(mediaType(exchange)) ? undefined : describeAnswer(exchange)
    },
  },
  {
    id: 'BEARER-7',
    applies: (exchange, target) => isApiRequest(exchange, target) && statusOf(exchange) === 401,
    expected: 'a `WWW-Authenticate` header with the Bearer scheme on a 401',
    wrong: ({ response }) => {
      const challenges = response?.headers['www-authenticate'] ?? []
      if (challenges.some((value) => /(?:^|,)\s*bearer(?:\s|,|$)/i.test(value))) return undefined
      return challenges.length ? `WWW-Authenticate: ${challenges.join(', ')}` : 'no WWW-Authenticate header'
    },
  },
  {
    id: 'ERROR-1',
    applies: (exchange, target) =>
      isUpdate(exchange, target) &&
      !isOdd(exchange) &&
      (exchange.response?.bytes ?? 0) > 0 &&
      statusOf(exchange) < 500 &&
      !NOT_THE_OPERATION.includes(statusOf(exchange)),
    expected: 'an answer of the update operation that is application/json',
    wrong: (exchange) =>
      mediaType(exchange) === 'application/json' && jsonOf(exchange) !== undefined
        ? undefined
        : describeAnswer(exchange),
  },
  {
    id: 'ERROR-2',
    applies: (exchange, target) =>
      isOfTarget(exchange, target) && !NEVER_ARRIVED.includes(exchange.failure?.kind ?? ''),
    expected: 'an answer below 500, whatever was sent',
    wrong: (exchange) =>
      (exchange.failure || statusOf(exchange) >= 500) && !isAskedToWait(exchange)
        ? describeAnswer(exchange)
        : undefined,
  },
  {
    id: 'ERROR-3',
    applies: (exchange, target) =>
      isOfTarget(exchange, target) && statusOf(exchange) >= 400 && (exchange.response?.bytes ?? 0) > 0,
    expected: 'an error body that gives nothing away',
    wrong: (exchange, { target, issued }) => leakIn(exchange, target, issued),
  },
]

/** As many as help; one cause breaks thousands of answers. */
const MAX_VIOLATIONS = 3

/** Lets every monitor judge each exchange as it comes, and keeps what they found until somebody takes it. */
export class Monitoring {
  readonly #known: Known
  readonly #judges: readonly Monitor[]
  #found = new Map<RequirementId, { judged: number; violations: Violation[] }>()

  constructor(known: Known, judges: readonly Monitor[] = monitors) {
    this.#known = known
    this.#judges = judges
  }

  see(exchange: Exchange): void {
    const { target, secrets } = this.#known
    for (const { id, applies, expected, wrong } of this.#judges) {
      if (!applies(exchange, target)) continue
      const found = this.#found.get(id) ?? { judged: 0, violations: [] }
      this.#found.set(id, found)
      found.judged += 1
      const received = wrong(exchange, this.#known)
      if (received !== undefined && found.violations.length < MAX_VIOLATIONS)
        found.violations.push(toViolation(secrets, { expected, received, exchanges: [exchange] }))
    }
  }

  /** What was found since the last time. */
  take(): RuleEvidence[] {
    const found = this.#found
    this.#found = new Map()
    return this.#judges.map(({ id }) => ({ id, ...(found.get(id) ?? { judged: 0, violations: [] }) }))
  }
}

/** Lets every monitor judge these exchanges. */
export function monitor(
  known: Known,
  exchanges: readonly Exchange[],
  judges: readonly Monitor[] = monitors,
): RuleEvidence[] {
  const monitoring = new Monitoring(known, judges)
  for (const exchange of exchanges) monitoring.see(exchange)
  return monitoring.take()
}
