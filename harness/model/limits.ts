import type { Exchange } from '../../client/http/exchange.ts'
import { mostAtOnce } from '../../client/http/overlap.ts'

/** Requests of which each needed the answer of the one before. */
export interface RequestChain {
  readonly requests: number
  /** How long their answers took together, and what else had to pass between them. */
  readonly ms: number
  /** How much of that was let pass on purpose. */
  readonly pausedMs: number
  /** Whose tests sent them, in their order. */
  readonly requirements: readonly string[]
}

/** What the requests of a run had to wait for, beside the answers. */
export interface Workload {
  /** The longest chain of dependent requests. */
  readonly chain: RequestChain
  /** How long donations were held for requests that follow one another, divided by how many donations there are. */
  readonly donationsMs: number
  /** How long all requests together waited for their turn; all tests for donations; all logins for a session. */
  readonly waitedMs: { readonly turn: number; readonly donation: number; readonly login: number }
}

/** The time that a run takes at least on this network, whatever the order of its tests. */
export interface RunLimits extends Workload {
  /** How long an answer took: the median. */
  readonly latencyMs: number
  /** Requests that the target bore at the same time. */
  readonly concurrency: number
  /** How long all answers took together. */
  readonly answersMs: number
  /**
   * The greatest of all requests at this latency and concurrency, the longest chain, and what the donations take: no
   * order of the tests ends earlier.
   */
  readonly networkMs: number
  /** How many times as long the run took. */
  readonly ratio: number
}

/**
 * The limits of a run that is over.
 * @param run.most requests that it was to have under way at the same time: what was sent at once by intention was more.
 * @returns undefined where nothing was sent, or nothing took any time.
 */
export function limitsOf(
  exchanges: readonly Exchange[],
  { chain, donationsMs, waitedMs }: Workload,
  { durationMs, most }: { readonly durationMs: number; readonly most: number },
): RunLimits | undefined {
  const times = exchanges.map((exchange) => exchange.durationMs).toSorted((a, b) => a - b)
  const latencyMs = times[Math.floor(times.length / 2)]
  if (!latencyMs) return undefined
  const concurrency = Math.min(most, mostAtOnce(exchanges))
  const networkMs = Math.max((times.length * latencyMs) / concurrency, chain.ms, donationsMs)
  return {
    latencyMs: rounded(latencyMs),
    concurrency,
    chain: { ...chain, ms: Math.round(chain.ms), pausedMs: Math.round(chain.pausedMs) },
    donationsMs: Math.round(donationsMs),
    answersMs: Math.round(times.reduce((sum, time) => sum + time, 0)),
    waitedMs: {
      turn: Math.round(waitedMs.turn),
      donation: Math.round(waitedMs.donation),
      login: Math.round(waitedMs.login),
    },
    networkMs: Math.round(networkMs),
    ratio: rounded(durationMs / networkMs),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
