import type { Arbitrary } from 'fast-check'
import type { TargetConfig } from '../../client/environment/config.ts'
import { type RequirementId, requirementById } from '../../contract/index.ts'
import type { Trial } from '../engine/judge.ts'
import type { RunSettings } from '../model/settings.ts'
import type { Context } from '../session/context.ts'
import { type Table, tryCases } from './cases.ts'
import { type PropertyOptions, tryProperty } from './property.ts'

/** Judges nothing itself: it throws what its matchers throw. */
export type TestBody = (context: Context) => Promise<void>

/** How to try a requirement in more than one way. */
export interface RequirementTest {
  /**
   * The same test over a table of named cases, all at once, each in a context of its own. Every case that breaks
   * the requirement is reported, not only the first.
   */
  cases<Case>(
    table: Table<Case> | ((target: TargetConfig) => Table<Case>),
    body: (context: Context, one: Case, name: string) => Promise<void>,
  ): void

  /** The same test over generated values; the one that breaks the requirement is shrunk. */
  property<Value>(
    arbitrary: Arbitrary<Value>,
    body: (context: Context, value: Value) => Promise<void>,
    options?: PropertyOptions<Value>,
  ): void
}

/**
 * Declares the test of a requirement. Title, level and source come from the catalogue; an unknown id does not
 * compile. A requirement may have several tests, told apart by `label`: its verdict is the gravest of theirs.
 *
 * The body throws ViolationError (through a matcher) where the target breaks the requirement, InconclusiveError where that cannot
 * be told, NotApplicableError where the target's choices make the rule empty; anything else is an error of the suite.
 */
export function requirement(id: RequirementId, body: TestBody): void
export function requirement(id: RequirementId, label: string, body: TestBody): void
export function requirement(id: RequirementId, label?: string): RequirementTest
export function requirement(
  id: RequirementId,
  labelOrBody?: string | TestBody,
  body?: TestBody,
): RequirementTest | undefined {
  const label = typeof labelOrBody === 'string' ? labelOrBody : undefined
  const run = typeof labelOrBody === 'function' ? labelOrBody : body
  if (run) {
    declare(id, label, (trial) => run(trial.context()))
    return undefined
  }
  return {
    cases: (table, each) =>
      declare(id, label, (trial) => {
        const cases = typeof table === 'function' ? table(trial.session.target) : table
        return tryCases(trial, cases, each)
      }),
    property: (arbitrary, each, options) =>
      declare(id, label, (trial) => tryProperty(trial, arbitrary, each, options)),
  }
}

/** A test of a requirement, as it was declared: run under vitest, or by itself. */
export interface DeclaredTest {
  readonly id: RequirementId
  /** The requirement's id, and the label where there is one: names the test in a replay. */
  readonly name: string
  /** What a person reads: id, statement, label. */
  readonly title: string
  readonly body: (trial: Trial) => Promise<void>
}

const declared: DeclaredTest[] = []

/** The tests that a run consists of, in the order in which they were declared. */
export function declaredTests({ only, replay }: Pick<RunSettings, 'only' | 'replay'>): DeclaredTest[] {
  return declared.filter(({ id, name }) => (!only || only.includes(id)) && (!replay || replay.test === name))
}

function declare(id: RequirementId, label: string | undefined, body: (trial: Trial) => Promise<void>): void {
  const name = label ? `${id}/${label}` : id
  const title = `${id} ${requirementById(id).title}${label ? ` (${label})` : ''}`
  declared.push({ id, name, title, body })
}
