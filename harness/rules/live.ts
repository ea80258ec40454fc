import type { TargetConfig } from '../../client/environment/config.ts'
import {
  describeAnswer,
  givesToken,
  holdsOAuthError,
  jsonOf,
  mediaType,
  statusOf,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { isErrorPage } from '../causes/signs.ts'
import { leakIn } from './leaks.ts'
import { isApiRequest, isOfTarget, isTokenRequest, isUpdate, namesLikelyDonation } from './requests.ts'
import type { Rule } from './rule.ts'
import { validUpdateEnvelope } from './shapes.ts'

/** What nobody received, nobody can have failed to answer. */
const NEVER_ARRIVED = ['aborted', 'unreachable', 'tls']
/** In characters. */
const LARGE_REQUEST = 64 * 1024

/**
 * What infrastructure answers before the operation: no route, too late, too large, of another type, too often. And 401,
 * 403, which the contract names without a body type.
 */
const NOT_THE_OPERATION = [401, 403, 405, 408, 413, 414, 415, 429, 431]

/** A router may know what ids look like, and answer 404 for all others before the operation has a say. */
function isForOperation(exchange: Exchange, target: TargetConfig): boolean {
  const status = statusOf(exchange)
  if (status === 404) return namesLikelyDonation(exchange, target)
  return status < 500 && !NOT_THE_OPERATION.includes(status)
}

/** More than we read, where what was sent was large too and comes back: the limit is ours. */
function isLargeEcho({ failure, request }: Exchange): boolean {
  return failure?.kind === 'too-large' && (request.body?.length ?? 0) > LARGE_REQUEST
}

/** Too busy, not broken: a 503 that says when to come back. */
function isAskedToWait(exchange: Exchange): boolean {
  return statusOf(exchange) === 503 && exchange.response?.headers['retry-after'] !== undefined
}

/** What every exchange of a run is held against, whatever test sent it. Recordings are held against these as well. */
export const liveRules: readonly Rule[] = [
  {
    id: 'TOKEN-12',
    applies: (exchange, target) => isTokenRequest(exchange, target) && givesToken(exchange),
    expected: '`Cache-Control: no-store` on an answer with tokens',
    check: ({ response }) => {
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
      !exchange.irregular &&
      ((statusOf(exchange) >= 400 &&
        statusOf(exchange) < 500 &&
        ![405, 408, 413, 414, 429, 431].includes(statusOf(exchange))) ||
        // An ordinary request that gets a page with 500 got it from the endpoint; 502 to 504 come from before it.
        (statusOf(exchange) === 500 && isErrorPage(exchange))),
    expected: 'a JSON error with `error` and `error_description`, both strings',
    check: (exchange) =>
      holdsOAuthError(exchange) && /\bjson$/.test(mediaType(exchange)) ? undefined : describeAnswer(exchange),
  },
  {
    id: 'BEARER-7',
    applies: (exchange, target) => isApiRequest(exchange, target) && statusOf(exchange) === 401,
    expected: 'a `WWW-Authenticate` header with the Bearer scheme on a 401',
    check: ({ response }) => {
      const challenges = response?.headers['www-authenticate'] ?? []
      if (challenges.some((value) => /(?:^|,)\s*bearer(?:\s|,|$)/i.test(value))) return undefined
      return challenges.length ? `WWW-Authenticate: ${challenges.join(', ')}` : 'no WWW-Authenticate header'
    },
  },
  {
    id: 'ERROR-1',
    applies: (exchange, target) =>
      isUpdate(exchange, target) &&
      !exchange.irregular &&
      (exchange.response?.bytes ?? 0) > 0 &&
      isForOperation(exchange, target),
    expected: 'an answer of the update operation that is application/json',
    check: (exchange) =>
      mediaType(exchange) === 'application/json' && jsonOf(exchange) !== undefined
        ? undefined
        : describeAnswer(exchange),
  },
  {
    id: 'ERROR-2',
    applies: (exchange, target) =>
      isOfTarget(exchange, target) &&
      !NEVER_ARRIVED.includes(exchange.failure?.kind ?? '') &&
      !isLargeEcho(exchange),
    expected: 'an answer below 500, whatever was sent',
    check: (exchange) =>
      (exchange.failure || statusOf(exchange) >= 500) && !isAskedToWait(exchange)
        ? describeAnswer(exchange)
        : undefined,
  },
  {
    id: 'ERROR-3',
    applies: (exchange, target) =>
      isOfTarget(exchange, target) && statusOf(exchange) >= 400 && (exchange.response?.bytes ?? 0) > 0,
    expected: 'an error body that gives nothing away',
    check: leakIn,
  },
]

/** Whether these say all of a requirement: its tests only send what they are to see. */
export function isJudgedByRule(id: string): boolean {
  return liveRules.some((rule) => rule.id === id)
}

/** The same for a run, where the shape of an answer is looked at whenever what was sent was valid beyond doubt. */
export const runRules: readonly Rule[] = [...liveRules, validUpdateEnvelope]
