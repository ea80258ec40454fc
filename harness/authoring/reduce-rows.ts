import type { Arbitrary } from 'fast-check'
import type { ManyViolationsError, ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'
import { firstOfEachKind, type Origin, replay, smallest, withCounterexample } from './shrink.ts'

/** A row of a table, whose case can be made smaller. */
interface ReducibleRow<Case> {
  readonly name: string
  readonly one: Case
  /** Where it stands in its table: the first number of its path. */
  readonly position: number
  readonly violation: ViolationError
}

type TableRow<Case> = Pick<ReducibleRow<Case>, 'name' | 'one' | 'position'>

/** How the cases of a table are tried, and made smaller. */
interface Reduction<Case> {
  readonly reducible: (one: Case) => Arbitrary<Case>
  readonly fn: (context: Context, one: Case, name: string) => Promise<void>
}

/** The violations of a table, the first of each kind with the smallest case that shows it. */
export async function withSmallest<Case>(
  trial: Trial,
  broken: readonly ReducibleRow<Case>[],
  { reducible, fn }: Reduction<Case>,
): Promise<ManyViolationsError['cases']> {
  const { seed } = trial.session.settings
  const reduced = new Map<ReducibleRow<Case>, ViolationError>()
  for (const row of firstOfEachKind(broken)) {
    const first = { value: row.one, path: '0', violation: row.violation }
    const found = await smallest(trial, originOf(row, reducible, '0'), functionOf(row, fn), first)
    const path = `${row.position}${found.path.slice(1)}`
    reduced.set(row, withCounterexample(trial, { ...found, path }, seed))
  }
  return broken.map((row) => ({ case: row.name, violation: reduced.get(row) ?? row.violation }))
}

/** Sends one row again, or what was made of it. @throws what its test throws. */
export async function replayRow<Case>(
  trial: Trial,
  rows: readonly TableRow<Case>[],
  { path, seed }: { readonly path: string; readonly seed: number },
  { reducible, fn }: Reduction<Case>,
): Promise<void> {
  const position = Number(path.split(':')[0])
  const row = rows[position]
  if (!row) throw new Error(`the table has no row ${position}`)
  const inside = path.replace(/^\d+/, '0')
  const found = await replay(trial, originOf(row, reducible, inside), functionOf(row, fn))
  if (found) throw withCounterexample(trial, { ...found, path }, seed)
}

/** A row draws nothing: there is but one value, and what it gets smaller to. */
function originOf<Case>(
  { one }: TableRow<Case>,
  reducible: Reduction<Case>['reducible'],
  path: string,
): Origin<Case> {
  return { arbitrary: reducible(one), seed: 0, path }
}

function functionOf<Case>({ name }: TableRow<Case>, fn: Reduction<Case>['fn']) {
  return (context: Context, one: Case) => fn(context, one, name)
}
