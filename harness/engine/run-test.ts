import { requirementById } from '../../contract/index.ts'
import {
  InconclusiveError,
  NotApplicableError,
  type Verdict,
  verdictOfKept,
  verdictOfViolation,
} from '../../contract/verdict.ts'
import { nameOf, type RequirementTest, type TestedRequirement } from '../authoring/requirement.ts'
import type { Evidence, TestEvidence } from '../model/evidence.ts'
import { ManyViolationsError, toViolation, ViolationError } from '../model/violation.ts'
import { reasonToEnd } from '../session/interruptible.ts'
import type { Session } from '../session/session.ts'
import { Trial } from '../session/trial.ts'

/** What one test comes to, before it is redacted. */
interface Conclusion {
  readonly verdict: Verdict
  readonly reason?: string
  readonly needs?: readonly string[]
  readonly violations: readonly { readonly case?: string; readonly violation: ViolationError }[]
}

/** Turns what a test threw, or that it threw nothing, into what it comes to. */
function conclude({ requirement, options }: Trial, thrown: unknown, ended: AbortSignal): Conclusion {
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
    return { verdict: 'not-applicable', reason: thrown.message, violations: [] }
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { verdict: 'error', reason: `the suite itself failed: ${reason}`, violations: [] }
}

/**
 * Runs one test of a requirement and says what it showed. It never throws: whatever the test throws becomes evidence.
 */
export async function runTest(
  session: Session,
  { id, options }: Pick<TestedRequirement, 'id' | 'options'>,
  test: RequirementTest,
): Promise<Evidence> {
  const started = performance.now()
  const trial = new Trial(session, id, nameOf(id, test), options)
  let thrown: unknown
  try {
    await test.run(trial)
  } catch (error) {
    thrown = error ?? new Error('a test threw nothing')
  } finally {
    trial.close()
  }
  const conclusion = conclude(trial, thrown, session.abort.signal)
  const durationMs = performance.now() - started
  const exchanges = session.drain()
  return {
    tests: testEvidence(trial, conclusion, durationMs),
    observations: session.secrets.redactDeep(trial.observations),
    exchanges: session.secrets.redactDeep(exchanges),
    rules: session.rules.drain(),
    ...(session.problem === undefined ? {} : { problem: session.problem }),
  }
}

/** The test's own requirement first, then those that it saw broken beside it. */
function testEvidence(
  { requirement: id, cases, session: { secrets } }: Trial,
  { verdict, reason, needs, violations: found }: Conclusion,
  durationMs: number,
): TestEvidence[] {
  const ids = [...new Set([id, ...found.map(({ violation }) => violation.requirement ?? id)])]
  return ids.map((one) => {
    const violations = found
      .filter(({ violation }) => (violation.requirement ?? id) === one)
      .map(({ violation, case: name }) => toViolation(secrets, violation.finding, name))
    const own = one === id ? { cases, durationMs } : { cases: 0, durationMs: 0 }
    if (violations.length > 0)
      return { id: one, verdict: verdictOfViolation(requirementById(one).level), violations, ...own }
    if (found.length > 0) {
      const why = `its test stopped at a violation of ${ids.slice(1).join(', ')}`
      return { id: one, verdict: 'not-applicable', reason: why, violations, ...own }
    }
    return {
      id: one,
      verdict,
      ...(reason === undefined ? {} : { reason: secrets.redact(reason) }),
      ...(needs?.length ? { needs } : {}),
      violations,
      ...own,
    }
  })
}
