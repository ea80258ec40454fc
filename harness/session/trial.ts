import type { RequirementOptions } from '../model/requirement-options.ts'
import type { Observation } from '../model/result.ts'
import { type Sampling, samplingOf } from '../model/sampling.ts'
import { Context, type ContextOwner } from './context.ts'
import type { Session } from './session.ts'

/** One run of one test: hands out contexts to work in, and counts the cases that were tried. */
export class Trial implements ContextOwner {
  readonly session: Session
  readonly requirement: string
  /** The requirement's id and the test's label: names the test in a replay. */
  readonly name: string
  readonly options: RequirementOptions
  readonly observations: Observation[] = []
  readonly #contexts: Context[] = []
  #cases = 0

  constructor(session: Session, requirement: string, name: string, options: RequirementOptions = {}) {
    this.session = session
    this.requirement = requirement
    this.name = name
    this.options = options
  }

  /** How little is to be tried; undefined for all. */
  get sampling(): Sampling | undefined {
    return samplingOf(this.session.settings, this.requirement)
  }

  /** How many cases were tried; a test that has no cases is one. */
  get cases(): number {
    return Math.max(this.#cases, 1)
  }

  /** Counts one more case. */
  countCase(): void {
    this.#cases += 1
  }

  /** A context for one case, or for those that one lane of a property tries in turn. Closed when the test ends. */
  context(): Context {
    const context = new Context(this.session, this)
    this.#contexts.push(context)
    return context
  }

  /** Gives back what the test was lent. */
  close(): void {
    for (const context of this.#contexts) context.close()
  }
}
