import type { AdviceReport } from '../../advice/advice.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { Level } from '../../contract/requirement.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { CoverageSummary } from './coverage.ts'
import type { RunLimits } from './limits.ts'
import type { Pattern } from './pattern.ts'
import type { Shard } from './shard.ts'

/** The generated input that broke a property, after shrinking, and how to send just that case again. */
export interface Counterexample {
  /** JSON text of the shrunk input. */
  readonly value: string
  readonly seed: number
  readonly path: string
  /** Command that replays just this case. */
  readonly replay: string
  /** One curl line for each request of the case, secrets replaced. */
  readonly curl: readonly string[]
}

/** One way in which the target broke a requirement. All texts are redacted. */
export interface Violation {
  /** What the contract wants, here. */
  readonly expected: string
  /** What came instead. */
  readonly received: string
  /** Which case of several, such as `PUT` or `redirect_uri with a trailing slash`. */
  readonly case?: string
  /** The test that found it, as a replay names it, or `all traffic` where a rule did; absent in a recording. */
  readonly test?: string
  /** The exchanges that show it, in order; the last is the one judged. */
  readonly exchanges: readonly Exchange[]
  /** One line for each of those exchanges, secrets replaced. */
  readonly curl: readonly string[]
  readonly counterexample?: Counterexample
  /** How often it was broken of the times that it was tried, where it was tried more than once. */
  readonly tries?: { readonly broken: number; readonly of: number }
}

/** What tells the rows of one test that failed from those that passed. */
export interface TestPattern extends Pattern {
  /** The test, as a replay names it. */
  readonly test: string
}

/** How much of what was tried broke a requirement. */
export interface Breadth {
  readonly broken: number
  readonly of: number
}

/** Something odd about answers that keep a requirement. */
export interface Remark {
  /** One clause without a full stop. */
  readonly says: string
  readonly times: number
}

/** What a run says of one requirement, once all tests that watch over it are merged. */
export interface RequirementResult {
  readonly id: string
  readonly level: Level
  readonly title: string
  readonly source: string
  readonly verdict: Verdict
  /** The requirement whose breach is why this one is broken too: it is then inconclusive, and shown beneath the cause. */
  readonly because?: string
  /** Why it is inconclusive, not-applicable or an error. */
  readonly reason?: string
  /** What would decide an inconclusive one: environment keys, or a sentence. */
  readonly needs?: readonly string[]
  /** What was odd where the verdict is `pass`; absent where nothing was. */
  readonly remarks?: readonly Remark[]
  /** The smallest first; those that come and go last. */
  readonly violations: readonly Violation[]
  /** By test, where one tried several things and some failed. */
  readonly patterns?: readonly TestPattern[]
  /** How many cases were tried. */
  readonly cases: number
  /** How many of those that were decided broke it; absent where none did. */
  readonly breadth?: Breadth
  readonly requests: number
  readonly durationMs: number
}

/** Something the contract leaves open, as this target does it. */
export interface Observation {
  readonly requirement: string
  readonly name: string
  readonly value: string
}

export type Outcome = 'conforms' | 'violates' | 'undecided' | 'error'

/** How the violations of a run compare to those that were known before it. */
export interface Baseline {
  /** Broken as before: no reason to fail. */
  readonly known: readonly {
    readonly requirement: string
    readonly reason?: string
    /** The ways of breaking it that the entry names; absent where it excuses all. */
    readonly cases?: readonly string[]
  }[]
  /** Broken in ways that its entries do not name. */
  readonly beyond: readonly { readonly requirement: string; readonly cases: readonly string[] }[]
  /** Ways that entries name, and that a requirement which is broken still is not broken in. */
  readonly unseen: readonly { readonly requirement: string; readonly cases: readonly string[] }[]
  /** Broken as before, but the entry's time is over. */
  readonly expired: readonly string[]
  /** Kept again: the entry has to go. */
  readonly stale: readonly string[]
}

/** What the catalogue demands of a target for the first time: for a while it counts for nothing. */
export interface Pending {
  readonly entries: readonly {
    readonly requirement: string
    /** The last day on which it counts for nothing. */
    readonly until: string
  }[]
  /** Pending before, and not kept until its last day: from this run on it counts. */
  readonly ended: readonly string[]
}

/** Which part of a divided run a run is. */
export interface ShardOfRun extends Shard {
  /** Ids that the run as a whole was confined to; absent for a full run. */
  readonly only?: readonly string[]
}

/** A whole run, as every report sees it. Redacted. */
export interface RunResult {
  readonly tool: { readonly name: string; readonly version: string }
  readonly target: {
    /** `application` where a partner's application is the subject, and the service is played by the examiner. */
    readonly kind: 'mock' | 'sandbox' | 'application'
    readonly authUrl: string
    readonly apiUrl: string
    /** Absent where it is not known, as of a recording. */
    readonly clientId?: string
    /** Where the application listens; absent where a service is tested. */
    readonly appUrl?: string
  }
  readonly run: {
    /** ISO 8601. */
    readonly startedAt: string
    readonly durationMs: number
    readonly seed: number
    /** Cases that a property tries. */
    readonly runs: number
    readonly requests: number
    /** True where violations of SHOULD count as failures. */
    readonly strict: boolean
    /** The env file that described the target, as it was named. */
    readonly envFile?: string
    /** Ids or families that the run was confined to; absent for a full run. */
    readonly only?: readonly string[]
    /** Present where the run is one part of a whole: `only` are then the requirements that it was to decide. */
    readonly shard?: ShardOfRun
    /** Absent where the run did not come to its end, or sent nothing. */
    readonly limits?: RunLimits
  }
  readonly outcome: Outcome
  /** Why the run as a whole could not be finished: unreachable, login failed, interrupted. */
  readonly problem?: string
  readonly requirements: readonly RequirementResult[]
  /** What was covered, by test. */
  readonly coverage: readonly CoverageSummary[]
  readonly observations: readonly Observation[]
  /** What the standards advise beyond the contract; absent where nothing was tested. It decides nothing. */
  readonly advice?: AdviceReport
  /** Present where the run was given a baseline. */
  readonly baseline?: Baseline
  /** Present where the run was told to keep what is pending. */
  readonly pending?: Pending
  /** What whoever runs the suite has to know of the state it leaves behind. */
  readonly notes?: readonly string[]
  readonly exchanges: readonly Exchange[]
}
