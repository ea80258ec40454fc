import { partnerRequirements, type Side, serviceRequirements } from '../contract/index.ts'
import { groupBy } from '../reports/summary.ts'
import { CLOCK_SKEW_MS, excuseOf, isOver, lastMomentOf } from './dates.ts'
import { matrixShortfalls } from './matrix-shortfalls.ts'
import type { CertifiedRequirement, CertifiedRun, Particulars } from './particulars.ts'
import type { Policy } from './policy.ts'

/** What a policy is asked about. */
type Judged = Pick<Particulars, 'subject' | 'runs' | 'requirements' | 'matrices'>

/**
 * What of it falls short of a policy, a sentence each, without a full stop.
 * @param at the moment for which it is asked
 */
export function shortfalls(judged: Judged, policy: Policy, at: Date): string[] {
  return [
    ...runShortfalls(judged, policy, at),
    ...hostShortfalls(judged, policy),
    ...requirementShortfalls(judged, policy, at),
    ...matrixShortfalls(judged, policy),
  ]
}

const named = (run: CertifiedRun) => `the run of ${run.startedAt} (seed ${run.seed})`

function runShortfalls({ runs }: Judged, policy: Policy, at: Date): string[] {
  const examined = new Set(runs.map(({ side }) => side))
  const seedsOf = (side: Side) =>
    new Set(runs.filter((run) => run.side === side).map(({ seed }) => seed)).size
  return [
    ...(policy.sides ?? [])
      .filter((side) => !examined.has(side))
      .map((side) => `the ${side} was not examined, and the policy wants it`),
    ...[...examined]
      .filter((side) => seedsOf(side) < policy.minSeeds)
      .map(
        (side) =>
          `the ${side} was examined with ${seedsOf(side)} of the ${policy.minSeeds} seeds that the policy wants`,
      ),
    ...runs.flatMap((run) => oneRunShortfalls(run, policy, at)),
  ]
}

function oneRunShortfalls(run: CertifiedRun, { maxAgeDays, minRuns, files }: Policy, at: Date): string[] {
  const late = Date.parse(run.startedAt) > at.getTime() + CLOCK_SKEW_MS
  const old = lastMomentOf(run.startedAt, maxAgeDays) < at
  // Of a partner's application scenarios are tried, not properties.
  const few = run.side === 'service' && run.runs < minRuns
  const shown = new Set(run.files.map(({ name }) => name))
  return [
    ...files
      .filter((name) => !shown.has(name))
      .map((name) => `${named(run)} has no ${name} beside its record, and the policy wants it`),
    ...(late ? [`${named(run)} lies in the future: a clock is wrong`] : []),
    ...(old ? [`${named(run)} is older than the ${maxAgeDays} days that the policy allows`] : []),
    ...(few
      ? [`${named(run)} tried ${run.runs} cases of each property, and the policy wants ${minRuns}`]
      : []),
  ]
}

/** The hosts of what was tested; those of the embedded mock are new in every run, so it has a name instead. */
function hostsOfRun({ side, target }: CertifiedRun): string[] {
  if (target.kind === 'mock') return ['mock']
  const urls = side === 'partner' ? [target.appUrl ?? ''] : [target.authUrl, target.apiUrl]
  return [...new Set(urls.map(hostOf))]
}

/** An application whose port is new in every examination has `{port}` in its address, which is no URL then. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url.replace(/^https?:\/\//, '') || '(not told)'
}

function hostShortfalls({ subject, runs }: Judged, { subjects }: Policy): string[] {
  const own = subjects && Object.hasOwn(subjects, subject.name) ? subjects[subject.name]?.hosts : undefined
  if (subjects && !own) return [`the policy knows no subject ${JSON.stringify(subject.name)}`]
  const foreign = (run: CertifiedRun) => hostsOfRun(run).filter((host) => own && !own.includes(host))
  const all = [...new Set(runs.flatMap(hostsOfRun))]
  // A subject that is named by its address is that address.
  const isAddress = /^https?:/.test(subject.name) && URL.canParse(subject.name)
  const address = isAddress ? new URL(subject.name).host : undefined
  return [
    ...runs.flatMap((run) =>
      foreign(run).map((host) => `${named(run)} is of the host ${host}, which is not of ${subject.name}`),
    ),
    ...(address === undefined || all.includes(address)
      ? []
      : [`what was tested is at ${all.join(' and ') || 'no host'}, and not at ${address}`]),
    ...differentSubjects(runs, 'service', 'services'),
    ...differentSubjects(runs, 'partner', 'applications'),
  ]
}

function differentSubjects(runs: readonly CertifiedRun[], side: Side, what: string): string[] {
  const own = runs.filter((run) => run.side === side).map((run) => hostsOfRun(run).join(' and '))
  const different = [...new Set(own)]
  return different.length > 1 ? [`the runs are of different ${what}: ${different.join('; ')}`] : []
}

/** What is wrong with requirements, those of which the same is said together. */
function requirementShortfalls({ requirements }: Judged, policy: Policy, at: Date): string[] {
  const wrong = requirements.flatMap((requirement) => {
    const what = whatIsWrong(requirement, policy, at)
    return what === undefined ? [] : [{ ...requirement, what }]
  })
  return [...groupBy(wrong, ({ level, what }) => `${level} ${what}`).values()].map((alike) => {
    const [{ level, what } = { level: 'MUST', what: '' }] = alike
    return `${alike.map(({ id }) => id).join(', ')} (${level}) ${alike.length === 1 ? 'is' : 'are'} ${what}`
  })
}

function whatIsWrong(requirement: CertifiedRequirement, policy: Policy, at: Date): string | undefined {
  const { id, level, verdict, reason = 'no reason is given' } = requirement
  if (verdict === 'error') return `not judged, since the suite itself failed: ${reason}`
  if (!isPossible(requirement)) return `given the verdict ${verdict}, which a ${level} cannot have`
  if (verdict === 'warn')
    return policy.warnings === 'any' || policy.warnings.includes(id)
      ? undefined
      : 'broken, and the policy does not let it be'
  if (level !== 'MUST' || (verdict !== 'fail' && verdict !== 'inconclusive')) return undefined
  const excuse = excuseOf(requirement, policy)
  const what = verdict === 'fail' ? 'broken' : `undecided: ${reason}`
  if (!excuse) return what
  return isOver(excuse, at) ? `${what}; the policy excuses that no longer than ${excuse.expires}` : undefined
}

/** Whether a requirement of this level can come out so: the level decides what a violation becomes. */
export function isPossible({ level, verdict }: Pick<CertifiedRequirement, 'level' | 'verdict'>): boolean {
  const judgedAs = { MUST: ['pass', 'fail'], SHOULD: ['pass', 'warn'], MAY: ['observed'] }[level]
  return ['inconclusive', 'not-applicable', 'error', ...judgedAs].includes(verdict)
}

/** The requirements of these sides, as the catalogue has them. */
export function requirementsOfSides(examined: readonly Side[]) {
  return [
    ...(examined.includes('service') ? serviceRequirements : []),
    ...(examined.includes('partner') ? partnerRequirements : []),
  ]
}

/** Whether a list names exactly the requirements of these sides, in their order and with their levels. */
export function isWhole(
  list: readonly Pick<CertifiedRequirement, 'id' | 'level'>[],
  examined: readonly Side[],
): boolean {
  const wanted = requirementsOfSides(examined)
  return (
    list.length === wanted.length &&
    wanted.every(({ id, level }, index) => list[index]?.id === id && list[index]?.level === level)
  )
}
