import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError } from '../../contract/verdict.ts'
import { type HttpClient, withSend } from './client.ts'
import type { FailureKind } from './exchange.ts'

/** After these the question is whether anybody is there at all. */
const signsOfAbsence: readonly FailureKind[] = ['unreachable', 'dropped', 'timeout']

/** Pauses between knocks: a service that is started again is back within seconds. */
const PAUSES_MS = [0, 300, 700, 2_000]
const LONGEST_KNOCKING_MS = 6_000

/**
 * A client that looks whether the target is still there when a request of it fails. One that came to nothing
 * because nobody was there is no evidence: it throws InconclusiveError, and `onGone` is told, once.
 *
 * @param origins the target's own; what fails elsewhere is handed on.
 */
export function withLivenessProbe(
  http: HttpClient,
  origins: readonly string[],
  onGone: (why: string) => void,
): HttpClient {
  const looking = new Map<string, Promise<string | undefined>>()

  async function look(origin: string): Promise<string | undefined> {
    const started = performance.now()
    let why = ''
    for (const pause of PAUSES_MS) {
      await sleep(pause)
      const { failure } = await http.send({ method: 'GET', url: `${origin}/` })
      if (!failure || !signsOfAbsence.includes(failure.kind)) return undefined
      why = failure.message
      if (performance.now() - started > LONGEST_KNOCKING_MS) break
    }
    const message = `the service went away: ${why}`
    onGone(message)
    return message
  }

  /** Why nobody is there; undefined where somebody is. */
  function absence(origin: string): Promise<string | undefined> {
    const found = looking.get(origin) ?? look(origin)
    looking.set(origin, found)
    void found.then((gone) => gone ?? looking.delete(origin))
    return found
  }

  return withSend(http, async (request) => {
    const exchange = await http.send(request)
    const { origin } = new URL(request.url)
    const { failure } = exchange
    if (!failure || !signsOfAbsence.includes(failure.kind) || !origins.includes(origin)) return exchange
    const gone = await absence(origin)
    if (gone !== undefined) throw new InconclusiveError(gone)
    // It never got there, so it can be sent again without harm.
    return failure.kind === 'unreachable' ? http.send(request) : exchange
  })
}
