import type { RequirementId } from '../../contract/index.ts'
import type { AdviceId } from '../catalogue.ts'

/** What counters a threat: a requirement that the service keeps, or an advice that it follows. */
export type Counter = RequirementId | AdviceId

/** A threat of RFC 9700, 4 or RFC 6819, 4, and what counters it on the side of the service. */
export interface Threat {
  readonly id: string
  /** What an attacker does. */
  readonly title: string
  /** Sections of RFC 9700 and RFC 6819, such as `RFC 9700, 4.12`. */
  readonly sources: readonly string[]
  /** What it takes, all of it; empty where nothing that this suite sees counters it. */
  readonly essential: readonly Counter[]
  /** What helps beside that. */
  readonly further: readonly Counter[]
  /** What stays even where all of that is kept, or who else has to see to it. */
  readonly remains?: string
}
