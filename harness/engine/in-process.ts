import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { TestedFamily } from '../authoring/family.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RunResult } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import { advise } from '../session/advise.ts'
import { reasonToEnd } from '../session/interruptible.ts'
import { Session } from '../session/session.ts'
import { Collector } from './collector.ts'
import { plannedTests, runAll } from './run-all.ts'
import { runSession } from './run-session.ts'

/**
 * Runs suites in this process, as the worker of a command does in its own: for a test runner.
 * @param watch.signal ends the run early; what is known by then is the result.
 * @param watch.secrets is told every secret of the run.
 */
export async function runInProcess(
  settings: RunSettings,
  suites: readonly TestedFamily[],
  { signal, secrets }: { readonly signal: AbortSignal; readonly secrets: SecretRegistry },
): Promise<RunResult> {
  const session = new Session(settings)
  const collector = new Collector(settings)
  const end = () => session.abort.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  await runSession(session, suites, (report) => collector.take(report))
  collector.tellSecrets(secrets)
  return collector.result(signal.aborted ? reasonToEnd(signal) : undefined)
}

/**
 * Runs suites in this process for whoever throws the target away afterwards and does so hundreds of times over, as the
 * matrix of faults does. The verdicts are the same; nothing watches over the tests, and nothing is put back.
 * @param onEvidence is told what each test found, as it ends.
 */
export async function runOnThrowaway(
  settings: RunSettings,
  suites: readonly TestedFamily[],
  onEvidence: (evidence: Evidence) => void = () => {},
): Promise<RunResult> {
  const session = new Session(settings)
  const collector = new Collector(settings)
  try {
    await runAll(session, plannedTests(suites, settings), (evidence) => {
      onEvidence(evidence)
      collector.take({ evidence })
    })
    const advice = await advise(session)
    const result = collector.result()
    return { ...result, advice, run: { ...result.run, requests: session.http.requests } }
  } finally {
    await session.close()
  }
}
