import type { AdviceReport } from '../../advice/advice.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { TestCoverage } from './coverage.ts'
import type { Workload } from './limits.ts'
import type { Observation, Remark, TestPattern, Violation } from './result.ts'
import type { Sent } from './sent.ts'

/** What one test found out about one requirement. */
export interface TestEvidence {
  readonly id: string
  readonly verdict: Verdict
  readonly reason?: string
  readonly needs?: readonly string[]
  /** Present where it came to no end, since what it saw broke another requirement. */
  readonly stopped?: true
  readonly violations: readonly Violation[]
  /** What was odd though nothing was broken. */
  readonly remarks?: readonly Remark[]
  /** What tells what failed from what passed, where several things were tried. */
  readonly pattern?: TestPattern
  readonly cases: number
  readonly durationMs: number
  /** How many of the cases kept it. */
  readonly kept?: number
  /** What each failure shows, to tell what is its own from what follows from others; absent where nothing failed. */
  readonly failures?: readonly (readonly string[])[]
}

/** What the rules of one requirement found in the exchanges that they could judge. */
export interface RuleEvidence {
  readonly id: string
  /** Exchanges that the requirement says anything about. */
  readonly judged: number
  /** Exchanges that kept it. */
  readonly kept: number
  /** What those show that broke it, each kind once. */
  readonly failures?: readonly (readonly string[])[]
  /** A few of those, to show it. */
  readonly violations: readonly Violation[]
}

/**
 * What the verdicts of one shard are made of. With that of the other shards it makes the verdicts of the whole run:
 * what one shard sees may break, or explain, a requirement of another.
 */
export interface ShardEvidence {
  readonly tests: readonly TestEvidence[]
  /** One entry for each requirement that a rule speaks for. */
  readonly rules: readonly RuleEvidence[]
  /** What was not configured, as the catalogue names what requirements need. */
  readonly lacks: readonly string[]
  /** Why values of the environment were set aside as mistakes, by key; absent where none were. */
  readonly setAside?: Readonly<Record<string, string>>
}

/** What a finished test hands to the main process. All texts are redacted: nothing that leaves the worker holds a secret. */
export interface Evidence {
  /** The requirement under test first; then others that the same test saw broken. */
  readonly tests: readonly TestEvidence[]
  readonly observations: readonly Observation[]
  /** All exchanges since the last test that finished, whoever sent them. */
  readonly exchanges: readonly Exchange[]
  readonly rules: readonly RuleEvidence[]
  /** What of its axes the test covered, if it has any. */
  readonly coverage?: TestCoverage
  /** Why the run cannot go on, if it cannot. */
  readonly problem?: string
}

/** What the whole run hands over at its end. */
export interface Closing {
  /** What whoever runs the suite has to know of the state it leaves behind. */
  readonly notes: readonly string[]
  readonly advice: AdviceReport
  /** What was sent after the last test. */
  readonly exchanges: readonly Exchange[]
  /** Every secret with its label: not to be shown, but to be looked for in what is written. */
  readonly secrets: readonly (readonly [value: string, label: string])[]
  readonly workload: Workload
}

/** Time that a test lets pass, with nothing else under way: no network and no service takes it. */
export interface Pause {
  readonly requirement: string
  readonly seconds: number
  readonly why: string
}

/**
 * What a run tells as it goes on: the requirement of each of its tests, what each found, what went wrong, that a pause
 * began or (undefined) ended, each request where somebody looks on, and that it is over.
 */
export type Report =
  | { readonly planned: readonly string[] }
  | { readonly evidence: Evidence }
  | { readonly problem: string }
  | { readonly pause: Pause | undefined }
  | { readonly sent: Sent }
  | { readonly closing: Closing }
