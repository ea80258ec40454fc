import type { Level, Requirement } from '../../contract/index.ts'
import type { RuleEvidence, TestEvidence } from '../model/evidence.ts'
import type { RequirementResult, Verdict } from '../model/result.ts'

/** The gravest verdict among a requirement's tests is its own. */
const GRAVITY: readonly Verdict[] = [
  'fail',
  'warn',
  'error',
  'inconclusive',
  'observed',
  'pass',
  'not-applicable',
]

/** All that the run found out about one requirement. */
export interface Found {
  readonly tests: readonly TestEvidence[]
  readonly monitors: readonly RuleEvidence[]
  readonly requests: number
  /** Why the run ended before its time, if it did. */
  readonly problem: string | undefined
}

/** Merges what tests and monitors found out about a requirement into its result. */
export function merge({ id, level, title, source }: Requirement, found: Found): RequirementResult {
  const { tests, monitors, requests, problem } = found
  const seen = monitors.flatMap(({ violations }) => violations)
  const judged = monitors.reduce((sum, one) => sum + one.judged, 0)
  const verdicts = verdictsOf(level, found)
  const verdict = GRAVITY.find((one) => verdicts.includes(one)) ?? 'inconclusive'
  const speaking = tests.find((test) => test.verdict === verdict && test.reason)
  const reason =
    speaking?.reason ?? (verdicts.length === 0 ? (problem ?? 'nothing in this run judged it') : undefined)
  return {
    id,
    level,
    title,
    source,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(speaking?.needs ? { needs: speaking.needs } : {}),
    violations: [...tests.flatMap(({ violations }) => violations), ...seen.slice(0, MAX_SEEN)],
    cases: tests.reduce((sum, test) => sum + test.cases, judged),
    requests,
    durationMs: Math.round(Math.max(0, ...tests.map(({ durationMs }) => durationMs))),
  }
}

/** One cause breaks thousands of answers; these many show it. */
const MAX_SEEN = 5

function verdictsOf(level: Level, { tests, monitors, problem }: Found): readonly Verdict[] {
  const verdicts = tests.map(({ verdict }) => verdict)
  if (monitors.some(({ violations }) => violations.length > 0)) {
    return [...verdicts, level === 'MUST' ? 'fail' : 'warn']
  }
  // What a monitor saw often enough in others' traffic is decided, even where its own test could not run; not where
  // the run ended before all traffic was seen.
  const undecided = problem === undefined && verdicts.every((verdict) => verdict === 'inconclusive')
  return undecided && monitors.some(({ judged }) => judged > 0) ? ['pass'] : verdicts
}
