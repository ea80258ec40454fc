import type { Verdict } from '../../contract/verdict.ts'
import type { Outcome, RequirementResult, RunResult } from './result.ts'

/** Whether a verdict counts as broken: a failed MUST always, a SHOULD that was not kept in a strict run. */
export function isBroken(verdict: Verdict, strict: boolean): boolean {
  return verdict === 'fail' || (strict && verdict === 'warn')
}

/** Whether a requirement is broken by itself, or follows from another that is. */
export function isBrokenSomehow(
  {
    verdict,
    because,
    level,
  }: Pick<RequirementResult, 'verdict' | 'level'> & { because?: string | undefined },
  strict: boolean,
): boolean {
  return isBroken(verdict, strict) || (because !== undefined && (strict || level === 'MUST'))
}

/**
 * The ids that count as broken: those with such a verdict, and a warning that explains a broken MUST. A requirement
 * that is explained counts with its cause.
 */
export function brokenIds(requirements: readonly RequirementResult[], strict: boolean): ReadonlySet<string> {
  const causes = requirements.flatMap((one) =>
    one.because !== undefined && isBrokenSomehow(one, strict) ? [one.because] : [],
  )
  const broken = requirements.filter(({ verdict }) => isBroken(verdict, strict)).map(({ id }) => id)
  return new Set([...broken, ...causes])
}

/** How many requirements have to be decided: a number, or a percentage of those that were selected. */
export type Minimum = { readonly count: number } | { readonly percent: number }

/** Whether a verdict says nothing of the target. */
export function isUndecided(verdict: Verdict): boolean {
  return verdict === 'inconclusive' || verdict === 'error'
}

/** Whether no requirement at all got a verdict on the target. Such a run must never look green. */
export function decidedNothing(requirements: readonly RequirementResult[]): boolean {
  return requirements.every(({ verdict }) => isUndecided(verdict))
}

/**
 * What a run says of the target as a whole; the gravest that applies.
 *
 * @param problem why the run could not be finished, if it could not
 */
export function outcomeOf(
  requirements: readonly RequirementResult[],
  { strict, problem }: { strict: boolean; problem?: string | undefined },
): Outcome {
  if (brokenIds(requirements, strict).size > 0) return 'violates'
  if (problem !== undefined || requirements.some(({ verdict }) => verdict === 'error')) return 'error'
  const mustOpen = requirements.some(({ level, verdict }) => level === 'MUST' && verdict === 'inconclusive')
  return mustOpen || decidedNothing(requirements) ? 'undecided' : 'conforms'
}

/** The requirements whose violations count for nothing: they are known, or the demand is new. */
export function excusedIds({ baseline, pending }: RunResult): ReadonlySet<string> {
  const excused = [...(baseline?.known ?? []), ...(pending?.entries ?? [])]
  return new Set(excused.map(({ requirement }) => requirement))
}

/**
 * The requirements as they count against a run: known violations of its baseline do not, nor do those that are
 * pending.
 */
function counted(result: RunResult): readonly RequirementResult[] {
  const ids = excusedIds(result)
  return result.requirements.map((one) => {
    const { because, ...rest } = one
    const isExcused = ids.has(one.id) || ids.has(because ?? '')
    return isExcused && one.verdict !== 'error' ? { ...rest, verdict: 'observed' } : one
  })
}

/** The ids that count against a run. */
export function failedIds(result: RunResult): ReadonlySet<string> {
  return brokenIds(counted(result), result.run.strict)
}

/** Why too few requirements were decided; undefined where there were enough. A pending one counts as decided. */
export function tooFewDecided(result: RunResult, minimum: Minimum): string | undefined {
  const requirements = counted(result)
  const decided = requirements.filter(({ verdict }) => !isUndecided(verdict)).length
  const all = requirements.length
  const isEnough = 'count' in minimum ? decided >= minimum.count : decided * 100 >= minimum.percent * all
  if (isEnough) return undefined
  const asked = 'count' in minimum ? `${minimum.count}` : `${minimum.percent} %`
  return `${decided} of ${all} requirements were decided, and --min-decided asks for ${asked}`
}

/**
 * The exit status of a command that made a run: 0 nothing broken, 1 something broken or a stale baseline, 3 the
 * target could not be tested, or too little of it. (2, a wrong command or configuration, is known before there is a run.)
 * A shard alone decides no run as a whole.
 */
export function exitStatus(result: RunResult, { requireDecided = false, minDecided }: Gates = {}): 0 | 1 | 3 {
  const status = statusOf(result, requireDecided)
  return status === 0 && minDecided && tooFewDecided(result, minDecided) ? 3 : status
}

/** What has to be decided for a run to end with 0. */
interface Gates {
  /** Every MUST. */
  readonly requireDecided?: boolean
  readonly minDecided?: Minimum | undefined
}

function statusOf(result: RunResult, requireDecided: boolean): 0 | 1 | 3 {
  if (result.baseline?.stale.length) return 1
  const { strict } = result.run
  switch (
    result.baseline || result.pending
      ? outcomeOf(counted(result), { strict, problem: result.problem })
      : result.outcome
  ) {
    case 'violates':
      return 1
    case 'error':
      return 3
    case 'undecided':
      return requireDecided || decidedNothing(result.requirements) ? 3 : 0
    case 'conforms':
      return requireDecided && result.run.shard ? 3 : 0
  }
}
