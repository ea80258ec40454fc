import { parentPort } from 'node:worker_threads'
import { runOnThrowaway } from '../harness/engine/in-process.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import { applyAll } from '../mock/apply.ts'
import { contractPolicies } from '../mock/policies/index.ts'
import { suites } from '../suites/index.ts'
import { attempt } from './attempts.ts'
import type { Extent, ProofCase } from './matrix.ts'

const CONCURRENCY = 16

// Runs one case after another, for the command that holds the list.
parentPort?.on('message', async (proofCase: ProofCase) => {
  parentPort?.postMessage(await attempt(proofCase, run))
})

/** A run against a mock of its own: what one run did to a broken service is not to trouble the next. */
async function run(proofCase: ProofCase, extent: Extent): Promise<RunResult> {
  const opened = await openMock({ policies: applyAll(contractPolicies, proofCase) })
  try {
    return await runOnThrowaway(
      {
        target: opened.target,
        strict: false,
        verdictsOnly: true,
        once: true,
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
