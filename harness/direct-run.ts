import { Collector } from './collector.ts'
import type { Evidence } from './evidence.ts'
import { judge } from './judge.ts'
import { declaredTests } from './requirement.ts'
import type { RunResult } from './result.ts'
import { Session } from './session.ts'
import type { RunSettings } from './settings.ts'

/**
 * Runs the suites that are imported here and now, without vitest: for whoever runs them hundreds of times over and
 * cannot wait for a test runner to start each time. The verdicts are the same; nothing watches over the tests.
 * @param onEvidence is told what each test found, as it ends.
 */
export async function runDirectly(
  settings: RunSettings,
  onEvidence: (evidence: Evidence) => void = () => {},
): Promise<RunResult> {
  const session = new Session(settings)
  const collector = new Collector(settings)
  try {
    const tests = declaredTests(settings)
    await Promise.all(
      tests.map(async (test) => {
        const evidence = await judge(session, test)
        onEvidence(evidence)
        collector.add(evidence)
      }),
    )
    const result = collector.result()
    return { ...result, run: { ...result.run, requests: session.http.requests } }
  } finally {
    await session.close()
  }
}
