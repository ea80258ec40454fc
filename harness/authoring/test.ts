import type { Context } from '../session/context.ts'
import { judging } from './judging.ts'
import type { RequirementTest } from './requirement.ts'

/** The test itself: it throws what its matchers throw. */
type TestBody = (context: Context) => Promise<void>

/** A test that is one case. */
export function test(body: TestBody): RequirementTest
export function test(label: string, body: TestBody): RequirementTest
export function test(...args: readonly [TestBody] | readonly [string, TestBody]): RequirementTest {
  const [label, body] = args.length === 1 ? [undefined, args[0]] : args
  return {
    ...(label === undefined ? {} : { label }),
    run: (trial) => judging(trial, trial.context(), body),
  }
}
