import type { Verdict } from '../../contract/verdict.ts'
import { isBrokenSomehow, isUndecided } from '../../harness/model/outcome.ts'
import type { ConformanceRecord } from '../record.ts'
import { groupBy } from '../summary.ts'
import { type AdviceChange, adviceChanges } from './advice.ts'
import { isSame, stable } from './volatile.ts'

type Recorded = ConformanceRecord['requirements'][number]

/** A requirement whose verdict differs between two runs. */
export interface VerdictChange {
  readonly id: string
  readonly level: Recorded['level']
  readonly title: string
  readonly before: Verdict
  readonly after: Verdict
  /** From the newer run: its first violation, or the reason for its verdict. */
  readonly detail?: string
}

/** Behaviour that the contract leaves open, as each of two runs observed it. */
export interface Drift {
  readonly requirement: string
  /** The name of the observation. */
  readonly name: string
  /** All values that the older run observed, sorted and joined by `; `; absent where it observed none. */
  readonly before?: string
  /** The same of the newer run. */
  readonly after?: string
}

/** The differences between two runs. */
export interface RecordDiff {
  /** Failures in the newer run only. A violated SHOULD is a failure in a strict run. */
  readonly newlyBroken: readonly VerdictChange[]
  /** Failures in the older run that the newer run decided otherwise. */
  readonly newlyKept: readonly VerdictChange[]
  /** Inconclusive or an error in one of the runs, unless that makes them newly broken. */
  readonly undecidedInOne: readonly VerdictChange[]
  /** All other changes of verdict, such as `pass` to `warn`. */
  readonly otherwise: readonly VerdictChange[]
  /** Observed by both runs, with different values. */
  readonly drift: readonly Drift[]
  /** Observed by one of the runs only, mostly because fixtures or versions of the suite differ. */
  readonly seenInOne: readonly Drift[]
  /** What the standards advise, where it changed. It is no drift of the contract, and fails nothing. */
  readonly advice: readonly AdviceChange[]
  /** Ids that only one of the runs tested. */
  readonly notCompared: readonly string[]
  /** How many requirements both runs tested: where it is 0, nothing was compared. */
  readonly compared: number
}

/** Two records that cannot be compared. The message is one line for a person. */
export class UnlikeRecordsError extends Error {
  override readonly name = 'UnlikeRecordsError'
}

function detailOf({ violations: [first], reason }: Recorded): string | undefined {
  if (first) return `expected ${first.expected}, received ${first.received}`
  return reason
}

function changeOf(before: Recorded, after: Recorded): VerdictChange {
  const { id, level, title } = after
  const detail = detailOf(after)
  return {
    id,
    level,
    title,
    before: before.verdict,
    after: after.verdict,
    ...(detail === undefined ? {} : { detail }),
  }
}

/** The sorted values of each observation, by requirement and name. */
type Values = Map<string, string[]>

function valuesOf({ observations }: ConformanceRecord, decided: ReadonlySet<string>): Values {
  const judged = observations.filter(({ requirement }) => decided.has(requirement))
  const groups = groupBy(judged, ({ requirement, name }) => `${requirement} ${stable(name)}`)
  return new Map([...groups].map(([key, group]) => [key, group.map(({ value }) => value).toSorted()]))
}

function differenceOf(key: string, before: Values, after: Values): Drift[] {
  // Requirement ids have no spaces.
  const [, requirement = '', name = ''] = /^(\S+) (.*)$/s.exec(key) ?? []
  const old = before.get(key)
  const now = after.get(key)
  const unchanged =
    old?.length === now?.length && old?.every((value, index) => isSame(name, value, now?.[index] ?? ''))
  if (unchanged) return []
  return [
    {
      requirement,
      name,
      ...(old ? { before: old.join('; ') } : {}),
      ...(now ? { after: now.join('; ') } : {}),
    },
  ]
}

/**
 * Compares the verdicts of two runs, and the observations of the requirements that both runs decided.
 * @param older the run to compare with
 * @param newer the run whose changes are reported
 * @throws UnlikeRecordsError where one is about a service, and the other about a partner's application
 */
export function compareRecords(older: ConformanceRecord, newer: ConformanceRecord): RecordDiff {
  const [one, other] = [older.subject ?? 'service', newer.subject ?? 'service']
  if (one !== other) throw new UnlikeRecordsError(`one record is about a ${one}, the other about a ${other}`)
  const before = new Map(older.requirements.map((requirement) => [requirement.id, requirement]))
  const pairs = newer.requirements.flatMap((after) => {
    const old = before.get(after.id)
    return old ? [{ old, after }] : []
  })
  const both = new Set(pairs.map(({ after }) => after.id))
  const changes: Record<'newlyBroken' | 'newlyKept' | 'undecidedInOne' | 'otherwise', VerdictChange[]> = {
    newlyBroken: [],
    newlyKept: [],
    undecidedInOne: [],
    otherwise: [],
  }
  for (const { old, after } of pairs) {
    const isSame = old.verdict === after.verdict && old.because === after.because
    if (isSame && older.run.strict === newer.run.strict) continue
    const wasBroken = isBrokenSomehow(old, older.run.strict)
    const broken = isBrokenSomehow(after, newer.run.strict)
    const change = changeOf(old, after)
    if (broken && !wasBroken) changes.newlyBroken.push(change)
    else if (wasBroken && broken) changes.otherwise.push(change)
    else if (isUndecided(old.verdict) !== isUndecided(after.verdict)) changes.undecidedInOne.push(change)
    else if (wasBroken && !broken) changes.newlyKept.push(change)
    else if (old.verdict !== after.verdict) changes.otherwise.push(change)
  }
  const comparable = pairs.filter(
    ({ old, after }) => !isUndecided(old.verdict) && !isUndecided(after.verdict),
  )
  const decided = new Set(comparable.map(({ after }) => after.id))
  const oldValues = valuesOf(older, decided)
  const newValues = valuesOf(newer, decided)
  const keys = new Set([...oldValues.keys(), ...newValues.keys()])
  const differences = [...keys].flatMap((key) => differenceOf(key, oldValues, newValues))
  const isDrift = ({ before, after }: Drift) => before !== undefined && after !== undefined
  return {
    ...changes,
    drift: differences.filter(isDrift),
    seenInOne: differences.filter((difference) => !isDrift(difference)),
    advice: adviceChanges(older, newer),
    compared: pairs.length,
    notCompared: [...older.requirements, ...newer.requirements]
      .map(({ id }) => id)
      .filter((id, index, ids) => !both.has(id) && ids.indexOf(id) === index),
  }
}

/** Whether behaviour or verdicts changed, apart from violations that are new or gone. */
export function hasDrifted({ drift, undecidedInOne, otherwise }: RecordDiff): boolean {
  return drift.length + undecidedInOne.length + otherwise.length > 0
}
