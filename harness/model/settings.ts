import type { TargetConfig } from '../../client/environment/config.ts'
import type { RateLimits } from '../../client/http/throttle.ts'
import type { ShardOfRun } from './result.ts'
import type { Sampling } from './sampling.ts'

/** What one run is asked to do. Plain data: it goes from the command line's process to the worker. */
export interface RunSettings {
  readonly target: TargetConfig
  /** The env file that the target came from, as it was named; to repeat the run. */
  readonly envFile?: string
  /** Everything generated follows from it. */
  readonly seed: number
  /** Cases that a property tries. */
  readonly runs: number
  /** Violations of SHOULD count as failures. */
  readonly strict: boolean
  /** Authorizations that need the user's name and password, at most; absent for as many as it takes. */
  readonly maxLogins?: number
  /** Whether what donors are called and where they live is kept out of the results. */
  readonly redactPersonalData?: boolean
  /** How much the target is asked at a time. */
  readonly rateLimits?: RateLimits
  /** Ids of the requirements to run; absent for all. */
  readonly only?: readonly string[]
  /** Ids of requirements whose tests have ended before the others begin. */
  readonly first?: readonly string[]
  /** Which part of a divided run this is; `only` are then the requirements of this part. */
  readonly shard?: ShardOfRun
  /** How little is tried of most requirements; absent where all are looked at in full. */
  readonly sampling?: Sampling
  /** Exchanges are not kept but for those that show a violation. */
  readonly verdictsOnly?: boolean
  /** Each request is told at once, for whoever looks on. */
  readonly tellsRequests?: boolean
  /** Violations are not tried again: for a target that is known to do the same each time. */
  readonly once?: boolean
  /** How long counterexamples of one requirement may be made smaller; absent where they need not be. */
  readonly shrinkSeconds?: number
  /** Requests are sent for security advice alone, once all tests have ended. */
  readonly deepAdvice?: boolean
  /** The path of a module whose `beforeTest` and `afterTest` are called around each test that is lent donations. */
  readonly hooks?: string
  /** Sends just this case of one property again. */
  readonly replay?: Replay
}

/** Names one generated case: the test, and the seed and path by which fast-check finds it again. */
export interface Replay {
  readonly test: string
  readonly seed: number
  readonly path: string
}
