import type { Exchange } from '../../client/http/exchange.ts'
import { isSameCall, MOST_CALLS } from '../requirements/partner-8.ts'
import { reusesOf } from '../requirements/partner-18.ts'
import {
  ACCEPTED,
  bearerOf,
  type Call,
  isAnsweredWell,
  isRefresh,
  isTokenCall,
  isUpdateCall,
} from '../service/call.ts'
import { type Check, inSandbox, scenariosOf, updatesOf } from './check.ts'
import type { RecordedScenario, RecordedUpdate } from './recorded.ts'
import { isOne, placeholdersIn } from './secrets.ts'

/** A token that ends while the user asks may have lived when the application looked. */
const GRACE_MS = 100
/** Updates before those that PARTNER-10 counts, and one more. */
const FIRST_UPDATES = 4
/** Updates of PARTNER-18 until the first that is made alone after a burst of five. */
const UPDATES_OF_A_ROUND = 8

const isRefused = ({ answer }: Call) => answer?.response.status === 401

/** PARTNER-8: one refresh and the call once more; an end where every token is refused. */
export const refusedCalls: Check = (recorded) => {
  for (const { name, calls, updates } of scenariosOf(recorded, 'PARTNER-8')) {
    const refused = calls.filter((call) => isUpdateCall(call) && isRefused(call))
    if (name.endsWith('every token refused')) {
      if (refused.length > MOST_CALLS) return refused
      continue
    }
    const wrong = updates.find(isNotRepeatedOnce)
    if (wrong) return [wrong.exchange, ...wrong.callsUntilNext]
  }
  return undefined
}

function isNotRepeatedOnce(update: RecordedUpdate): boolean | undefined {
  const { calls, callsUntilNext } = update
  const later = updatesOf(update, callsUntilNext)
  const sent = updatesOf(update, calls)
  if (!sent.some(isRefused)) return false
  const [first, second, ...more] = sent
  const areTold = sent.every((call) => isOne(bearerOf(call) ?? ''))
  const isAnother = first && second && more.length === 0 && areTold && !isSameCall(first, second)
  const isLeft = later.every(isRefused) || !callsUntilNext.some(isRefresh)
  return isLeft || isAnother || more.length > 0 || calls.filter(isRefresh).length > 1
}

/** PARTNER-9: access tokens that had expired when the user asked. */
export const expiredTokens: Check = ({ accessTokens, ...recorded }) => {
  for (const { updates } of scenariosOf({ accessTokens, ...recorded }, 'PARTNER-9'))
    for (const { exchange, calls } of updates) {
      const expired = calls.find((call) => {
        const { expiresAt } = accessTokens.get(call.host === 'api' ? (bearerOf(call) ?? '') : '') ?? {}
        return expiresAt !== undefined && expiresAt + GRACE_MS < exchange.startedAt
      })
      if (expired) return [exchange, expired]
    }
  return undefined
}

/** PARTNER-10: token requests in the midst of updates with a token that lives. */
export const tokenRequests: Check = (recorded) => {
  for (const { calls, updates } of scenariosOf(recorded, 'PARTNER-10')) {
    const from = updates[FIRST_UPDATES - 1]?.exchange.id ?? Number.POSITIVE_INFINITY
    const to = updates.at(-1)?.exchange.id ?? 0
    const between = calls.find((call) => isTokenCall(call) && call.id > from && call.id < to)
    if (between) return [between]
  }
  return undefined
}

/** PARTNER-11: calls without a bearer token, and access tokens that stand elsewhere. */
export const bearerTokens: Check = (recorded) => {
  const wrong = inSandbox(recorded).find((call) => {
    const { host, path, query, body } = call
    if (host === 'api' && !path.startsWith('/v1/')) return false
    const elsewhere = host === 'api' ? `${path} ${query} ${body}` : `${path} ${query}`
    const isElsewhere = placeholdersIn(elsewhere).some((one) => recorded.accessTokens.has(one))
    return isElsewhere || (host === 'api' && bearerOf(call) === undefined)
  })
  return wrong && [wrong]
}

/** PARTNER-13: tokens in what the browser receives from the application. */
export const tokensReceived: Check = ({ scenarios, accessTokens, refreshTokens }) => {
  const isToken = (one: string) => accessTokens.has(one) || refreshTokens.has(one)
  const received = scenarios
    // In production other tokens are given out.
    .filter(({ name }) => !name.startsWith('PARTNER-17'))
    .flatMap(({ browsed }) => browsed)
    .find(({ step, response }) => {
      if (step?.to !== 'application' || !response) return false
      const texts = [...Object.values(response.headers).flat(), response.body]
      return texts.some((text) => placeholdersIn(text).some(isToken))
    })
  return received && [received]
}

/** PARTNER-18: an update that fails when all those of a burst are over, or one that is lost with the refresh token. */
export const bursts: Check = (recorded) => {
  for (const scenario of scenariosOf(recorded, 'PARTNER-18')) {
    const shown = failedAfterBurst(scenario) ?? lostByReuse(scenario)
    if (shown) return shown
  }
  return undefined
}

function failedAfterBurst({ updates }: RecordedScenario): readonly Exchange[] | undefined {
  const last = updates.at(-1)?.exchange
  if (updates.length < UPDATES_OF_A_ROUND || !last) return undefined
  const isAlone = updates
    .slice(0, -1)
    .every(({ exchange: { startedAt, durationMs } }) => startedAt + durationMs <= last.startedAt)
  return isAlone && (last.response?.status ?? 0) >= 400 ? [last] : undefined
}

/** Nobody hears of a job whose refresh is refused: it only never arrives. */
function lostByReuse({ calls, updates }: RecordedScenario): readonly Call[] | undefined {
  const isLost = updates.some((update, index) => {
    const { exchange, donation } = update
    const next = updates.slice(index + 1).find((one) => one.donation.id === donation.id)?.exchange.id
    const later = calls.filter(({ id }) => id > exchange.id && id < (next ?? Number.POSITIVE_INFINITY))
    return exchange.response?.status === ACCEPTED && !updatesOf(update, later).some(isAnsweredWell)
  })
  const reuse = isLost ? reusesOf(calls.filter(({ isTold }) => isTold)) : []
  return reuse.length > 0 ? reuse : undefined
}
