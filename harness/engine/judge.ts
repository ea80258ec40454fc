import { requirementById } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import type { Evidence, TestEvidence } from '../model/evidence.ts'
import type { Observation, Verdict } from '../model/result.ts'
import { type Sampling, samplingOf } from '../model/sampling.ts'
import { ManyViolationsError, toViolation, ViolationError } from '../model/violation.ts'
import { Context } from '../session/context.ts'
import { reasonToEnd } from '../session/interruptible.ts'
import type { Session } from '../session/session.ts'

/** A test's view of its own run: contexts to work in, and a count of the cases it tried. */
export interface Trial {
  readonly session: Session
  /** The requirement's id and the test's label: names the test in a replay. */
  readonly name: string
  /** How little it is to try; undefined for all. */
  readonly sampling: Sampling | undefined
  /** A context of its own for each lane of a property; all are closed when the test ends. */
  context(): Context
  /** Counts one more case. */
  tried(): void
}

/** What is judged: one declared test. */
interface Judged {
  readonly id: string
  readonly name: string
  readonly body: (trial: Trial) => Promise<void>
}

/** What one test comes to, before it is redacted. */
interface Outcome {
  readonly verdict: Verdict
  readonly reason?: string
  readonly needs?: readonly string[]
  readonly broken: readonly { readonly case?: string; readonly broken: ViolationError }[]
}

/** A violation's verdict by the requirement's level. */
function verdictOfViolation(id: string): Verdict {
  const level = requirementById(id).level
  return level === 'MUST' ? 'fail' : level === 'SHOULD' ? 'warn' : 'observed'
}

/** Turns what a test threw, or that it threw nothing, into its outcome. */
function outcomeOf(id: string, thrown: unknown, ended: AbortSignal): Outcome {
  if (thrown instanceof ViolationError)
    return { verdict: verdictOfViolation(id), broken: [{ broken: thrown }] }
  if (thrown instanceof ManyViolationsError) return { verdict: verdictOfViolation(id), broken: thrown.cases }
  if (ended.aborted) return { verdict: 'inconclusive', reason: reasonToEnd(ended), broken: [] }
  if (thrown === undefined) {
    return { verdict: requirementById(id).level === 'MAY' ? 'observed' : 'pass', broken: [] }
  }
  if (thrown instanceof InconclusiveError) {
    return { verdict: 'inconclusive', reason: thrown.message, needs: thrown.needs, broken: [] }
  }
  if (thrown instanceof NotApplicableError)
    return { verdict: 'not-applicable', reason: thrown.message, broken: [] }
  const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { verdict: 'error', reason: `the suite itself failed: ${reason}`, broken: [] }
}

/**
 * Runs the body of a test and says what it showed. It never throws: whatever the body throws becomes evidence.
 */
export async function judge(session: Session, { id, name, body }: Judged): Promise<Evidence> {
  const started = performance.now()
  const contexts: Context[] = []
  const observations: Observation[] = []
  let cases = 0
  const trial: Trial = {
    session,
    name,
    sampling: samplingOf(session.settings, id),
    context() {
      const context = new Context(session, id, observations)
      contexts.push(context)
      return context
    },
    tried() {
      cases += 1
    },
  }
  let thrown: unknown
  try {
    await body(trial)
  } catch (error) {
    thrown = error ?? new Error('a test threw nothing')
  } finally {
    for (const context of contexts) context.close()
  }
  const outcome = outcomeOf(id, thrown, session.abort.signal)
  const durationMs = performance.now() - started
  const exchanges = session.drain()
  return {
    tests: testEvidence(session, id, outcome, Math.max(cases, 1), durationMs),
    observations: session.secrets.redactDeep(observations),
    exchanges: session.secrets.redactDeep(exchanges),
    monitors: session.monitoring.take(),
    ...(session.problem === undefined ? {} : { problem: session.problem }),
  }
}

/** Runs all tests at once, since their work is waiting, and tells what each found as it ends. */
export async function judgeAll(
  session: Session,
  tests: readonly Judged[],
  onEvidence: (evidence: Evidence) => void,
): Promise<void> {
  await Promise.all(tests.map(async (test) => onEvidence(await judge(session, test))))
}

/** The test's own requirement first, then those that it saw broken beside it. */
function testEvidence(
  session: Session,
  id: string,
  outcome: Outcome,
  cases: number,
  durationMs: number,
): TestEvidence[] {
  const redact = (text: string) => session.secrets.redact(text)
  const ids = new Set([id, ...outcome.broken.map(({ broken }) => broken.requirement ?? id)])
  return [...ids].map((one) => {
    const violations = outcome.broken
      .filter(({ broken }) => (broken.requirement ?? id) === one)
      .map(({ broken, case: name }) => toViolation(session.secrets, broken.finding, name))
    const elsewhere = outcome.broken.length > 0 && violations.length === 0
    return {
      id: one,
      verdict: elsewhere
        ? 'not-applicable'
        : violations.length > 0
          ? verdictOfViolation(one)
          : outcome.verdict,
      ...(elsewhere ? { reason: `its test stopped at a violation of ${[...ids].slice(1).join(', ')}` } : {}),
      ...(outcome.reason === undefined ? {} : { reason: redact(outcome.reason) }),
      ...(outcome.needs?.length ? { needs: outcome.needs } : {}),
      violations,
      cases: one === id ? cases : 0,
      durationMs: one === id ? durationMs : 0,
    }
  })
}
