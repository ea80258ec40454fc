import { byKind, type ViolationGroup } from '../harness/model/kinds.ts'
import type { RequirementResult, Violation } from '../harness/model/result.ts'
import { breadthPhrase } from '../reports/summary.ts'
import { comesAndGoes, followerSentence, moreOfTheKind, replayOf } from '../reports/violations.ts'

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

/** Words the violations of a requirement, one of each kind. Nothing in them is secret: results are redacted. */
export function violationError(
  requirement: RequirementResult,
  followers: readonly RequirementResult[] = [],
): ViolationFailure {
  const { id, title, violations } = requirement
  const breadth = breadthPhrase(requirement)
  const where = breadth === undefined ? '' : ` in ${breadth}`
  const kinds = byKind(violations)
  const lines = [...followers.map(followerSentence), ...kinds.flatMap(linesOf)]
  const message = [`${id} is broken${where}. ${title}.`, ...lines].join('\n')
  const all = (pick: (one: Violation) => string) => kinds.map((kind) => pick(kind.violation)).join('\n')
  return new ViolationFailure(
    message,
    all(({ expected }) => expected),
    all(({ received }) => received),
  )
}

function linesOf({ violation, others }: ViolationGroup<Violation>): string[] {
  const { case: name, curl, counterexample } = violation
  const seen = comesAndGoes(violation)
  const more = moreOfTheKind(others.length)
  const replay = replayOf([violation, ...others])
  return [
    ...(name === undefined ? [] : [`case: ${name}`]),
    ...(seen === undefined ? [] : [`seen ${seen}`]),
    ...(more === undefined ? [] : [more]),
    ...(counterexample ? [`counterexample: ${counterexample.value}`] : []),
    ...(replay === undefined ? [] : [`replay: ${replay}`]),
    ...curl,
  ]
}
