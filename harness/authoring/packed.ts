import type { TargetConfig } from '../../client/environment/config.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { sample } from '../model/sampling.ts'
import { ManyViolationsError, ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'
import type { Axis } from './axis.ts'
import { inParts } from './in-parts.ts'
import { judging } from './judging.ts'
import type { RequirementTest } from './requirement.ts'

/** As many cases as share one thing, at most: they are tried one after the other, and packs side by side. */
const PACK = 36

/** What is dead after this may have died of its age, as a code does (RFC 6749, 4.1.2), and not of a case. */
const YOUNG_MS = 1_000
/** A pack that was too slow for what its cases share is sent once more in this many parts. */
const PARTS = 4

/** What cases share, such as a code that each of them must be refused for. */
export interface Shared<Item, Case> {
  /** A new one. */
  begin(context: Context): Promise<Item>
  /**
   * Tries one case; throws ViolationError where the target breaks the requirement.
   * @param isAlone whether it has the item for itself, so that whatever became of the item it did.
   */
  attempt(context: Context, item: Item, one: Case, isAlone: boolean): Promise<void>
  /** Whether it still works, so that a refusal was due to the case and not to the case before. */
  isAlive(context: Context, item: Item): Promise<boolean>
}

interface Failure {
  readonly name: string
  readonly error: Error
}

/**
 * The same test over the values of an axis, as `cases` does it, where the cases share something that a refused case
 * leaves as it is. Costs one request for a case. Where what they share does not outlive a pack, its cases are tried once
 * more: a few with one of their own where the pack took long, else each.
 */
export function packed<Item, Case>(
  label: string,
  axis: Axis<Case> | ((target: TargetConfig) => Axis<Case>),
  shared: Shared<Item, Case>,
): RequirementTest {
  const axisFor = (target: TargetConfig) => (typeof axis === 'function' ? axis(target) : axis)
  const namesOf = (target: TargetConfig) => {
    const { name, values } = axisFor(target)
    return { [name]: Object.keys(values) }
  }
  return {
    label,
    axes: namesOf,
    async run(trial) {
      const { target, settings } = trial.session
      const { name, values } = axisFor(target)
      const { cases: again } = trial.again
      const all = Object.entries(values)
      const chosen = again
        ? all.filter(([one]) => again.includes(one))
        : sample(all, settings.seed, trial.sampling)
      trial.axes = namesOf(target)
      const failures: Failure[] = []
      const settled = await trial.settle(
        inParts(chosen, PACK).map((pack) => () => tryPack(trial, name, pack, shared, failures)),
      )
      throwViolations(failures)
      const broken = settled.find((result) => result.status === 'rejected')
      if (broken) throw broken.reason
      throwOpen(failures, chosen.length)
    },
  }
}

/** Tries cases one after the other. @param failures gets those that failed, and how; also where it throws in the end */
async function tryPack<Item, Case>(
  trial: Trial,
  axis: string,
  pack: readonly (readonly [string, Case])[],
  shared: Shared<Item, Case>,
  failures: Failure[],
): Promise<void> {
  const context = trial.context()
  const started = performance.now()
  let unproven: (readonly [string, Case])[] = []
  const prove = () => {
    for (const [name, one] of unproven) {
      trial.countCase()
      trial.rows.push({ [axis]: name })
      if (!failures.some((failure) => failure.name === name)) trial.tell(one, { [axis]: name })
    }
    unproven = []
  }
  try {
    let held: { readonly item: Item } | undefined
    for (const one of pack) {
      try {
        held ??= { item: await shared.begin(context) }
        const { item } = held
        await judging(trial, context, () => shared.attempt(context, item, one[1], pack.length === 1))
        unproven.push(one)
      } catch (error) {
        if (!isVerdict(error)) throw error
        failures.push({ name: one[0], error })
        if (!(error instanceof ViolationError)) continue
        trial.tell(one[1], { [axis]: one[0] }, error)
        // What it was taken for worked until now: those before were refused for their own sake.
        unproven.push(one)
        prove()
        held = undefined
      }
    }
    const needsNoProof = pack.length === 1 || unproven.length === 0
    if (needsNoProof || !held || (await isAlive(shared, context, held.item))) return prove()
  } finally {
    context.close()
  }
  const size = performance.now() - started > YOUNG_MS ? Math.ceil(unproven.length / PARTS) : 1
  for (const part of inParts(unproven, size)) await tryPack(trial, axis, part, shared, failures)
}

/** What could not be found out proves nothing. */
async function isAlive<Item, Case>(
  shared: Shared<Item, Case>,
  context: Context,
  item: Item,
): Promise<boolean> {
  try {
    return await shared.isAlive(context, item)
  } catch (error) {
    if (error instanceof InconclusiveError) return false
    throw error
  }
}

function isVerdict(error: unknown): error is Error {
  return (
    error instanceof ViolationError ||
    error instanceof InconclusiveError ||
    error instanceof NotApplicableError
  )
}

/** As a table does: violations come before all else. */
function throwViolations(failures: readonly Failure[]): void {
  const violations = failures.flatMap(({ name, error }) =>
    error instanceof ViolationError ? [{ case: name, violation: error }] : [],
  )
  if (violations.length > 0) throw new ManyViolationsError(violations)
}

/** Where nothing is broken: what could not be decided. A case that does not apply is no matter. */
function throwOpen(failures: readonly Failure[], count: number): void {
  const open = failures.find(({ error }) => error instanceof InconclusiveError)
  if (open) throw open.error
  if (failures[0] && failures.length === count) throw failures[0].error
  if (count === 0) throw new NotApplicableError('this target has nothing of the kind that is tried')
}
