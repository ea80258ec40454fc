import { BroadcastChannel } from 'node:worker_threads'
import type { HttpClient } from '../target/http.ts'
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
  return {
    async send(request) {
      if (signal.aborted) throw new Undecided(reasonToEnd(signal))
      const exchange = await http.send(request)
      if (exchange.failure?.kind === 'aborted') throw new Undecided(reasonToEnd(signal))
      return exchange
    },
    close: () => http.close(),
    get requests() {
      return http.requests
    },
    secrets: http.secrets,
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the channel on which the worker hears of an interruption; absent where nobody would tell. */
    interruptChannel?: string
  }
}

const RELAY_INTERVAL_MS = 20

/**
 * Tells the worker of an interruption, again and again, since it may not listen yet. (vitest's own way to cancel a
 * run loses one that comes while a worker starts, and drops what unfinished tests know.)
 * @returns how to stop telling.
 */
export function relayInterrupt(signal: AbortSignal, channelName: string): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.unref()
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    timer = setInterval(() => channel.postMessage(reasonToEnd(signal)), RELAY_INTERVAL_MS)
  }
  signal.addEventListener('abort', begin, { once: true })
  return () => {
    signal.removeEventListener('abort', begin)
    clearInterval(timer)
    channel.close()
  }
}

/** In the worker: aborts when the main process tells of an interruption. */
export function abortOnInterrupt(controller: AbortController, channelName: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.unref()
  channel.onmessage = ({ data }) => controller.abort(data)
}
