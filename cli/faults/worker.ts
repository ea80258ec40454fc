import { parentPort } from 'node:worker_threads'
import { runDirectly } from '../../harness/direct-run.ts'
import { openMock } from '../../harness/open-target.ts'
import type { RunResult } from '../../harness/result.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import type { Flagged, Trial, TrialResult } from '../../reports/matrix/matrix.ts'
import '../../suites/index.ts'

// Runs one trial after another, for the command that holds the list.
parentPort?.on('message', async (trial: Trial) => parentPort?.postMessage(await runTrial(trial)))

async function runTrial(trial: Trial): Promise<TrialResult> {
  const started = performance.now()
  const opened = await openMock({ policies: applyAll(contractPolicies, trial) })
  try {
    const { seed } = trial
    const run = (only: Trial['only'], runs: number, glance?: number) =>
      runDirectly({ target: opened.target, seed, runs, strict: false, only, ...(glance ? { glance } : {}) })
    const results: RunResult[] = []
    if (trial.only.length > 0) results.push(await run(trial.only, trial.runs))
    if (trial.wideRuns > 0) results.push(await run(trial.wide, trial.wideRuns, trial.glance))
    return {
      trial,
      flagged: results.flatMap(flaggedIn),
      requests: results.reduce((sum, result) => sum + result.run.requests, 0),
      durationMs: Math.round(performance.now() - started),
    }
  } finally {
    await opened.close()
  }
}

function flaggedIn({ requirements }: RunResult): Flagged[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(({ id, verdict, violations: [first], reason = '' }) => {
      const why = first ? `expected ${first.expected}; received ${first.received}` : reason
      return { id, verdict, why: first?.case ? `${first.case}: ${why}` : why }
    })
}
