import type { Arbitrary } from 'fast-check'
import type { TargetConfig } from '../../client/environment/config.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { sample } from '../model/sampling.ts'
import { ManyViolationsError, ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'
import { judging } from './judging.ts'
import { isLabelled, type MaybeLabelled } from './labelled.ts'
import { replayRow, withSmallest } from './reduce-rows.ts'
import type { RequirementTest } from './requirement.ts'

/** Cases by name; the name tells a person what is special about one. */
export type Table<Case> = Readonly<Record<string, Case>>

/** Tries one case of a table. */
type CaseFunction<Case> = (context: Context, one: Case, name: string) => Promise<void>

/** Cases with the place of each on the axes that they cover. */
interface CoveringCases<Case> {
  /** Names of all values, by axis. */
  readonly axes: Readonly<Record<string, readonly string[]>>
  /** How many pairs of their values there are to try; absent where pairs are no matter. */
  readonly knownPairs?: number
  readonly cases: readonly {
    readonly name: string
    readonly one: Case
    /** The value of each axis, by its name. */
    readonly row: Readonly<Record<string, string>>
  }[]
}

/** How a table differs from the ordinary. */
interface CasesOptions<Case> {
  /** The case itself, to be made smaller where it fails; each smaller one has to be as valid as the case is. */
  readonly reducible?: (one: Case) => Arbitrary<Case>
}

type TableOf<Case> = Table<Case> | ((target: TargetConfig) => Table<Case>)

type TableArguments<Case> = readonly [
  table: TableOf<Case>,
  fn: CaseFunction<Case>,
  options?: CasesOptions<Case>,
]

/**
 * The same test over a table of named cases, all at once, each in a context of its own. Every case that breaks the
 * requirement is reported, not only the first.
 *
 * @param table may depend on what is known of the target.
 */
export function cases<Case>(...args: TableArguments<Case>): RequirementTest
export function cases<Case>(label: string, ...args: TableArguments<Case>): RequirementTest
export function cases<Case>(...args: MaybeLabelled<TableArguments<Case>>): RequirementTest {
  const [label, table, fn, options] = isLabelled<TableArguments<Case>>(args) ? args : [undefined, ...args]
  const axis = label ?? 'case'
  return tableTest(
    label,
    (target) => {
      const all = Object.entries(typeof table === 'function' ? table(target) : table)
      return {
        axes: { [axis]: all.map(([name]) => name) },
        cases: all.map(([name, one]) => ({ name, one, row: { [axis]: name } })),
      }
    },
    fn,
    options,
  )
}

/** A test of cases that tells what of its axes it covered. */
export function tableTest<Case>(
  label: string | undefined,
  casesFor: (target: TargetConfig) => CoveringCases<Case>,
  fn: CaseFunction<Case>,
  options: CasesOptions<Case> = {},
): RequirementTest {
  return {
    ...(label === undefined ? {} : { label }),
    axes: (target) => casesFor(target).axes,
    run: (trial) => tryCases(trial, casesFor(trial.session.target), fn, options),
  }
}

async function tryCases<Case>(
  trial: Trial,
  { axes, knownPairs, cases: all }: CoveringCases<Case>,
  each: CaseFunction<Case>,
  { reducible }: CasesOptions<Case>,
): Promise<void> {
  const { cases: again } = trial.again
  const { seed, replay: named } = trial.session.settings
  const rows = all.map((one, position) => ({ ...one, position }))
  const judged: CaseFunction<Case> = (context, one, name) =>
    judging(trial, context, () => each(context, one, name))
  const reduction = reducible && { reducible, fn: judged }
  if (reduction && named && !again) return replayRow(trial, rows, named, reduction)
  const chosen = again ? rows.filter(({ name }) => again.includes(name)) : sample(rows, seed, trial.sampling)
  if (chosen.length === 0) throw new NotApplicableError('this target has nothing of the kind that is tried')
  trial.axes = axes
  trial.knownPairs = knownPairs
  const settled = await trial.settle(
    // The first rows of every table before the later ones of any: where time runs out, most is known.
    chosen.map(({ name, one, row }, rank) => async () => {
      trial.countCase()
      const context = trial.context(rank)
      // Given back at once: a table may have more cases than the target has donations.
      await judged(context, one, name).finally(() => {
        if (context.judged > 0 || trial.options.judgedByRule) trial.rows.push(row)
        context.close()
      })
    }),
  )
  const results = chosen.map((row, index) => ({ row, result: settled[index] }))
  for (const { row, result } of results) if (result?.status === 'fulfilled') trial.tell(row.one, row.row)
  const failed = results.flatMap(({ row, result }) =>
    result?.status === 'rejected' ? [{ row, reason: result.reason as unknown }] : [],
  )
  const violations = failed.flatMap(({ row, reason }) => {
    if (!(reason instanceof ViolationError)) return []
    trial.tell(row.one, row.row, reason)
    return [{ ...row, case: row.name, violation: reason }]
  })
  if (violations.length > 0)
    throw new ManyViolationsError(
      reduction && !again ? await withSmallest(trial, violations, reduction) : violations,
    )
  // A case that does not apply here leaves the verdict to the others.
  const open = failed.filter(({ reason }) => !(reason instanceof NotApplicableError))
  // A mistake of the suite is graver than what could not be decided.
  const gravest = open.find(({ reason }) => !(reason instanceof InconclusiveError)) ?? open[0]
  if (gravest) throw gravest.reason
  if (failed[0] && failed.length === chosen.length) throw failed[0].reason
}
