import { type HttpClient, withSend } from '../../client/http/client.ts'
import { InconclusiveError } from '../../contract/verdict.ts'

/** Why a run that somebody ended early does not know more. */
const INTERRUPTED = 'the run was interrupted'

/** Why the run ended early, as whoever ended it said. */
export function reasonToEnd({ reason }: AbortSignal): string {
  return typeof reason === 'string' ? reason : INTERRUPTED
}

/**
 * Throws InconclusiveError for every request that was given up when the signal said so, and for all later ones: an answer
 * that nobody waited for is not to be held against the service.
 *
 * @param http gives requests up at the same signal.
 */
export function interruptible(http: HttpClient, signal: AbortSignal): HttpClient {
  return withSend(http, async (request) => {
    if (signal.aborted) throw new InconclusiveError(reasonToEnd(signal))
    const exchange = await http.send(request)
    if (exchange.failure?.kind === 'aborted') throw new InconclusiveError(reasonToEnd(signal))
    return exchange
  })
}
