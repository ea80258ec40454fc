import type { ForeignValue } from '../../client/donations/writes.ts'
import type { Evidence, TestEvidence } from '../model/evidence.ts'
import { isPartOf, kindOf } from '../model/kinds.ts'
import type { Violation } from '../model/result.ts'
import { watchForWriter } from '../session/foreign-writer.ts'
import type { Session } from '../session/session.ts'
import { runTest, type TestRun } from './run-test.ts'

/** Times that a violation is tried in all. */
const TRIES = 3

/** How long trying again may take in all: of a service that is broken everywhere, a part is told by one try. */
const PATIENCE_MS = 20_000

/** Tries what broke a requirement once more, when nothing else runs. */
export class Confirmation {
  readonly #session: Session
  /** From the first violation on; in milliseconds of `performance.now()`. */
  #until: number | undefined
  #writer: Promise<ForeignValue | undefined> | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** A test once more, alone: what others may have ended, or kept waiting, is not held against the service. */
  async inTurn(run: TestRun): Promise<TestRun> {
    if (this.#session.abort.signal.aborted) return run
    const alone = await runTest(this.#session, run.planned, {})
    return { ...alone, evidence: withTrafficOf(run.evidence, alone.evidence) }
  }

  /** The evidence of a broken test with how often each violation came when it was tried again. */
  async of(first: TestRun): Promise<Evidence> {
    const mayBeOfOthers = first.isTooLate || (first.isTokenRefused && this.#session.grants.oneTestAtATime)
    const run = mayBeOfOthers ? await this.inTurn(first) : first
    if (!run.again || this.#session.settings.once) return run.evidence
    this.#until ??= performance.now() + PATIENCE_MS
    let { evidence } = run
    const found: TestEvidence[][] = []
    while (
      found.length < TRIES - 1 &&
      !this.#session.abort.signal.aborted &&
      performance.now() < this.#until
    ) {
      const again = await runTest(this.#session, run.planned, run.again)
      evidence = withTrafficOf(again.evidence, evidence)
      found.push([...again.evidence.tests])
    }
    const withTries = (id: string, violation: Violation): Violation => {
      const times = found.map((tests) => tests.filter((test) => test.id === id))
      const came = times.filter((tests) =>
        tests.some(({ violations }) => violations.some((one) => isSame(one, violation))),
      )
      return { ...violation, tries: { broken: 1 + came.length, of: 1 + found.length } }
    }
    if (found.length === 0) return this.#withoutForeign(evidence)
    return this.#withoutForeign({
      ...evidence,
      tests: evidence.tests.map(
        (test): TestEvidence => ({
          ...test,
          violations: test.violations.map((violation) => withTries(test.id, violation)),
        }),
      ),
    })
  }

  /**
   * The evidence without violations that somebody else caused, who writes to the same donations: those that show a value
   * which this run never sent, and do not come each time, or for as long as such values appear by themselves.
   */
  async #withoutForeign(evidence: Evidence): Promise<Evidence> {
    const { writes, secrets, target } = this.#session
    // The embedded mock is of this run alone.
    if (target.kind === 'mock') return evidence
    const strange = ({ exchanges }: Violation) => exchanges.flatMap((one) => writes.foreignIn(one))
    const [first] = evidence.tests.flatMap(({ violations }) => violations.flatMap(strange))
    if (!first) return evidence
    this.#writer ??= watchForWriter(this.#session)
    const writer = await this.#writer
    const isForeign = (violation: Violation) => {
      const { broken, of } = violation.tries ?? { broken: 1, of: 1 }
      const isStrange = strange(violation).length > 0
      return writer ? isStrange || broken < of : isStrange && broken < of
    }
    const { donation, field, value } = writer ?? first
    const reason = secrets.redact(
      `somebody else writes to donation ${donation} meanwhile: ${field} was ${JSON.stringify(value)}, which this run never sent`,
    )
    const tests = evidence.tests.map((test): TestEvidence => {
      const violations = test.violations.filter((violation) => !isForeign(violation))
      if (violations.length === test.violations.length) return test
      return violations.length > 0
        ? { ...test, violations }
        : { ...test, verdict: 'inconclusive', reason, violations }
    })
    const isHidden = tests.some((test, index) => test.verdict !== evidence.tests[index]?.verdict)
    return { ...evidence, tests, ...(isHidden ? { problem: reason } : {}) }
  }
}

/** Whether a violation came again: of the same row, or of the same generated case, or else of the same kind. */
function isSame(again: Violation, first: Violation): boolean {
  if (again.case !== undefined || first.case !== undefined) return again.case === first.case
  if (again.counterexample || first.counterexample)
    return again.counterexample?.path === first.counterexample?.path
  const [one, other] = [kindOf(again), kindOf(first)]
  return isPartOf(one, other) || isPartOf(other, one)
}

/** Evidence with the traffic of another try, and what rules made of it. */
function withTrafficOf(other: Evidence, evidence: Evidence): Evidence {
  return {
    ...evidence,
    exchanges: [...other.exchanges, ...evidence.exchanges],
    rules: [...other.rules, ...evidence.rules],
  }
}
