import { isMistake } from '../client/environment/lack.ts'
import { type Verdict, verdicts } from '../contract/verdict.ts'
import { brokenIds, decidedNothing, excusedIds } from '../harness/model/outcome.ts'
import type { Baseline, RequirementResult, RunResult } from '../harness/model/result.ts'
import { shardName } from '../harness/model/shard.ts'
import { count } from './text.ts'

type VerdictCounts = Record<Verdict, number>

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

/** Whether what is needed is a key of the environment, or a value of one. */
export function isKey(need: string): boolean {
  return /^[A-Z][A-Z0-9_]*(=.*)?$/.test(need)
}

/** What would decide an inconclusive requirement: the keys to set, or to mend, else the reason. */
export function wayToDecide({ needs = [], reason = 'no reason given' }: RequirementResult): string {
  if (needs.length === 0) return reason
  if (!needs.every(isKey)) return needs.join('; ')
  return `${isMistake(reason) ? 'mend' : 'set'} ${needs.join(', ')} to decide`
}

/** The broken requirements that no baseline excuses, and that are not pending. */
export function newlyBrokenOf(result: RunResult): RequirementResult[] {
  const excused = excusedIds(result)
  return brokenOf(result).filter(({ id }) => !excused.has(id))
}

const MAX_WAYS = 5

/** Ways of breaking a requirement, the first few by name. */
export function waysPhrase(cases: readonly string[]): string {
  const more = cases.length > MAX_WAYS ? `; and ${cases.length - MAX_WAYS} more` : ''
  return `${cases.slice(0, MAX_WAYS).join('; ')}${more}`
}

/** How much of what was tried broke a requirement: `3 of 40 cases`; undefined where no more than one thing was. */
export function breadthPhrase({ breadth }: Pick<RequirementResult, 'breadth'>): string | undefined {
  if (!breadth || breadth.of === 1) return undefined
  const { broken, of } = breadth
  return broken === of ? `all ${of} cases` : `${broken} of ${of} cases`
}

/** What the baseline makes of the run, in a sentence or two; undefined where there is none. */
export function baselineSentence({ baseline }: RunResult): string | undefined {
  if (!baseline) return undefined
  const { known, expired, stale, beyond, unseen } = baseline
  const ids = new Set(known.map(({ requirement }) => requirement))
  const waysText = (all: Baseline['beyond']) =>
    all.map(({ requirement, cases }) => `${requirement} (${waysPhrase(cases)})`).join(', ')
  const sentences = [
    `${count(ids.size, 'violation')} known from the baseline.`,
    beyond.length > 0 && `Broken in other ways than it names: ${waysText(beyond)}.`,
    unseen.length > 0 && `It names ways that were not seen: ${waysText(unseen)}.`,
    expired.length > 0 && `Its entries for ${expired.join(', ')} have expired.`,
    stale.length > 0 &&
      `${stale.join(', ')} ${stale.length === 1 ? 'is' : 'are'} kept again: renew the baseline.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

/** The requirements that are broken and pending, each with its last day. */
export function brokenPendingOf(result: RunResult): NonNullable<RunResult['pending']>['entries'] {
  const broken = new Set(brokenOf(result).map(({ id }) => id))
  return (result.pending?.entries ?? []).filter(({ requirement }) => broken.has(requirement))
}

/** What is pending, in a sentence or two; undefined where nothing is, or nobody asked. */
function pendingSentence(result: RunResult): string | undefined {
  const { entries = [], ended = [] } = result.pending ?? {}
  const broken = brokenPendingOf(result).map(({ requirement, until }) => `${requirement} (until ${until})`)
  const sentences = [
    entries.length > 0 &&
      `${count(entries.length, 'requirement')} pending, which ${entries.length === 1 ? 'counts' : 'count'} for nothing yet.`,
    broken.length > 0 && `Broken of these: ${broken.join(', ')}.`,
    ended.length > 0 && `No longer pending: ${ended.join(', ')}.`,
  ]
  return sentences.filter(Boolean).join(' ') || undefined
}

/** Who did not pass: the verdicts other than `pass` that occur, each with its requirements. */
export function idsByVerdict(requirements: readonly RequirementResult[]): [Verdict, string[]][] {
  return verdicts
    .filter((verdict) => verdict !== 'pass')
    .map((verdict): [Verdict, string[]] => [
      verdict,
      requirements.filter((requirement) => requirement.verdict === verdict).map(({ id }) => id),
    ])
    .filter(([, ids]) => ids.length > 0)
}

/** What baseline and pending requirements make of the run; undefined where there are neither. */
export function overlaySentence(result: RunResult): string | undefined {
  return [baselineSentence(result), pendingSentence(result)].filter(Boolean).join(' ') || undefined
}

/** What was tested, as a sentence names it. */
export function targetName({ kind, authUrl, apiUrl, appUrl = '' }: RunResult['target']): string {
  if (kind === 'mock') return 'the embedded reference service'
  if (kind === 'application') return `the application at ${appUrl}`
  return [...new Set([authUrl, apiUrl])].join(' and ')
}

/** What the verdicts are about, as a sentence begins with it. */
function subjectOf({ kind }: RunResult['target']): 'The application' | 'The service' {
  return kind === 'application' ? 'The application' : 'The service'
}

/** The outcome in one sentence; that of a shard says first that it is only a part. */
export function outcomeSentence(result: RunResult): string {
  const { shard } = result.run
  return `${shard ? `Shard ${shardName(shard)}, which \`merge\` joins with the others: ` : ''}${outcomeClause(result)}`
}

function outcomeClause(result: RunResult): string {
  const { requirements, problem } = result
  const subject = subjectOf(result.target)
  const counts = countVerdicts(requirements)
  const broken = brokenOf(result).length
  const stopped = problem === undefined ? '' : ` The run did not finish: ${problem.replace(/\.$/, '')}.`
  switch (result.outcome) {
    case 'violates':
      return `${subject} breaks ${broken} of ${count(requirements.length, 'requirement')}.${stopped}`
    case 'error':
      return problem === undefined
        ? `The run has no result: the suite failed in ${count(counts.error, 'requirement')}.`
        : `${subject} could not be tested: ${problem.replace(/\.$/, '')}.`
    case 'undecided':
      return decidedNothing(requirements)
        ? 'The run decided no requirement.'
        : `Nothing broken, but ${counts.inconclusive} of ${count(requirements.length, 'requirement')} could not be decided.`
    case 'conforms':
      return `${subject} keeps the contract in the ${count(requirements.length - counts.inconclusive, 'requirement')} decided.`
  }
}

/** The verdicts that occur, with their counts: `90 pass, 2 fail`. */
export function countsPhrase(counts: VerdictCounts): string {
  const present = verdicts.filter((verdict) => counts[verdict] > 0)
  return present.map((verdict) => `${counts[verdict]} ${verdict}`).join(', ')
}
