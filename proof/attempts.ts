import type { RunResult } from '../harness/model/result.ts'
import { type Extent, type Flagged, isNamed, type ProofCase, type ProofResult } from './matrix.ts'

/** Tries a case in each of its ways, until the fault is noticed and rightly named. */
export async function attempt(
  proofCase: ProofCase,
  run: (proofCase: ProofCase, extent: Extent) => Promise<RunResult>,
): Promise<ProofResult> {
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

function flaggedIn({ requirements }: RunResult): Flagged[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(({ id, verdict, violations: [first], reason = '' }) => {
      const why = first ? `expected ${first.expected}; received ${first.received}` : reason
      return { id, verdict, why: first?.case ? `${first.case}: ${why}` : why }
    })
}
