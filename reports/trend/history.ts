import { isLoopback, parseUrl } from '../../client/http/url.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { isBrokenSomehow, isUndecided } from '../../harness/model/outcome.ts'
import { compareRecords, type RecordDiff } from '../diff/compare.ts'
import { stable } from '../diff/volatile.ts'
import type { ConformanceRecord } from '../record.ts'
import { groupBy } from '../summary.ts'

/** A record with the file that it was kept in. */
export interface KeptRecord {
  readonly file: string
  readonly record: ConformanceRecord
}

/** What a run changed of what was known before it. */
interface RunChange extends KeptRecord {
  readonly diff: RecordDiff
}

/** A requirement whose verdict changed. */
export interface RequirementHistory {
  readonly id: string
  readonly level: ConformanceRecord['requirements'][number]['level']
  readonly title: string
  /** Its verdict in each run; undefined where it was not tested. */
  readonly verdicts: readonly (Verdict | undefined)[]
}

/** Behaviour that the contract leaves open, and that changed. */
export interface ObservationHistory {
  readonly requirement: string
  /** The name of the observation. */
  readonly name: string
  /** Its value as of each run: of one that did not observe it, the value known before. */
  readonly values: readonly string[]
}

/** What became of one target over several runs. */
export interface Trend {
  /** The oldest first. */
  readonly runs: readonly KeptRecord[]
  /** The runs that changed something. */
  readonly steps: readonly RunChange[]
  readonly requirements: readonly RequirementHistory[]
  readonly observations: readonly ObservationHistory[]
  /** What is broken as far as is known, and since which run. */
  readonly broken: readonly { readonly id: string; readonly since: KeptRecord }[]
}

const keyOf = ({ requirement, name }: ConformanceRecord['observations'][number]) =>
  `${requirement} ${stable(name)}`

/** What is known after a run: what it says, and of all else what earlier runs said last. */
function after(known: ConformanceRecord, run: ConformanceRecord): ConformanceRecord {
  const ids = new Set(run.requirements.map(({ id }) => id))
  const keys = new Set(run.observations.map(keyOf))
  return {
    ...run,
    requirements: [...known.requirements.filter(({ id }) => !ids.has(id)), ...run.requirements],
    observations: [...known.observations.filter((one) => !keys.has(keyOf(one))), ...run.observations],
  }
}

/** What a run decided: a requirement that it left open hides nothing of what an earlier run observed. */
function decidedIn(run: ConformanceRecord): ConformanceRecord {
  const requirements = run.requirements.filter(({ verdict }) => !isUndecided(verdict))
  const ids = new Set(requirements.map(({ id }) => id))
  return {
    ...run,
    requirements,
    observations: run.observations.filter(({ requirement }) => ids.has(requirement)),
  }
}

/** Each run against what was known before it; what only one of them has is no change, since runs may be partial. */
function stepsOf([first, ...later]: readonly KeptRecord[]): RunChange[] {
  if (!first) return []
  let known = first.record
  let decided = decidedIn(known)
  return later.map(({ file, record }) => {
    const diff = compareRecords(known, record)
    const { drift } = compareRecords(decided, decidedIn(record))
    known = after(known, record)
    decided = after(decided, decidedIn(record))
    return { file, record, diff: { ...diff, drift, seenInOne: [], advice: [], notCompared: [] } }
  })
}

const changesOf = ({ newlyBroken, newlyKept, undecidedInOne, otherwise }: RecordDiff) => [
  ...newlyBroken,
  ...newlyKept,
  ...undecidedInOne,
  ...otherwise,
]

function requirementsIn(runs: readonly KeptRecord[], steps: readonly RunChange[]): RequirementHistory[] {
  const latest = new Map(steps.flatMap(({ diff }) => changesOf(diff).map((change) => [change.id, change])))
  return [...latest.values()].map(({ id, level, title }) => ({
    ...{ id, level, title },
    verdicts: runs.map(({ record }) => record.requirements.find((one) => one.id === id)?.verdict),
  }))
}

function observationsIn(steps: readonly RunChange[]): ObservationHistory[] {
  const names = new Map(
    steps.flatMap(({ diff }) => diff.drift.map((one) => [`${one.requirement} ${one.name}`, one])),
  )
  return [...names.values()].map(({ requirement, name }) => {
    const changes = steps.map(({ diff }) =>
      diff.drift.find((one) => one.requirement === requirement && one.name === name),
    )
    let value = changes.find((one) => one !== undefined)?.before ?? ''
    const later = changes.map((change) => {
      value = change?.after ?? value
      return value
    })
    const [first] = changes.filter((one) => one !== undefined)
    return { requirement, name, values: [first?.before ?? '', ...later] }
  })
}

/** Broken in the last run that decided it, and since the first of those without another between. */
function brokenIn(runs: readonly KeptRecord[]): Trend['broken'] {
  const ids = new Set(runs.flatMap(({ record }) => record.requirements.map(({ id }) => id)))
  return [...ids].flatMap((id) => {
    let since: KeptRecord | undefined
    for (const run of runs) {
      const found = run.record.requirements.find((one) => one.id === id)
      if (!found) continue
      if (isBrokenSomehow(found, run.record.run.strict)) since ??= run
      else if (!isUndecided(found.verdict)) since = undefined
    }
    return since ? [{ id, since }] : []
  })
}

/**
 * What changed over the runs of each target, whatever the order in which they are given. The target that was tested last
 * comes last.
 */
export function trendsOf(records: readonly KeptRecord[]): readonly Trend[] {
  const startOf = ({ record }: KeptRecord) => Date.parse(record.run.startedAt)
  const newestFirst = records.toSorted((a, b) => startOf(b) - startOf(a))
  return [...groupBy(newestFirst, placeOf).values()].map((runs) => trendOf(runs.toReversed())).toReversed()
}

/** What tells targets apart. On loopback a service may listen at another port each time. */
function placeOf({ record: { target } }: KeptRecord): string {
  const places = [target.authUrl, target.apiUrl, target.appUrl ?? ''].map((text) => {
    const url = parseUrl(text)
    return url && isLoopback(url) ? 'loopback' : text
  })
  return [target.kind, ...places].join(' ')
}

/** @param runs the oldest first */
function trendOf(runs: readonly KeptRecord[]): Trend {
  const steps = stepsOf(runs)
  return {
    runs,
    steps: steps.filter(({ diff }) => changesOf(diff).length + diff.drift.length > 0),
    requirements: requirementsIn(runs, steps),
    observations: observationsIn(steps),
    broken: brokenIn(runs),
  }
}
