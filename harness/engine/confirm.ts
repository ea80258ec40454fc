import type { Evidence, TestEvidence } from '../model/evidence.ts'
import { isPartOf, kindOf } from '../model/kinds.ts'
import type { Violation } from '../model/result.ts'
import type { Session } from '../session/session.ts'
import { runTest, type TestRun } from './run-test.ts'

/** Times that a violation is tried in all. */
const TRIES = 3

/** How long trying again may take in all: of a service that is broken everywhere, a part is told by one try. */
const PATIENCE_MS = 20_000
/** The same where all depends on whether it comes again. */
const LONG_PATIENCE_MS = 120_000

/** Tries what broke a requirement once more, when nothing else runs. */
export class Confirmation {
  readonly #session: Session
  /** From the first violation on; in milliseconds of `performance.now()`. */
  #began: number | undefined

  constructor(session: Session) {
    this.#session = session
  }

  /** A test once more, alone: what others may have ended, or kept waiting, is not held against the service. */
  async inTurn(run: TestRun): Promise<TestRun> {
    if (this.#session.abort.signal.aborted) return run
    const alone = await runTest(this.#session, run.planned, {})
    return { ...alone, evidence: withTrafficOf(run.evidence, alone.evidence) }
  }

  /**
   * The evidence of a broken test with how often each violation came when it was tried again.
   * @param isDoubtful whether somebody else may have broken it, so that nothing is held against the service for one try.
   */
  async of(first: TestRun, isDoubtful = false): Promise<Evidence> {
    const { abort, grants } = this.#session
    const mayBeOfOthers = first.isTooLate || (first.isTokenRefused && grants.mayHaveEnded)
    if (mayBeOfOthers && abort.signal.aborted) return leftOpen(first.evidence)
    const run = mayBeOfOthers ? await this.inTurn(first) : first
    if (!run.again || this.#session.settings.once) return run.evidence
    this.#began ??= performance.now()
    const until = this.#began + (isDoubtful ? LONG_PATIENCE_MS : PATIENCE_MS)
    let { evidence } = run
    const found: TestEvidence[][] = []
    while (found.length < TRIES - 1 && !this.#session.abort.signal.aborted && performance.now() < until) {
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
    if (found.length === 0) return evidence
    return {
      ...evidence,
      tests: evidence.tests.map(
        (test): TestEvidence => ({
          ...test,
          violations: test.violations.map((violation) => withTries(test.id, violation)),
        }),
      ),
    }
  }
}

/** The evidence of a test that was not tried alone although what broke it may have been another test. */
function leftOpen(evidence: Evidence): Evidence {
  const reason = 'the run ended before it could be told whether another test had ended this token'
  return {
    ...evidence,
    tests: evidence.tests.map(
      ({ id, cases, durationMs, violations, ...kept }): TestEvidence =>
        violations.length === 0
          ? { id, cases, durationMs, violations, ...kept }
          : { id, cases, durationMs, violations: [], verdict: 'inconclusive', reason },
    ),
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
