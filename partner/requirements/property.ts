import fc, { type Arbitrary } from 'fast-check'
import { InconclusiveError } from '../../contract/verdict.ts'
import { commandLine } from '../../harness/model/command-line.ts'
import { ViolationError } from '../../harness/model/violation.ts'
import type { Trial } from '../session/trial.ts'

/**
 * Tries generated values one after the other; the first that breaks the requirement is made as small as it can be. The
 * seed of the examination alone decides the values.
 * @param examples values that are always tried, before the generated ones
 * @throws ViolationError with the counterexample; what else `run` throws ends it, and is thrown on unless it is an
 * InconclusiveError after something was judged: that is a remark
 */
export async function tryValues<Value>(
  trial: Trial,
  arbitrary: Arbitrary<Value>,
  run: (value: Value) => Promise<void>,
  examples: readonly Value[] = [],
): Promise<void> {
  const { seed, runs, replay, config } = trial.examination
  const before = trial.judged
  let tried = 0
  let smallest: { readonly value: Value; readonly violation: ViolationError } | undefined
  let stopped: unknown
  const property = fc.asyncProperty(arbitrary, async (value) => {
    // Where the application gives up, nothing is gained by smaller values.
    if (stopped !== undefined) return
    try {
      await run(value)
      tried += 1
    } catch (error) {
      if (!(error instanceof ViolationError)) {
        stopped = error
        return
      }
      smallest = { value, violation: error }
      throw error
    }
  })
  const { counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: runs + examples.length,
    examples: examples.map((one): [Value] => [one]),
    ...(replay ? { path: replay.path } : {}),
  })
  if (smallest !== undefined) {
    const path = counterexamplePath ?? '0'
    const command = `${commandLine('application', config.envFile)} --replay '${trial.name}:${seed}:${path}'`
    const counterexample = { value: fc.stringify(smallest.value), seed, path, replay: command }
    throw new ViolationError({ ...smallest.violation.finding, counterexample })
  }
  if (stopped instanceof InconclusiveError)
    trial.leaveOpen(stopped, before, `what would have come after ${tried} generated values of ${trial.name}`)
  else if (stopped !== undefined) throw stopped
}
