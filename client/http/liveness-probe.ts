import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError, LostRequestError } from '../../contract/verdict.ts'
import { statusOf } from './answer.ts'
import { type HttpClient, type HttpRequest, withSend } from './client.ts'
import type { Exchange, FailureKind } from './exchange.ts'
import type { TransportStats } from './transport-stats.ts'

/** After these the question is whether anybody is there at all. */
const signsOfAbsence: readonly FailureKind[] = ['unreachable', 'dropped', 'timeout']

/** Pauses between knocks: a service that is started again is back within seconds. */
const PAUSES_MS = [0, 300, 700, 2_000]
const LONGEST_KNOCKING_MS = 6_000

/** After this many failed requests, each sent alone, the service counts as down. */
const MOST_CONFIRMED = 5

/**
 * A client that looks whether the target is still there when a request of it fails. One that came to nothing
 * because nobody was there is no evidence: it throws InconclusiveError, and `onGone` is told, once.
 *
 * One that was lost although somebody is there is sent once more, alone, and if need be by a new connection: the idle
 * one that it had may be what the service was about to close, or one of more than it serves at a time.
 *
 * @param origins the target's own; what fails elsewhere is handed on.
 * @param stats counts what was lost and went through when it was repeated.
 */
export function withLivenessProbe(
  http: HttpClient,
  origins: readonly string[],
  onGone: (why: string) => void,
  stats?: TransportStats,
): HttpClient {
  let confirmed = 0
  /** Origins that have answered something. */
  const answering = new Set<string>()
  const looking = new Map<string, Promise<string | undefined>>()

  /** @param lost what made one look: it may be what the service died of. */
  async function look(origin: string, lost: HttpRequest): Promise<string | undefined> {
    const started = performance.now()
    let why = ''
    for (const pause of PAUSES_MS) {
      await sleep(pause)
      // Before all that waits for a turn: each of them may wait for its own time limit.
      const { failure } = await http.send({ method: 'GET', url: `${origin}/`, how: 'at once' })
      if (!failure || !signsOfAbsence.includes(failure.kind)) return undefined
      why = failure.message
      if (performance.now() - started > LONGEST_KNOCKING_MS) break
    }
    // A service that never answered did not die of a request. The query is left out: secrets are sent in it.
    const { pathname } = new URL(lost.url)
    const last = `; the first request that it left unanswered: ${lost.method} ${pathname}`
    const message = `the service went away: ${why}${answering.has(origin) ? last : ''}`
    onGone(message)
    return message
  }

  /** Why nobody is there; undefined where somebody is. */
  function absence(origin: string, lost: HttpRequest): Promise<string | undefined> {
    const found = looking.get(origin) ?? look(origin, lost)
    looking.set(origin, found)
    void found.then((gone) => gone ?? looking.delete(origin))
    return found
  }

  /**
   * Sends a request once more, alone: what the suite's own load causes, and what comes and goes on the way, is nobody's
   * violation.
   */
  async function again(request: HttpRequest, lost: Exchange): Promise<Exchange> {
    if (confirmed >= MOST_CONFIRMED) return lost
    const alone = await http.send({ ...request, how: 'alone' })
    const exchange = alone.failure ? await http.send({ ...request, how: 'anew' }) : alone
    if (exchange.failure) {
      confirmed++
      return exchange
    }
    if (stats) stats.lost += 1
    if (lost.failure?.kind === 'dropped') http.keepIdleShorter(lost)
    // The first may have got there, and used up what can be used once.
    if (request.method === 'POST' && statusOf(exchange) >= 400)
      throw new LostRequestError(
        `a request was lost on the way (${lost.failure?.message}), and could not be repeated`,
      )
    return exchange
  }

  return withSend(http, async (request) => {
    const exchange = await http.send(request)
    const { origin } = new URL(request.url)
    const { failure } = exchange
    if (!failure) answering.add(origin)
    if (!failure || !signsOfAbsence.includes(failure.kind) || !origins.includes(origin)) return exchange
    const gone = await absence(origin, request)
    if (gone !== undefined) throw new InconclusiveError(gone)
    // It never got there, so it can be sent again without harm.
    if (failure.kind === 'unreachable') return http.send(request)
    return again(request, exchange)
  })
}
