import { isForm, statusOf, stringMember } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { bearerOf } from '../../client/oauth/given-tokens.ts'
import { requirementById } from '../../contract/index.ts'
import {
  InconclusiveError,
  NotApplicableError,
  type Verdict,
  verdictOfKept,
  verdictOfViolation,
} from '../../contract/verdict.ts'
import { type RequirementTest, type TestedRequirement, testName } from '../authoring/requirement.ts'
import type { FailedCase } from '../causes/failure.ts'
import type { TestCoverage } from '../model/coverage.ts'
import type { Evidence, TestEvidence } from '../model/evidence.ts'
import { rowsFor } from '../model/marks.ts'
import { patternOf } from '../model/pattern.ts'
import { ManyViolationsError, toViolation, ViolationError } from '../model/violation.ts'
import { reasonToEnd } from '../session/interruptible.ts'
import type { Session } from '../session/session.ts'
import { type Again, Trial } from '../session/trial.ts'

/** What one test comes to, before it is redacted. */
interface Conclusion {
  readonly verdict: Verdict
  readonly reason?: string
  readonly needs?: readonly string[]
  readonly violations: readonly { readonly case?: string; readonly violation: ViolationError }[]
}

/** Turns what a test threw, or that it threw nothing, into what it comes to. */
export function conclude(
  { requirement, options }: Pick<Trial, 'requirement' | 'options'>,
  thrown: unknown,
  ended: AbortSignal,
): Conclusion {
  const { level } = requirementById(requirement)
  if (thrown instanceof ViolationError)
    return { verdict: verdictOfViolation(level), violations: [{ violation: thrown }] }
  if (thrown instanceof ManyViolationsError)
    return { verdict: verdictOfViolation(level), violations: thrown.cases }
  if (ended.aborted) return { verdict: 'inconclusive', reason: reasonToEnd(ended), violations: [] }
  if (thrown === undefined && options.judgedByRule)
    return { verdict: 'not-applicable', reason: 'its rule judges what was sent', violations: [] }
  if (thrown === undefined) return { verdict: verdictOfKept(level), violations: [] }
  if (thrown instanceof InconclusiveError)
    return { verdict: 'inconclusive', reason: thrown.message, needs: thrown.needs, violations: [] }
  if (thrown instanceof NotApplicableError)
    return { verdict: 'not-applicable', reason: thrown.message, needs: thrown.needs, violations: [] }
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { verdict: 'error', reason: `the suite itself failed: ${reason}`, violations: [] }
}

/** One test with the requirement that it is of. */
export interface PlannedTest {
  readonly requirement: Pick<TestedRequirement, 'id' | 'options'>
  readonly test: RequirementTest
}

/** What a test showed, and what it takes to try what failed once more. */
export interface TestRun {
  readonly planned: PlannedTest
  readonly evidence: Evidence
  /** Undefined where nothing failed. */
  readonly again: Again | undefined
  /** Each case that failed, with what it shows; not redacted. */
  readonly failures: readonly FailedCase[]
  /** Whether a refused token or code is what failed, which another test may have ended. */
  readonly isTokenRefused: boolean
  /** Whether what failed is a call whose access token had lived its time when it came to its turn. */
  readonly isTooLate: boolean
}

/**
 * Runs one test of a requirement and says what it showed. It never throws: whatever the test throws becomes evidence.
 * @param again what of it is tried; all where it is left out.
 */
export async function runTest(session: Session, planned: PlannedTest, again?: Again): Promise<TestRun> {
  const { requirement, test } = planned
  const { id, options } = requirement
  const started = performance.now()
  const trial = new Trial(session, id, testName(id, test), options, again)
  let thrown: unknown
  session.lastActs.begin()
  try {
    await test.run(trial)
  } catch (error) {
    thrown = error ?? new Error('a test threw nothing')
  } finally {
    trial.close()
    session.lastActs.end()
  }
  const conclusion = conclude(trial, thrown, session.abort.signal)
  // A test that is one case tells of none.
  if (trial.failures.length === 0)
    for (const { violation } of conclusion.violations)
      trial.failures.push({
        requirement: violation.requirement ?? id,
        finding: violation.finding,
        isSequence: false,
      })
  const durationMs = performance.now() - started
  const exchanges = session.drain()
  const evidence: Evidence = {
    tests: testEvidence(trial, conclusion, durationMs),
    observations: session.secrets.redactDeep(trial.observations),
    exchanges: session.secrets.redactNumbered(exchanges),
    rules: session.observers.rules.drain(),
    ...(trial.axes ? { coverage: coverageOf(trial, trial.axes) } : {}),
    ...(session.problem === undefined ? {} : { problem: session.problem }),
  }
  const { violations } = conclusion
  return {
    planned,
    evidence,
    failures: trial.failures,
    again: violations.length > 0 ? whatFailed(violations) : undefined,
    isTokenRefused: violations.some(({ violation }) => showsTokenRefusal(violation, session.issued)),
    isTooLate: violations.some(({ violation: { finding } }) =>
      finding.exchanges.some((exchange) => session.given.cameTooLate(exchange)),
    ),
  }
}

function coverageOf({ name: test, rows, knownPairs }: Trial, axes: TestCoverage['axes']): TestCoverage {
  return { test, axes, rows, ...(knownPairs === undefined ? {} : { knownPairs }) }
}

/** The rows of a table, or the generated cases, that broke the requirement; all of a test that has neither. */
function whatFailed(violations: Conclusion['violations']): Again {
  const cases = violations.flatMap(({ case: name }) => (name === undefined ? [] : [name]))
  if (cases.length > 0) return { cases }
  const generated = violations.flatMap(({ violation }) => violation.finding.counterexample ?? [])
  return generated.length > 0 ? { generated } : {}
}

/** Where two answers are compared, either may be the one. */
function showsTokenRefusal({ finding }: ViolationError, issued: ReadonlySet<string>): boolean {
  return finding.exchanges.some(
    (exchange) =>
      (statusOf(exchange) === 401 ||
        ['invalid_grant', 'invalid_token'].includes(stringMember(exchange, 'error') ?? '')) &&
      showsGiven(exchange, issued),
  )
}

/** Whether a request shows a token that was given, or a code. */
function showsGiven(exchange: Exchange, issued: ReadonlySet<string>): boolean {
  const { request } = exchange
  const form = new URLSearchParams(isForm(request) ? request.body : '')
  return (
    issued.has(bearerOf(exchange) ?? '') || issued.has(form.get('refresh_token') ?? '') || form.has('code')
  )
}

function isKept(verdict: Verdict): boolean {
  return verdict === 'pass' || verdict === 'observed'
}

/** The test's own requirement first, then those that it saw broken beside it. */
function testEvidence(
  { requirement: id, name: test, cases, decided, remarks, session }: Trial,
  { verdict, reason, needs, violations: found }: Conclusion,
  durationMs: number,
): TestEvidence[] {
  const { secrets } = session
  const ids = [...new Set([id, ...found.map(({ violation }) => violation.requirement ?? id)])]
  return ids.map((one) => {
    const violations = found
      .filter(({ violation }) => (violation.requirement ?? id) === one)
      .map(({ violation, case: name }) => ({ ...toViolation(session, violation.finding, name), test }))
    const own = one === id ? { cases, durationMs } : { cases: 0, durationMs: 0 }
    const kept = one === id ? decided.filter(({ broken }) => broken === undefined).length : 0
    if (violations.length > 0) {
      const pattern = patternOf(rowsFor(one, decided))
      const { level } = requirementById(one)
      return {
        ...{ id: one, verdict: verdictOfViolation(level), violations, ...own, kept },
        ...(pattern.of > 1 ? { pattern: secrets.redactDeep({ test, ...pattern }) } : {}),
      }
    }
    if (found.length > 0) {
      const why = `its test stopped at a violation of ${ids.slice(1).join(', ')}`
      return { id: one, verdict: 'not-applicable', reason: why, stopped: true, violations, ...own }
    }
    return {
      id: one,
      verdict,
      ...(reason === undefined ? {} : { reason: secrets.redact(reason) }),
      ...(needs?.length ? { needs } : {}),
      ...(remarks.length ? { remarks: secrets.redactDeep(remarks) } : {}),
      violations,
      ...own,
      kept: isKept(verdict) ? cases : 0,
    }
  })
}
