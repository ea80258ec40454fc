import type { TargetConfig } from '../target/config.ts'

/** What one run is asked to do. Plain data: it goes from the command line's process to the worker. */
export interface RunSettings {
  readonly target: TargetConfig
  /** Everything generated follows from it. */
  readonly seed: number
  /** Cases that a property tries. */
  readonly runs: number
  /** Violations of SHOULD count as failures. */
  readonly strict: boolean
  /** Ids of the requirements to run; absent for all. */
  readonly only?: readonly string[]
  /** Sends just this case of one property again. */
  readonly replay?: Replay
}

/** Names one generated case: the test, and the seed and path by which fast-check finds it again. */
export interface Replay {
  readonly test: string
  readonly seed: number
  readonly path: string
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunSettings
  }
}
