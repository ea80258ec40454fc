import { type HttpClient, sendingBy } from '../target/http.ts'
import { Undecided } from '../target/undecided.ts'

/** Why a run that somebody ended early does not know more. */
export const INTERRUPTED = 'the run was interrupted'

/** Why the run ended early, as whoever ended it said. */
export function reasonToEnd({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : INTERRUPTED
}

/**
 * Throws Undecided for every request that was given up when the signal said so, and for all later ones: an answer
 * that nobody waited for is not to be held against the service.
 *
 * @param http gives requests up at the same signal.
 */
export function interruptible(http: HttpClient, signal: AbortSignal): HttpClient {
  return sendingBy(http, async (request) => {
    if (signal.aborted) throw new Undecided(reasonToEnd(signal))
    const exchange = await http.send(request)
    if (exchange.failure?.kind === 'aborted') throw new Undecided(reasonToEnd(signal))
    return exchange
  })
}
