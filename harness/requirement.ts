import type { Arbitrary } from 'fast-check'
import { test } from 'vitest'
import { type RequirementId, requirementById } from '../contract/index.ts'
import type { TargetConfig } from '../target/config.ts'
import { type Table, tryCases } from './cases.ts'
import type { Context } from './context.ts'
import { judge, type Trial } from './judge.ts'
import { type PropertyOptions, tryProperty } from './property.ts'
import type { Violation } from './result.ts'
import { currentSession } from './session.ts'

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
 * The body throws Broken (through a matcher) where the target breaks the requirement, Undecided where that cannot
 * be told, NotApplicable where the target's choices make the rule empty; anything else is an error of the suite.
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

/** Registers the vitest test that carries the evidence to the main process. */
function declare(id: RequirementId, label: string | undefined, body: (trial: Trial) => Promise<void>): void {
  const session = currentSession()
  const { only, strict, replay } = session.settings
  const name = label ? `${id}/${label}` : id
  if ((only && !only.includes(id)) || (replay && replay.test !== name)) return
  const title = `${id} ${requirementById(id).title}${label ? ` (${label})` : ''}`
  test(title, async ({ task, signal, skip }) => {
    signal.addEventListener('abort', () => session.abort.abort(), { once: true })
    const evidence = await judge(session, id, name, body)
    task.meta.evidence = evidence
    // What follows is for whoever runs vitest by itself: the command's verdicts come from the evidence.
    for (const { verdict, reason, violations } of evidence.tests) {
      if (verdict === 'fail' || (verdict === 'warn' && strict)) throw new Error(textOf(violations))
      if (verdict === 'error') throw new Error(reason)
      if (verdict === 'inconclusive' || verdict === 'not-applicable') skip(reason)
    }
    for (const monitor of evidence.monitors) {
      const counts = strict || requirementById(monitor.id).level === 'MUST'
      if (counts && monitor.violations.length > 0)
        throw new Error(`${monitor.id}: ${textOf(monitor.violations)}`)
    }
  })
}

function textOf(violations: readonly Violation[]): string {
  return violations
    .map(({ expected, received, curl }) =>
      [`expected ${expected}`, `received ${received}`, ...curl].join('\n'),
    )
    .join('\n\n')
}
