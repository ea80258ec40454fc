import type { FailureKind } from '../../client/http/exchange.ts'

/** A request that was sent and what came of it, in short and redacted, for whoever looks on. */
export interface Sent {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  /** The status of the answer, or why none came. */
  readonly outcome: number | FailureKind
  /** The requirement whose test sent it; absent where the suite itself did. */
  readonly requirement?: string
}
