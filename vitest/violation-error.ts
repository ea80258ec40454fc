import type { RequirementResult, Violation } from '../harness/model/result.ts'

/** A broken requirement as vitest shows an assertion: what it is about, and a diff of what was wanted and what came. */
export class ViolationFailure extends Error {
  readonly expected: string
  readonly actual: string

  constructor(message: string, expected: string, actual: string) {
    super(message)
    this.name = 'Violation'
    this.expected = expected
    this.actual = actual
    // Where the suite noticed it is of no use to whoever reads this: the requests are.
    this.stack = `${this.name}: ${message}`
  }
}

/** Words all violations of a requirement. Nothing in them is secret: results are redacted. */
export function violationError({ id, title, violations }: RequirementResult): ViolationFailure {
  const message = [`${id} is broken. ${title}.`, ...violations.flatMap(linesOf)].join('\n')
  const all = (pick: (one: Violation) => string) => violations.map(pick).join('\n')
  return new ViolationFailure(
    message,
    all(({ expected }) => expected),
    all(({ received }) => received),
  )
}

function linesOf({ case: name, curl, counterexample }: Violation): string[] {
  return [
    ...(name === undefined ? [] : [`case: ${name}`]),
    ...(counterexample
      ? [`counterexample: ${counterexample.value}`, `replay: ${counterexample.replay}`]
      : []),
    ...curl,
  ]
}
