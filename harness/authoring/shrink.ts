import fc, { type Arbitrary } from 'fast-check'
import { commandLine } from '../model/command-line.ts'
import { byKind, isPartOf, kindOf } from '../model/kinds.ts'
import { ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'

/** What draws a value, and where fast-check finds it. */
export interface Origin<Value> {
  readonly arbitrary: Arbitrary<Value>
  /** The seed that fast-check draws by. */
  readonly seed: number
  readonly path: string
  readonly examples?: readonly Value[]
}

/** A value that broke the requirement, and where fast-check finds it. */
export interface FailingValue<Value> {
  readonly value: Value
  readonly path: string
  readonly violation: ViolationError
}

/** Tries one generated value: it throws what its matchers throw. */
export type PropertyFunction<Value> = (context: Context, value: Value) => Promise<void>

/**
 * The smallest value that breaks the requirement in the same way, as far as the user's patience goes. A smaller one is
 * taken only where it breaks it twice.
 */
export async function smallest<Value>(
  trial: Trial,
  origin: Origin<Value>,
  fn: PropertyFunction<Value>,
  found: FailingValue<Value>,
): Promise<FailingValue<Value>> {
  const { patience } = trial.session
  const kind = kindOf(found.violation.finding)
  const isAlike = (error: unknown): error is ViolationError =>
    error instanceof ViolationError &&
    error.requirement === found.violation.requirement &&
    isPartOf(kindOf(error.finding), kind)
  const harmless = new Set<string>()
  return check(trial, origin, found, async (context, value) => {
    // What is not tried counts as harmless, which ends the search.
    if (!patience.hasTimeFor(trial.requirement) || harmless.has(fc.stringify(value))) return
    for (let time = 0; time < 2; time++) {
      trial.countCase()
      const error = await thrownBy(fn(context, value))
      if (!isAlike(error)) {
        harmless.add(fc.stringify(value))
        return
      }
      if (time > 0) throw error
    }
  })
}

/** At most this many kinds of failure are made smaller for one property. */
const MAX_KINDS = 5

/** The first failure of each kind of mistake, those first that take the fewest requests. */
export function firstOfEachKind<Failure extends { readonly violation: ViolationError }>(
  failures: readonly Failure[],
): readonly Failure[] {
  const inOrder = failures.toSorted(
    (a, b) => a.violation.finding.exchanges.length - b.violation.finding.exchanges.length,
  )
  const requirements = [...new Set(failures.map(({ violation }) => violation.requirement))]
  return requirements
    .flatMap((requirement) => {
      const same = inOrder.filter(({ violation }) => violation.requirement === requirement)
      return byKind(same.map((failure) => ({ ...failure.violation.finding, failure })))
    })
    .map(({ violation: { failure } }) => failure)
    .slice(0, MAX_KINDS)
}

/** Sends one case again, by its path. @throws what the function throws; a violation with the counterexample. */
export async function replay<Value>(
  trial: Trial,
  origin: Origin<Value>,
  fn: PropertyFunction<Value>,
): Promise<FailingValue<Value> | undefined> {
  let other: unknown
  let isSent = false
  const found = await check(
    trial,
    origin,
    undefined,
    async (context, value) => {
      // What follows on the path is not asked for.
      if (isSent) return
      isSent = true
      trial.countCase()
      other = await thrownBy(fn(context, value))
      if (other instanceof ViolationError) throw other
    },
    { endOnFailure: true },
  )
  if (other !== undefined && !found) throw other
  return found
}

/** The error itself, of which it is to be decided what it says. */
async function thrownBy(running: Promise<void>): Promise<unknown> {
  return running.then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Lets fast-check follow a path, and shrink. Returns the smallest failure, or `otherwise` where there was none. */
async function check<Value, Otherwise>(
  trial: Trial,
  { arbitrary, seed, path, examples = [] }: Origin<Value>,
  otherwise: Otherwise,
  attempt: PropertyFunction<Value>,
  { endOnFailure = false } = {},
): Promise<FailingValue<Value> | Otherwise> {
  const context = trial.context()
  let last: { readonly value: Value; readonly violation: ViolationError } | undefined
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const error = await thrownBy(attempt(context, value))
    if (error instanceof ViolationError) last = { value, violation: error }
    if (error !== undefined) throw error
  })
  const { counterexamplePath } = await fc.check(property, {
    seed,
    path,
    numRuns: 1,
    endOnFailure,
    examples: examples.map((one): [Value] => [one]),
  })
  context.close()
  return last ? { ...last, path: counterexamplePath ?? path } : otherwise
}

/** The violation with the value that shows it, and the command that sends it again. */
export function withCounterexample(
  trial: Trial,
  { value, path, violation }: FailingValue<unknown>,
  seed: number,
): ViolationError {
  const { target, envFile } = trial.session.settings
  const command = `${commandLine(target.kind, envFile)} --replay '${trial.name}:${seed}:${path}'`
  const counterexample = { value: fc.stringify(value), seed, path, replay: command }
  return new ViolationError({ ...violation.finding, counterexample }, violation.requirement)
}
