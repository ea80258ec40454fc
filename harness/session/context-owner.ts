import type { RequirementOptions } from '../model/requirement-options.ts'
import type { Observation } from '../model/result.ts'
import type { Sampling } from '../model/sampling.ts'

/** The test that a context serves. */
export interface ContextOwner {
  readonly requirement: string
  /** The requirement's id and the test's label. */
  readonly name: string
  readonly options: RequirementOptions
  readonly sampling: Sampling | undefined
  /** Whether it tries once more what failed. */
  readonly isAgain: boolean
  /** Takes what is recorded and not judged. */
  readonly observations: Observation[]
}
