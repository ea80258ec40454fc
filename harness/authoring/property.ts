import fc, { type Arbitrary } from 'fast-check'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { sample } from '../model/sampling.ts'
import { ManyViolationsError, ViolationError } from '../model/violation.ts'
import type { Trial } from '../session/trial.ts'
import { judging } from './judging.ts'
import { isLabelled, type MaybeLabelled } from './labelled.ts'
import type { RequirementTest } from './requirement.ts'
import {
  type FailingValue,
  firstOfEachKind,
  type PropertyFunction,
  replay,
  smallest,
  withCounterexample,
} from './shrink.ts'

/** How a property differs from the ordinary. */
interface PropertyOptions<Value> {
  /**
   * Fraction of the run's cases (`--runs`) that it tries, at least one: 0.01 where tables cover the values already, and
   * less than 1 also where each case costs a login. 1 unless told otherwise.
   */
  readonly share?: number
  /** Values that are always tried, before the generated ones. */
  readonly examples?: readonly Value[]
}

/** Cases of one property that are under way at the same time. */
const LANES = 4

type PropertyArguments<Value> = readonly [
  arbitrary: Arbitrary<Value>,
  fn: PropertyFunction<Value>,
  options?: PropertyOptions<Value>,
]

/**
 * The same test over generated values, several at once; of those that break the requirement, the first of each kind is
 * made as small as it can be.
 *
 * The values are drawn beforehand, so the run's seed alone decides them, whatever order they finish in; the index of
 * a failed one is the path from which fast-check shrinks.
 */
export function property<Value>(...args: PropertyArguments<Value>): RequirementTest
export function property<Value>(label: string, ...args: PropertyArguments<Value>): RequirementTest
export function property<Value>(...args: MaybeLabelled<PropertyArguments<Value>>): RequirementTest {
  const [label, arbitrary, fn, options = {}] = isLabelled<PropertyArguments<Value>>(args)
    ? args
    : [undefined, ...args]
  return {
    ...(label === undefined ? {} : { label }),
    run: (trial) =>
      tryProperty(
        trial,
        arbitrary,
        (context, value) => judging(trial, context, () => fn(context, value)),
        options,
      ),
  }
}

async function tryProperty<Value>(
  trial: Trial,
  arbitrary: Arbitrary<Value>,
  fn: PropertyFunction<Value>,
  { share = 1, examples: all = [] }: PropertyOptions<Value>,
): Promise<void> {
  const { seed, runs: whole, replay: named } = trial.session.settings
  const runs = trial.sampling?.runs ?? whole
  const examples = sample(all, seed, trial.sampling)
  const originAt = (path: string, by = seed) => ({
    ...{ arbitrary, path, examples },
    seed: seedOf(by, trial.name),
  })
  const again = trial.again.generated ?? (named ? [named] : undefined)
  if (again) {
    const found: ViolationError[] = []
    let undecided: InconclusiveError | undefined
    for (const one of again) {
      try {
        const broken = await replay(trial, originAt(one.path, one.seed), fn)
        if (broken) found.push(withCounterexample(trial, broken, one.seed))
      } catch (error) {
        if (!(error instanceof InconclusiveError)) throw error
        undecided = error
      }
    }
    throwAll(found)
    if (undecided) throw undecided
    return
  }
  const numRuns = Math.max(1, Math.ceil(runs * share)) + examples.length
  const values: Value[] = fc.sample<Value>(arbitrary, {
    seed: seedOf(seed, trial.name),
    numRuns,
    examples: [...examples],
  })
  if (values.length === 0) throw new InconclusiveError('no value was generated')
  const failures = await tryValues(trial, values, fn)
  const smaller: ViolationError[] = []
  for (const one of firstOfEachKind(failures))
    smaller.push(withCounterexample(trial, await smallest(trial, originAt(one.path), fn, one), seed))
  throwAll(smaller)
}

function throwAll(found: readonly ViolationError[]): void {
  const [first, ...others] = found
  if (first && others.length === 0) throw first
  if (first) throw new ManyViolationsError(found.map((violation) => ({ violation })))
}

/** Tries all of the values, also after one has failed: another may show another mistake. */
async function tryValues<Value>(
  trial: Trial,
  values: readonly Value[],
  fn: PropertyFunction<Value>,
): Promise<readonly FailingValue<Value>[]> {
  const failures: (FailingValue<Value> & { readonly index: number })[] = []
  const undecided: Error[] = []
  const queue = values.entries()
  const lane = async () => {
    const context = trial.context()
    try {
      for (const [index, value] of queue) {
        try {
          await fn(context, value)
          trial.countCase()
          trial.tell(value)
        } catch (error) {
          if (error instanceof ViolationError) {
            failures.push({ index, value, path: `${index}`, violation: error })
            trial.tell(value, {}, error)
          } else if (error instanceof InconclusiveError || error instanceof NotApplicableError)
            undecided.push(error)
          else throw error
        }
      }
    } finally {
      context.close()
    }
  }
  const settled = await trial.settle(Array.from({ length: LANES }, () => lane))
  const rejected = settled.find((result) => result.status === 'rejected')
  if (failures.length === 0 && rejected) throw rejected.reason
  if (failures.length === 0) requireMost(values.length, undecided)
  return failures.toSorted((a, b) => a.index - b.index)
}

/**
 * A few values that could not be decided are no matter where the others were; where most were not, little was shown.
 * @throws InconclusiveError where most of the values are open; NotApplicableError where none of them applies.
 */
function requireMost(values: number, undecided: readonly Error[]): void {
  const open = undecided.filter((error) => error instanceof InconclusiveError)
  const [first = undecided[0]] = open
  if (first && undecided.length === values) throw first
  if (first instanceof InconclusiveError && open.length * 2 > values)
    throw new InconclusiveError(
      `only ${values - undecided.length} of ${values} values could be decided: ${first.message}`,
      first.needs,
    )
}

/** What the run's seed makes for one property: two that draw from the same values would otherwise try the same ones. */
function seedOf(runSeed: number, name: string): number {
  return (
    [...name].reduce((hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0, runSeed) >>> 1
  )
}
