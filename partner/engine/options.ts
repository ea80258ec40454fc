import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { Replay } from '../../harness/model/settings.ts'

/** How far an examination is. */
interface ExaminationProgress {
  /** Tests that have ended. */
  readonly ended: number
  readonly total: number
  /** What browsers and application sent so far. */
  readonly requests: number
}

/** How an examination is made and watched. */
export interface ExamineOptions {
  /** Everything generated follows from it. */
  readonly seed: number
  /** Ids of the requirements to try; absent for all. */
  readonly only?: readonly string[]
  /** Whether violations of SHOULD count as failures. */
  readonly strict?: boolean
  /** Tries just this case of one property again. */
  readonly replay?: Replay
  /** Cases of each property. */
  readonly runs?: number
  /** Called whenever a test has ended. */
  readonly onProgress?: (progress: ExaminationProgress) => void
  /** Ends the examination early; what is known by then is the result. */
  readonly signal?: AbortSignal
  /** Is told every secret of the examination, so that whoever writes results can look for them. */
  readonly secrets?: SecretRegistry
}

/** Cases of each property where no option says. */
export const DEFAULT_CASES = 40
