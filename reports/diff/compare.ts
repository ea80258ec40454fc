import type { Verdict } from '../../contract/verdict.ts'
import { isBroken } from '../../harness/model/outcome.ts'
import type { ConformanceRecord } from '../record.ts'
import { groupBy } from '../summary.ts'
import { isSame, stable } from './volatile.ts'

type Recorded = ConformanceRecord['requirements'][number]

/** A requirement whose verdict is another one now. */
export interface VerdictChange {
  readonly id: string
  readonly level: Recorded['level']
  readonly title: string
  readonly before: Verdict
  readonly after: Verdict
  /** What the newer run says of it: the first violation, or why it is undecided. */
  readonly detail?: string
}

/** Something the contract leaves open that the service does in another way now. */
export interface Drift {
  readonly requirement: string
  readonly name: string
  /** Absent where the older run did not see it. */
  readonly before?: string
  /** Absent where the newer run did not see it. */
  readonly after?: string
}

/** What is different between two runs. */
export interface RecordDiff {
  readonly newlyBroken: readonly VerdictChange[]
  readonly newlyKept: readonly VerdictChange[]
  /** Decided in one of the runs only. */
  readonly undecidedInOne: readonly VerdictChange[]
  /** Other verdicts that changed, such as pass to warn. */
  readonly otherwise: readonly VerdictChange[]
  readonly drift: readonly Drift[]
  /** Seen by one of the runs only: a fixture more or less, mostly, or another version of the suite. */
  readonly seenInOne: readonly Drift[]
  /** Ids that only one of the runs tested. */
  readonly notCompared: readonly string[]
}

const isUndecided = (verdict: Verdict) => verdict === 'inconclusive' || verdict === 'error'

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

/** Values of one observation, in an order that says nothing. */
type Values = Map<string, string[]>

function valuesOf({ observations }: ConformanceRecord, decided: ReadonlySet<string>): Values {
  const judged = observations.filter(({ requirement }) => decided.has(requirement))
  const groups = groupBy(judged, ({ requirement, name }) => `${requirement} ${stable(name)}`)
  return new Map([...groups].map(([key, group]) => [key, group.map(({ value }) => value).toSorted()]))
}

function differenceOf(key: string, before: Values, after: Values): Drift[] {
  // No id has a blank in it.
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
 * What changed between two runs: verdicts, and what the service does where the contract leaves it free. Of what only
 * one of the runs could see nothing is said but its name.
 */
export function compareRecords(older: ConformanceRecord, newer: ConformanceRecord): RecordDiff {
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
    if (old.verdict === after.verdict && older.run.strict === newer.run.strict) continue
    const wasBroken = isBroken(old.verdict, older.run.strict)
    const broken = isBroken(after.verdict, newer.run.strict)
    const change = changeOf(old, after)
    if (broken && !wasBroken) changes.newlyBroken.push(change)
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
    notCompared: [...older.requirements, ...newer.requirements]
      .map(({ id }) => id)
      .filter((id, index, ids) => !both.has(id) && ids.indexOf(id) === index),
  }
}

/** Whether anything changed that is no new violation: drift, and verdicts that got weaker. */
export function hasDrifted({ drift, undecidedInOne, otherwise }: RecordDiff): boolean {
  return drift.length + undecidedInOne.length + otherwise.length > 0
}
