import { z } from 'zod'
import type { RunLimits } from '../harness/model/limits.ts'
import type { RunResult } from '../harness/model/result.ts'
import { count, duration } from './text.ts'

const ms = z.number().nonnegative()

/** How long a run takes at least on its network, as `record.json` holds it. */
export const limitsSchema = z.object({
  /** How long an answer took: the median. */
  latencyMs: ms,
  /** Requests that the target bore at the same time. */
  concurrency: z.int().nonnegative(),
  /** The longest chain of requests of which each needed the answer of the one before. */
  chain: z.object({
    requests: z.int().nonnegative(),
    ms,
    /** How much of that the suite let pass on purpose. Absent in records of before 2026-11-24. */
    pausedMs: ms.default(0),
    /** Whose tests sent them, in their order. */
    requirements: z.array(z.string()),
  }),
  /** How long donations were held, divided by how many there are. */
  donationsMs: ms,
  /** How long all answers took together. */
  answersMs: ms,
  /** How long all together waited for a turn, for donations, and for a session to log in with. */
  waitedMs: z.object({ turn: ms, donation: ms, login: ms }),
  /** The greatest of the requests at this latency and concurrency, the chain, and the donations. */
  networkMs: ms,
  /** How many times as long the run took. */
  ratio: ms,
})

/** A copy for the record. */
export function recordedLimits(limits: RunLimits): z.infer<typeof limitsSchema> {
  const { chain, waitedMs } = limits
  return {
    ...limits,
    chain: { ...chain, requirements: [...chain.requirements] },
    waitedMs: { ...waitedMs },
  }
}

/** For a person: what the network's limit is made of, and how near the run came to it. */
export function limitsSentence({ requests }: RunResult['run'], limits: RunLimits): string {
  const { latencyMs, concurrency, chain, donationsMs, networkMs, ratio } = limits
  const reason =
    networkMs === donationsMs
      ? 'that long donations were in use, and more of them would shorten it'
      : networkMs === chain.ms
        ? `${pauseOf(chain)}${count(chain.requests, 'request')} of ${sendersOf(chain.requirements)} needed the answer of the one before`
        : `${count(requests, 'request')} at ${duration(latencyMs)} an answer, ${concurrency} at a time`
  return `${duration(networkMs)} at least on this network (${reason}); the run took ${ratio} times that`
}

/** What neither network nor service took. */
function pauseOf({ pausedMs }: RunLimits['chain']): string {
  return pausedMs > 0 ? `${duration(pausedMs)} were let pass on purpose; ` : ''
}

/** How many requirements are named: where grants end one another, all tests are one chain. */
const MOST_NAMED = 6

function sendersOf(inOrder: readonly string[]): string {
  const requirements = [...new Set(inOrder)]
  const others = requirements.length - MOST_NAMED
  if (requirements.length === 0) return 'the suite itself'
  return `${requirements.slice(0, MOST_NAMED).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}
