import { Collector } from './collector.ts'
import { judge } from './judge.ts'
import { declaredTests } from './requirement.ts'
import type { RunResult } from './result.ts'
import { Session } from './session.ts'
import type { RunSettings } from './settings.ts'

/**
 * Runs the suites that are imported here and now, without vitest: for whoever runs them hundreds of times over and
 * cannot wait for a test runner to start each time. The verdicts are the same; nothing watches over the tests.
 */
export async function runDirectly(settings: RunSettings): Promise<RunResult> {
  const session = new Session(settings)
  const collector = new Collector(settings)
  try {
    const tests = declaredTests(settings)
    await Promise.all(tests.map(async (test) => collector.add(await judge(session, test))))
    return collector.result()
  } finally {
    await session.close()
  }
}
