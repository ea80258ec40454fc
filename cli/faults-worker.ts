import { parentPort } from 'node:worker_threads'
import { runDirectly } from '../harness/direct-run.ts'
import { openMock } from '../harness/open-target.ts'
import type { RunResult } from '../harness/result.ts'
import { applyAll } from '../mock/apply.ts'
import { contractPolicies } from '../mock/policies/index.ts'
import type { Flagged, Trial, TrialResult } from '../reports/matrix/matrix.ts'
import '../suites/index.ts'

/** Runs one trial after another, for the command that holds the list. */
parentPort?.on('message', (trial: Trial) => {
  void runTrial(trial).then((result) => parentPort?.postMessage(result))
})

async function runTrial(trial: Trial): Promise<TrialResult> {
  const started = performance.now()
  const policies = applyAll(contractPolicies, trial)
  const opened = await openMock({ policies })
  try {
    const settings = { target: opened.target, seed: trial.seed, strict: false }
    const results: RunResult[] = []
    if (trial.only) results.push(await runDirectly({ ...settings, runs: trial.runs, only: trial.only }))
    if (trial.collateralRuns > 0) results.push(await runDirectly({ ...settings, runs: trial.collateralRuns }))
    return {
      trial,
      flagged: results.flatMap(flaggedIn),
      undecided: (results.at(-1)?.requirements ?? [])
        .filter(({ verdict }) => verdict === 'inconclusive')
        .map(({ id }) => id),
      requests: results.reduce((sum, { run }) => sum + run.requests, 0),
      durationMs: Math.round(performance.now() - started),
    }
  } finally {
    await opened.close()
  }
}

function flaggedIn({ requirements }: RunResult): Flagged[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(({ id, verdict, violations: [first], reason }) => ({
      id,
      verdict,
      why: first ? `expected ${first.expected}; received ${first.received}` : (reason ?? ''),
    }))
}
