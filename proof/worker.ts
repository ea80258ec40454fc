import { parentPort } from 'node:worker_threads'
import { runOnThrowaway } from '../harness/engine/in-process.ts'
import type { RunResult } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import { applyAll } from '../mock/apply.ts'
import { contractPolicies } from '../mock/policies/index.ts'
import { suites } from '../suites/index.ts'
import { type Extent, type Flagged, isNamed, type ProofCase, type ProofResult } from './matrix.ts'

const CONCURRENCY = 16

// Runs one case after another, for the command that holds the list.
parentPort?.on('message', async (proofCase: ProofCase) => parentPort?.postMessage(await runCase(proofCase)))

async function runCase(proofCase: ProofCase): Promise<ProofResult> {
  const started = performance.now()
  const flagged: Flagged[] = []
  let requests = 0
  for (const extent of proofCase.attempts) {
    const result = await run(proofCase, extent)
    flagged.push(...flaggedIn(result))
    requests += result.run.requests
    if (isNamed(proofCase, flagged)) break
  }
  return { proofCase, flagged, requests, durationMs: Math.round(performance.now() - started) }
}

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

function flaggedIn({ requirements }: RunResult): Flagged[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(({ id, verdict, violations: [first], reason = '' }) => {
      const why = first ? `expected ${first.expected}; received ${first.received}` : reason
      return { id, verdict, why: first?.case ? `${first.case}: ${why}` : why }
    })
}
