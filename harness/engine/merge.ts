import { lackOf } from '../../client/environment/lack.ts'
import { keysFor } from '../../client/environment/needs.ts'
import type { Requirement } from '../../contract/index.ts'
import { type Verdict, verdictOfKept, verdictOfViolation } from '../../contract/verdict.ts'
import type { RuleEvidence, ShardEvidence, TestEvidence } from '../model/evidence.ts'
import { bySize } from '../model/reading-size.ts'
import { sumOfRemarks } from '../model/remarks.ts'
import type { Breadth, RequirementResult, Violation } from '../model/result.ts'
import { isJudgedByRule } from '../rules/live.ts'

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

/** One cause breaks thousands of answers; these many show it. */
const MAX_SEEN = 5

/** Of what rules saw broken, those few that are read soonest. */
export function fewOf(seen: readonly Violation[]): readonly Violation[] {
  return seen.toSorted(bySize).slice(0, MAX_SEEN)
}

/** All that the run found out about one requirement. */
interface RequirementEvidence {
  readonly tests: readonly TestEvidence[]
  /** What its rules found; empty where no rule speaks for it. */
  readonly rules: readonly RuleEvidence[]
  readonly requests: number
  /** Why the run ended before its time, if it did. */
  readonly problem: string | undefined
}

/** Merges what tests and rules found out about a requirement into its result. */
export function merge(
  { id, level, title, source }: Requirement,
  found: RequirementEvidence,
): RequirementResult {
  const { tests, rules, requests, problem } = found
  const seen = rules.flatMap(({ violations }) => violations)
  const judged = rules.reduce((sum, one) => sum + one.judged, 0)
  const given = verdictsOf({ id, level }, judged, found)
  const gravest = GRAVITY.find((one) => given.includes(one)) ?? 'inconclusive'
  // What did not apply for want of something, or came to no end, says nothing of the service.
  const wanting =
    gravest === 'not-applicable' ? tests.find(({ needs, stopped }) => needs?.length || stopped) : undefined
  const verdict = wanting ? 'inconclusive' : gravest
  const speaking = wanting ?? tests.find((test) => test.verdict === verdict && test.reason)
  const patterns = tests.flatMap(({ pattern }) => pattern ?? [])
  const remarks = sumOfRemarks(tests.flatMap((test) => test.remarks ?? []))
  const reason =
    speaking?.reason ??
    (verdict === 'inconclusive' ? (problem ?? 'nothing in this run showed it') : undefined)
  return {
    id,
    level,
    title,
    source,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(speaking?.needs ? { needs: speaking.needs } : {}),
    ...(verdict === 'pass' && remarks.length > 0 ? { remarks } : {}),
    violations: [...tests.flatMap(({ violations }) => violations), ...fewOf(seen)].toSorted(
      (a, b) => Number(comesAndGoes(a)) - Number(comesAndGoes(b)) || bySize(a, b),
    ),
    ...(patterns.length > 0 ? { patterns } : {}),
    cases: tests.reduce((sum, test) => sum + test.cases, judged),
    ...breadthOf(found),
    requests,
    durationMs: Math.round(Math.max(0, ...tests.map(({ durationMs }) => durationMs))),
  }
}

/** How much of what was decided broke the requirement. What a property finds broken is shown once, and counts each time. */
function breadthOf({ tests, rules }: RequirementEvidence): Pick<RequirementResult, 'breadth'> {
  const decided = tests.filter(
    ({ verdict, violations }) =>
      violations.length > 0 || (verdict !== 'inconclusive' && verdict !== 'not-applicable'),
  )
  const counts: Breadth[] = [
    ...decided.map(({ pattern, violations, cases }) =>
      pattern
        ? { broken: pattern.failed, of: pattern.of }
        : { broken: violations.length, of: Math.max(cases, violations.length) },
    ),
    ...rules.map(({ kept, judged }) => ({ broken: judged - kept, of: judged })),
  ]
  const broken = counts.reduce((sum, one) => sum + one.broken, 0)
  return broken > 0 ? { breadth: { broken, of: counts.reduce((sum, one) => sum + one.of, 0) } } : {}
}

/** What does not come each time shows less than what does, however small it is. */
function comesAndGoes({ tries }: Violation): boolean {
  return tries !== undefined && tries.broken < tries.of
}

/** What was found, one verdict each; of a requirement that rules judge, what they saw may decide. */
function verdictsOf(
  { id, level }: Pick<Requirement, 'id' | 'level'>,
  judged: number,
  { tests, rules, problem }: RequirementEvidence,
): readonly Verdict[] {
  const given = tests.map(({ verdict }) => verdict)
  if (rules.some(({ violations }) => violations.length > 0)) return [...given, verdictOfViolation(level)]
  const isOpen = given.every((verdict) => verdict === 'inconclusive' || verdict === 'not-applicable')
  if (rules.length === 0 || !isOpen) return given
  // Not where the run ended before all traffic was seen.
  const isDecided = judged > 0 && problem === undefined && maySpeakAlone(id, tests)
  return isDecided ? [verdictOfKept(level)] : [...given, 'inconclusive']
}

/**
 * Whether what a rule saw of others' traffic says enough. Of a requirement that has tests beside its rule it shows a part:
 * where they broke off, the rest is unknown. What its owner left out, knowing it, keeps nothing from being judged.
 */
function maySpeakAlone(id: string, tests: readonly TestEvidence[]): boolean {
  const isLeftOut = ({ verdict, needs }: TestEvidence) => verdict === 'not-applicable' || !!needs?.length
  return isJudgedByRule(id) || tests.every(isLeftOut)
}

/**
 * The result where what would decide the requirement was not configured: that nothing applied then says nothing of the
 * service.
 * @param lacks what was not configured.
 * @param setAside what was, and held mistakes.
 */
export function lacking(
  result: RequirementResult,
  { needs }: Pick<Requirement, 'needs'>,
  lacks: readonly string[],
  setAside: ShardEvidence['setAside'],
): RequirementResult {
  const keys = needs.filter((need) => lacks.includes(need)).flatMap(keysFor)
  if (result.verdict !== 'not-applicable' || keys.length === 0) return result
  return { ...result, verdict: 'inconclusive', ...lackOf(keys, setAside) }
}
