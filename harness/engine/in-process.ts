import { declaredTests } from '../authoring/requirement.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RunResult } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import { Session } from '../session/session.ts'
import { Collector } from './collector.ts'
import { judgeAll } from './judge.ts'

/**
 * Runs the suites that are imported here and now: for whoever runs them hundreds of times over and cannot wait for a
 * worker to start each time. The verdicts are the same; nothing watches over the tests, and nothing is put back.
 * @param onEvidence is told what each test found, as it ends.
 */
export async function runDirectly(
  settings: RunSettings,
  onEvidence: (evidence: Evidence) => void = () => {},
): Promise<RunResult> {
  const session = new Session(settings)
  const collector = new Collector(settings)
  try {
    await judgeAll(session, declaredTests(settings), (evidence) => {
      onEvidence(evidence)
      collector.add(evidence)
    })
    const result = collector.result()
    return { ...result, run: { ...result.run, requests: session.http.requests } }
  } finally {
    await session.close()
  }
}
