import { parentPort } from 'node:worker_threads'
import { runOnThrowaway } from '../harness/engine/in-process.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import { applyAll } from '../mock/apply.ts'
import { contractPolicies } from '../mock/policies/index.ts'
import { suites } from '../suites/index.ts'
import { type Extent, type Flagged, isNamed, type Trial, type TrialResult } from './matrix.ts'

const CONCURRENCY = 16

// Runs one trial after another, for the command that holds the list.
parentPort?.on('message', async (trial: Trial) => parentPort?.postMessage(await runTrial(trial)))

async function runTrial(trial: Trial): Promise<TrialResult> {
  const started = performance.now()
  const flagged: Flagged[] = []
  let requests = 0
  for (const extent of trial.attempts) {
    const result = await run(trial, extent)
    flagged.push(...flaggedIn(result))
    requests += result.run.requests
    if (isNamed(trial, flagged)) break
  }
  return { trial, flagged, requests, durationMs: Math.round(performance.now() - started) }
}

/** A run against a mock of its own: what one run did to a broken service is not to trouble the next. */
async function run(trial: Trial, extent: Extent): Promise<RunResult> {
  const opened = await openMock({ policies: applyAll(contractPolicies, trial) })
  try {
    return await runOnThrowaway(
      {
        target: opened.target,
        strict: false,
        verdictsOnly: true,
        // Connections to oneself cost more than they save.
        rateLimits: { concurrency: CONCURRENCY },
        ...extent,
      },
      suites,
    )
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
