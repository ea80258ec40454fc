import { existsSync } from 'node:fs'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'
import type { Minimum } from '../harness/model/outcome.ts'
import type { Replay } from '../harness/model/settings.ts'
import type { Shard } from '../harness/model/shard.ts'

/** The options of `run`, read and checked one by one. */
export interface RunOptions {
  readonly target?: 'mock' | 'sandbox'
  readonly env?: string
  readonly out: string
  /** Names of reports and modules; the usual reports where none is named. */
  readonly reporter?: readonly string[]
  readonly seed?: number
  readonly runs?: number
  readonly only?: readonly string[]
  /** Whether what was broken in the run before is tried before all else. */
  readonly failedFirst: boolean
  readonly shard?: Shard
  readonly shrinkSeconds: number
  readonly replay?: Replay
  readonly strict: boolean
  readonly requireDecided: boolean
  readonly minDecided?: Minimum
  /** A module with what is done before and after the run. */
  readonly hooks?: string
  /** Whether the run is only described; as a list with the requests of each requirement. */
  readonly dryRun: boolean | 'list'
  readonly latency: number
  readonly rps?: number
  readonly concurrency?: number
  /** False where even what has to be sent at the same moment keeps to the limits. */
  readonly burst: boolean
  /** Seconds. */
  readonly deadline: number
  /** How long a service that is just starting is waited for, in seconds. */
  readonly wait?: number
  readonly maxLogins?: number
  readonly redactPersonalData: boolean
  /** Whether nothing tells how far the run is. */
  readonly quiet: boolean
  /** Whether each request is told instead. */
  readonly verbose: boolean
  /** The address to listen on for webhooks. */
  readonly listen?: string
  /** Whether a token and a code are left behind for the next run; where it is not said, where tokens are kept. */
  readonly leaveBehind?: boolean
  readonly baseline?: string
  readonly pending?: string
  /** Set where the run is repeated: when one of these files and folders changes, or at a key. */
  readonly watch?: true | readonly string[]
  /** Whether requests are sent for security advice alone. */
  readonly advice?: 'deep'
}

/** Whether the target is another than the embedded mock. */
export function isOutThere({ target, env }: Pick<RunOptions, 'target' | 'env'>): boolean {
  return target === 'sandbox' || env !== undefined
}

/**
 * The env file of a sandbox. In CI there is often none: all keys are in the environment of the process.
 * @param env the one that was named
 */
export function envFileOf(env: string | undefined): string | undefined {
  return env ?? (existsSync(DEFAULT_ENV_FILE) ? DEFAULT_ENV_FILE : undefined)
}
