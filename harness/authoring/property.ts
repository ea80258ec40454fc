import fc, { type Arbitrary } from 'fast-check'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { commandLine } from '../model/command-line.ts'
import { sample } from '../model/sampling.ts'
import { ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'
import { judging } from './judging.ts'
import type { RequirementTest } from './requirement.ts'

/** How a property differs from the ordinary. */
export interface PropertyOptions<Value> {
  /** Part of the run's cases that it tries; less than 1 where each case costs a login. */
  readonly share?: number
  /** Values that are always tried, before the generated ones. */
  readonly examples?: readonly Value[]
}

/** Cases of one property that are under way at the same time. */
const LANES = 4

/** Shrinking sends requests too: it ends after so many tries or milliseconds, with the smallest case by then. */
const MAX_SHRINK_TRIES = 40
const MAX_SHRINK_MS = 4_000

/** Tries one generated value. */
export type PropertyBody<Value> = (context: Context, value: Value) => Promise<void>

type PropertyArguments<Value> = readonly [
  arbitrary: Arbitrary<Value>,
  body: PropertyBody<Value>,
  options?: PropertyOptions<Value>,
]

/**
 * The same test over generated values, several at once; the first that breaks the requirement is shrunk.
 *
 * The values are drawn beforehand, so the run's seed alone decides them, whatever order they finish in; the index of
 * a failed one is the path from which fast-check shrinks.
 */
export function property<Value>(...args: PropertyArguments<Value>): RequirementTest
export function property<Value>(label: string, ...args: PropertyArguments<Value>): RequirementTest
export function property<Value>(
  ...args: PropertyArguments<Value> | readonly [string, ...PropertyArguments<Value>]
): RequirementTest {
  const [label, arbitrary, body, options = {}] = isLabelled(args) ? args : [undefined, ...args]
  return {
    ...(label === undefined ? {} : { label }),
    run: (trial) =>
      tryProperty(
        trial,
        arbitrary,
        (context, value) => judging(trial, context, () => body(context, value)),
        options,
      ),
  }
}

function isLabelled<Value>(
  args: PropertyArguments<Value> | readonly [string, ...PropertyArguments<Value>],
): args is readonly [string, ...PropertyArguments<Value>] {
  return typeof args[0] === 'string'
}

async function tryProperty<Value>(
  trial: Trial,
  arbitrary: Arbitrary<Value>,
  body: PropertyBody<Value>,
  { share = 1, examples: all = [] }: PropertyOptions<Value>,
): Promise<void> {
  const { seed, runs: whole } = trial.session.settings
  const replay = trial.again.generated ?? trial.session.settings.replay
  const runs = trial.sampling?.runs ?? whole
  const examples = sample(all, seed, trial.sampling)
  if (replay) {
    const found = await check(trial, arbitrary, body, { ...replay, examples, endOnFailure: true })
    if (found !== undefined) throw found
    return
  }
  const numRuns = Math.max(1, Math.ceil(runs * share)) + examples.length
  const values: Value[] = fc.sample<Value>(arbitrary, {
    seed: seedOf(seed, trial.name),
    numRuns,
    examples: [...examples],
  })
  const failure = await firstFailure(trial, values, body)
  if (!failure) return
  const { index, value, violation } = failure
  const path = `${index}`
  const smaller = await check(trial, arbitrary, body, {
    seed,
    path,
    examples,
    requirement: violation.requirement,
  })
  throw smaller instanceof ViolationError ? smaller : withCounterexample(trial, violation, value, seed, path)
}

interface Failure<Value> {
  readonly index: number
  readonly value: Value
  readonly violation: ViolationError
}

async function firstFailure<Value>(
  trial: Trial,
  values: readonly Value[],
  body: PropertyBody<Value>,
): Promise<Failure<Value> | undefined> {
  const failures: Failure<Value>[] = []
  const undecided: Error[] = []
  const queue = values.entries()
  const lane = async () => {
    const context = trial.context()
    for (const [index, value] of queue) {
      if (failures.length > 0) break
      try {
        await body(context, value)
        trial.countCase()
      } catch (error) {
        if (error instanceof ViolationError) failures.push({ index, value, violation: error })
        else if (error instanceof InconclusiveError || error instanceof NotApplicableError)
          undecided.push(error)
        else throw error
      }
    }
    context.close()
  }
  const settled = await trial.settle(Array.from({ length: LANES }, () => lane))
  const rejected = settled.find((result) => result.status === 'rejected')
  if (failures.length === 0 && rejected) throw rejected.reason
  // A case that could not be decided is no matter where others were; where none was, nothing was shown.
  const open = undecided.find((error) => error instanceof InconclusiveError) ?? undecided[0]
  if (failures.length === 0 && open && undecided.length === values.length) throw open
  return failures.toSorted((a, b) => a.index - b.index)[0]
}

/** What the run's seed makes for one property: two that draw from the same values would otherwise try the same ones. */
function seedOf(runSeed: number, name: string): number {
  return (
    [...name].reduce((hash, character) => (Math.imul(hash, 31) + character.charCodeAt(0)) | 0, runSeed) >>> 1
  )
}

/** Runs one case by its path and shrinks it. Returns what it threw; undefined where it does not fail this time. */
async function check<Value>(
  trial: Trial,
  arbitrary: Arbitrary<Value>,
  body: PropertyBody<Value>,
  how: {
    seed: number
    path: string
    examples: readonly Value[]
    endOnFailure?: boolean
    requirement?: string | undefined
  },
): Promise<unknown> {
  const { seed, path, examples, endOnFailure = false } = how
  const maxTries = endOnFailure ? 1 : MAX_SHRINK_TRIES
  const context = trial.context()
  const until = performance.now() + MAX_SHRINK_MS
  let tries = 0
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // A case that is not tried counts as kept, which ends the shrinking.
    if (++tries > maxTries || performance.now() > until) return
    trial.countCase()
    try {
      await body(context, value)
    } catch (error) {
      // Shrinking must not wander off to another mistake.
      if (error instanceof ViolationError && (tries === 1 || error.requirement === how.requirement))
        throw error
      if (tries === 1) throw error
    }
  })
  const details = await fc.check(property, {
    seed: seedOf(seed, trial.name),
    path,
    numRuns: 1,
    endOnFailure,
    examples: examples.map((one): [Value] => [one]),
  })
  const error = details.errorInstance
  if (!(error instanceof ViolationError)) return error ?? undefined
  return withCounterexample(
    trial,
    error,
    details.counterexample?.[0],
    seed,
    details.counterexamplePath ?? path,
  )
}

function withCounterexample(
  trial: Trial,
  violation: ViolationError,
  value: unknown,
  seed: number,
  path: string,
): ViolationError {
  const { target, envFile } = trial.session.settings
  const replay = `${commandLine(target.kind, envFile)} --replay '${trial.name}:${seed}:${path}'`
  const counterexample = { value: fc.stringify(value), seed, path, replay }
  return new ViolationError({ ...violation.finding, counterexample }, violation.requirement)
}
