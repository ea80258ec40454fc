import type { Context } from '../session/context.ts'
import { judging } from './judging.ts'
import type { RequirementTest } from './requirement.ts'

/** The test itself: it throws what its matchers throw. */
type TestFunction = (context: Context) => Promise<void>

/** A test that is one case. */
export function test(fn: TestFunction): RequirementTest
export function test(label: string, fn: TestFunction): RequirementTest
export function test(...args: readonly [TestFunction] | readonly [string, TestFunction]): RequirementTest {
  const [label, fn] = args.length === 1 ? [undefined, args[0]] : args
  return {
    ...(label === undefined ? {} : { label }),
    run: (trial) => judging(trial, trial.context(), fn),
  }
}
