import { type Verdict, verdicts } from '../contract/verdict.ts'
import { brokenIds, decidedNothing } from '../harness/model/outcome.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import { count } from './text.ts'

export type VerdictCounts = Record<Verdict, number>

/** How many requirements got each verdict; those that none got are 0. */
export function countVerdicts(requirements: readonly RequirementResult[]): VerdictCounts {
  const counts: VerdictCounts = {
    pass: 0,
    fail: 0,
    warn: 0,
    inconclusive: 0,
    'not-applicable': 0,
    observed: 0,
    error: 0,
  }
  for (const { verdict } of requirements) counts[verdict]++
  return counts
}

/** The values by key, keys and values in order of appearance. */
export function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}

/** The requirements that the outcome counts as broken, warnings included in a strict run. */
export function brokenOf({ requirements, run }: RunResult): RequirementResult[] {
  const broken = brokenIds(requirements, run.strict)
  return requirements.filter(({ id }) => broken.has(id))
}

/** The warnings, but for those that the outcome counts as broken. */
export function warnedOf(result: RunResult): RequirementResult[] {
  const broken = new Set(brokenOf(result).map(({ id }) => id))
  return result.requirements.filter(({ id, verdict }) => verdict === 'warn' && !broken.has(id))
}

/** What is broken only since this requirement is. */
export function followersOf({ requirements }: RunResult, id: string): RequirementResult[] {
  return requirements.filter(({ because }) => because === id)
}

/** What could not be decided, but for what follows from something broken. */
export function undecidedOf({ requirements }: RunResult): RequirementResult[] {
  return requirements.filter(({ verdict, because }) => verdict === 'inconclusive' && because === undefined)
}

/** The broken requirements that no baseline excuses. */
export function newlyBrokenOf(result: RunResult): RequirementResult[] {
  const known = new Set(result.baseline?.known.map(({ requirement }) => requirement))
  return brokenOf(result).filter(({ id }) => !known.has(id))
}

/** What the baseline makes of the run, in a sentence or two; undefined where there is none. */
export function baselineSentence({ baseline }: RunResult): string | undefined {
  if (!baseline) return undefined
  const { known, expired, stale } = baseline
  const sentences = [
    `${count(known.length, 'violation')} known from the baseline.`,
    expired.length > 0 && `Its entries for ${expired.join(', ')} have expired.`,
    stale.length > 0 &&
      `${stale.join(', ')} ${stale.length === 1 ? 'is' : 'are'} kept again: renew the baseline.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** What was tested, as a sentence names it. */
export function targetName({ kind, authUrl, apiUrl }: RunResult['target']): string {
  if (kind === 'mock') return 'the embedded reference service'
  return [...new Set([authUrl, apiUrl])].join(' and ')
}

/** The outcome in one sentence. */
export function outcomeSentence(result: RunResult): string {
  const { requirements, problem } = result
  const counts = countVerdicts(requirements)
  const broken = brokenOf(result).length
  const stopped = problem === undefined ? '' : ` The run did not finish: ${problem.replace(/\.$/, '')}.`
  switch (result.outcome) {
    case 'violates':
      return `The service breaks ${broken} of ${count(requirements.length, 'requirement')}.${stopped}`
    case 'error':
      return problem === undefined
        ? `The run has no result: the suite failed in ${count(counts.error, 'requirement')}.`
        : `The service could not be tested: ${problem.replace(/\.$/, '')}.`
    case 'undecided':
      return decidedNothing(requirements)
        ? 'The run decided no requirement.'
        : `Nothing broken, but ${counts.inconclusive} of ${count(requirements.length, 'requirement')} could not be decided.`
    case 'conforms':
      return `The service keeps the contract in the ${count(requirements.length - counts.inconclusive, 'requirement')} decided.`
  }
}

/** The verdicts that occur, with their counts: `90 pass, 2 fail`. */
export function countsPhrase(counts: VerdictCounts): string {
  const present = verdicts.filter((verdict) => counts[verdict] > 0)
  return present.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')
}
