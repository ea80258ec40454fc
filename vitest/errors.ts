import type { RequirementResult, Violation } from '../harness/model/result.ts'
import { breadthPhrase } from '../reports/summary.ts'
import { comesAndGoes, followerSentence } from '../reports/violations.ts'

/** What a person has to read, as one message: where in the suite it was noticed is of no use to them. */
export class ConformanceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Conformance'
    this.stack = `${this.name}: ${message}`
  }
}

/** A broken requirement as vitest shows an assertion: what it is about, and a diff of what was wanted and what came. */
class ViolationFailure extends ConformanceError {
  readonly expected: string
  readonly actual: string

  constructor(message: string, expected: string, actual: string) {
    super(message)
    this.expected = expected
    this.actual = actual
  }
}

/** Words all violations of a requirement. Nothing in them is secret: results are redacted. */
export function violationError(
  requirement: RequirementResult,
  followers: readonly RequirementResult[] = [],
): ViolationFailure {
  const { id, title, violations } = requirement
  const breadth = breadthPhrase(requirement)
  const where = breadth === undefined ? '' : ` in ${breadth}`
  const lines = [...followers.map(followerSentence), ...violations.flatMap(linesOf)]
  const message = [`${id} is broken${where}. ${title}.`, ...lines].join('\n')
  const all = (pick: (one: Violation) => string) => violations.map(pick).join('\n')
  return new ViolationFailure(
    message,
    all(({ expected }) => expected),
    all(({ received }) => received),
  )
}

function linesOf(violation: Violation): string[] {
  const { case: name, curl, counterexample } = violation
  const seen = comesAndGoes(violation)
  return [
    ...(name === undefined ? [] : [`case: ${name}`]),
    ...(seen === undefined ? [] : [`seen ${seen}`]),
    ...(counterexample
      ? [`counterexample: ${counterexample.value}`, `replay: ${counterexample.replay}`]
      : []),
    ...curl,
  ]
}
