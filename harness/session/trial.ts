import { isJsonObject } from '../../client/http/answer.ts'
import type { FailedCase } from '../causes/failure.ts'
import type { TestCoverage } from '../model/coverage.ts'
import type { DecidedCase } from '../model/marks.ts'
import { sumOfRemarks } from '../model/remarks.ts'
import type { RequirementOptions } from '../model/requirement-options.ts'
import type { Observation, Remark } from '../model/result.ts'
import { type Sampling, samplingOf } from '../model/sampling.ts'
import type { Replay } from '../model/settings.ts'
import type { ViolationError } from '../model/violation.ts'
import { Context } from './context.ts'
import type { ContextOwner } from './context-owner.ts'
import type { Session } from './session.ts'

/** What is left of a test when only what failed is tried again. */
export interface Again {
  /** Names of rows of a table. */
  readonly cases?: readonly string[]
  /** The seeds and paths by which fast-check finds generated cases. */
  readonly generated?: readonly Pick<Replay, 'seed' | 'path'>[]
}

/** One run of one test: hands out contexts to work in, and counts the cases that were tried. */
export class Trial implements ContextOwner {
  readonly session: Session
  readonly requirement: string
  /** The requirement's id and the test's label: names the test in a replay. */
  readonly name: string
  readonly options: RequirementOptions
  /** What is tried once more, where not all is. */
  readonly again: Again
  readonly isAgain: boolean
  readonly observations: Observation[] = []
  /** Names of the values of each axis that the test knows; undefined where it has none. */
  axes: TestCoverage['axes'] | undefined
  /** How many pairs of their values there are to try; undefined where pairs are no matter. */
  knownPairs: TestCoverage['knownPairs']
  /** Where on these axes something was judged. */
  readonly rows: TestCoverage['rows'][number][] = []
  /** Each case that broke a requirement, with what it shows of why. */
  readonly failures: FailedCase[] = []
  /** What was tried and decided, to tell what fails from what passes. */
  readonly decided: DecidedCase[] = []
  readonly #contexts: Context[] = []
  #cases = 0

  constructor(
    session: Session,
    requirement: string,
    name: string,
    options: RequirementOptions = {},
    again?: Again,
  ) {
    this.session = session
    this.requirement = requirement
    this.name = name
    this.options = options
    this.again = again ?? {}
    this.isAgain = again !== undefined
  }

  /** How little is to be tried; undefined for all. */
  get sampling(): Sampling | undefined {
    return samplingOf(this.session.settings, this.requirement)
  }

  /** How many cases were tried; a test that has no cases is one. */
  get cases(): number {
    return Math.max(this.#cases, 1)
  }

  /**
   * Keeps what became of a value that was tried and decided.
   * @param row its name on each axis, where it is of a table.
   */
  tell(value: unknown, row: DecidedCase['row'] = {}, violation?: ViolationError): void {
    if (!violation) {
      this.decided.push({ value, row })
      return
    }
    const broken = violation.requirement ?? this.requirement
    this.decided.push({ value, row, broken })
    this.failures.push({ requirement: broken, finding: violation.finding, isSequence: isSequence(value) })
  }

  /** Counts one more case. */
  countCase(): void {
    this.#cases += 1
  }

  /**
   * A context for one case, or for those that one lane of a property tries in turn. Closed when the test ends.
   * @param rank of what it sends: what is worth less waits longer where the service is asked slowly.
   */
  context(rank = 0): Context {
    const context = new Context(this.session, this, rank)
    this.#contexts.push(context)
    return context
  }

  /**
   * Does several things at once, or one after the other where tests have to take turns.
   * @returns what became of each, in their order.
   */
  async settle(tasks: readonly (() => Promise<void>)[]): Promise<PromiseSettledResult<void>[]> {
    if (!this.session.grants.oneTestAtATime) return this.session.lastActs.branch(tasks)
    const settled: PromiseSettledResult<void>[] = []
    for (const task of tasks) settled.push(...(await Promise.allSettled([task()])))
    return settled
  }

  /** What was odd though it broke nothing, and how often it was. */
  get remarks(): readonly Remark[] {
    return sumOfRemarks(
      this.#contexts.flatMap(({ remarks }) => [...remarks].map(([says, times]) => ({ says, times }))),
    )
  }

  /** Gives back what the test was lent. */
  close(): void {
    for (const context of this.#contexts) context.close()
  }
}

/** A list of steps, each sent by a method. */
function isSequence(value: unknown): boolean {
  return Array.isArray(value) && value.some((step) => isJsonObject(step) && 'by' in step)
}
