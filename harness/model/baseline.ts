import { z } from 'zod'
import { catalogue, type Level } from '../../contract/index.ts'
import type { Verdict } from '../../contract/verdict.ts'
import { isPartOf, kindOf, type Worded } from './kinds.ts'
import { brokenIds, isBrokenSomehow, isUndecided } from './outcome.ts'
import type { Baseline, RequirementResult, RunResult, TestPattern, Violation } from './result.ts'
import { labelOf, means, type Named, wayOf, whollyBroken } from './ways.ts'

/** A violation that somebody knows of and has decided to live with, for a while. */
const entrySchema = z.strictObject({
  requirement: z.string().refine((id) => catalogue.some((one) => one.id === id), {
    error: ({ input }) => `${JSON.stringify(input)} names no requirement`,
  }),
  /** The ways of breaking it that are known, by row, by a value in a row, or by test; all where it is left out. */
  cases: z.array(z.string().min(1)).min(1).optional(),
  /** Tests that may fail in everything that they try. One that is among `cases` alone may fail in part. */
  whole: z.array(z.string()).optional(),
  reason: z.string().optional(),
  /** The last day on which the entry counts. */
  expires: z.iso.date().optional(),
})
export type BaselineEntry = z.infer<typeof entrySchema> & {
  /** What a record showed: generated input that breaks the requirement in the same way has no name of its own. */
  readonly alike?: readonly Worded[]
}

/** An entry in short: `TOKEN-12`, or `TOKEN-9: trailing slash added`. */
function inFull(entry: unknown): unknown {
  if (typeof entry !== 'string') return entry
  const [, requirement, way] = /^([^:]*)(?:: *(.*))?$/s.exec(entry) ?? []
  return { requirement, ...(way === undefined ? {} : { cases: [way] }) }
}

/** A test that is named as in a record, `TOKEN-9/near misses`, by its label. */
function byLabel({ requirement, cases, whole, ...rest }: z.infer<typeof entrySchema>) {
  const short = (names: readonly string[]) =>
    names.map((name) => (name.startsWith(`${requirement}/`) ? labelOf(name) : name))
  return {
    ...{ requirement, ...rest },
    ...(cases && { cases: short(cases) }),
    ...(whole && { whole: short(whole) }),
  }
}

/** A baseline written by hand: a list of entries. */
export const baselineListSchema = z.array(z.preprocess(inFull, entrySchema.transform(byLabel)))

/** What the entries of one requirement make of a run in which it is broken. */
type Sorted = Pick<Baseline, 'known' | 'expired' | 'beyond' | 'unseen'>

/**
 * The result with its violations sorted by what was known before: those that the baseline lists, those that it lists
 * no longer validly, ways of breaking a requirement that it does not name, and entries that are gone. What was not
 * decided in this run is none of these.
 */
export function applyBaseline(result: RunResult, entries: readonly BaselineEntry[]): RunResult {
  const today = result.run.startedAt.slice(0, 10)
  const broken = brokenIds(result.requirements, result.run.strict)
  const stale: string[] = []
  const sorted: Sorted[] = []
  for (const requirement of new Set(entries.map((entry) => entry.requirement))) {
    const found = result.requirements.find(({ id }) => id === requirement)
    if (!found) continue
    const isStill = found.because !== undefined || broken.has(requirement)
    if (!isStill && isUndecided(found.verdict)) continue
    const own = entries.filter((entry) => entry.requirement === requirement)
    if (isStill) sorted.push(sortByEntries(found, own, today))
    else stale.push(requirement)
  }
  const baseline: Baseline = {
    known: sorted.flatMap(({ known }) => known),
    expired: sorted.flatMap(({ expired }) => expired),
    beyond: sorted.flatMap(({ beyond }) => beyond),
    unseen: sorted.flatMap(({ unseen }) => unseen),
    stale,
  }
  return { ...result, baseline }
}

function sortByEntries(found: RequirementResult, entries: readonly BaselineEntry[], today: string): Sorted {
  const { id: requirement, violations } = found
  const valid = entries.filter(({ expires }) => expires === undefined || expires >= today)
  const unexcused = (by: readonly BaselineEntry[]) =>
    by.some(({ cases }) => !cases)
      ? []
      : violations.filter((violation) => !by.some((entry) => excuses(entry, violation, found)))
  const seen = (name: string) => violations.some((violation) => means(name, violation))
  const gone = valid.flatMap(({ cases = [] }) => cases.filter((name) => !seen(name)))
  const unseen = gone.length > 0 ? [{ requirement, cases: gone }] : []
  const left = unexcused(valid)
  if (valid.length > 0 && left.length === 0) {
    const known = valid.map(({ reason, cases }) => ({
      requirement,
      ...(reason === undefined ? {} : { reason }),
      ...(cases ? { cases } : {}),
    }))
    return { known, expired: [], beyond: [], unseen }
  }
  if (unexcused(entries).length === 0) return { known: [], expired: [requirement], beyond: [], unseen }
  const cases = [...new Set(left.map((violation) => describeBeyond(violation, found)))]
  return { known: [], expired: [], beyond: [{ requirement, cases }], unseen }
}

/** Whether an entry that names cases names this one, and its test is broken no more widely than the entry says. */
function excuses(
  { cases = [], whole = [], alike = [] }: BaselineEntry,
  violation: Violation,
  found: RequirementResult,
): boolean {
  const isNamed = cases.some((name) => {
    if (!means(name, violation)) return false
    // A row is known by its name, however many others fail. A test that is named is known to fail in part.
    const label = labelOf(violation.test ?? '')
    return name !== label || whole.includes(label) || !whollyBroken(found).includes(label)
  })
  if (isNamed || violation.case !== undefined) return isNamed
  // Generated input finds in one run what it misses in the next.
  if (cases.includes(labelOf(violation.test ?? ''))) return false
  return alike.some((one) => isPartOf(kindOf(one), kindOf(violation)))
}

function describeBeyond(violation: Violation, found: RequirementResult): string {
  const way = wayOf(violation)
  return violation.case === undefined && whollyBroken(found).includes(way) ? `${way}, wholly` : way
}

/** What a record tells of a requirement that was broken. */
interface Recorded {
  readonly id: string
  readonly level: Level
  readonly verdict: Verdict
  readonly because?: string | undefined
  readonly violations: readonly (Named & Worded)[]
  readonly patterns?: readonly Pick<TestPattern, 'test' | 'failed' | 'of'>[] | undefined
}

/** The entries for what a run showed: each requirement that it broke, in the ways in which it did. */
export function entriesFrom(
  requirements: readonly Recorded[],
  { strict, reason }: { readonly strict: boolean; readonly reason: string },
): readonly BaselineEntry[] {
  return requirements
    .filter((one) => isBrokenSomehow(one, strict))
    .map(({ id, violations, patterns }) => {
      // Records of earlier versions do not say which test found what: of these all is excused.
      if (violations.length === 0 || violations.some(({ test }) => test === undefined))
        return { requirement: id, reason }
      const cases = [...new Set(violations.map(wayOf))]
      return { requirement: id, reason, cases, whole: [...whollyBroken({ patterns })], alike: violations }
    })
}
