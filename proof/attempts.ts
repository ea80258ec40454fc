import { decidedNothing } from '../harness/model/outcome.ts'
import type { RunResult } from '../harness/model/result.ts'
import { undecidedOf } from '../reports/summary.ts'
import { type Extent, type Flagged, isNamed, type ProofCase, type ProofResult } from './matrix.ts'

/** Tries a case in each of its ways, until the fault is noticed and rightly named. */
export async function attempt(
  proofCase: ProofCase,
  run: (proofCase: ProofCase, extent: Extent) => Promise<RunResult>,
): Promise<ProofResult> {
  const started = performance.now()
  const flagged: Flagged[] = []
  let undecided: readonly string[] = []
  let requests = 0
  for (const extent of proofCase.attempts) {
    const result = await run(proofCase, extent)
    flagged.push(...flaggedIn(result))
    requests += result.run.requests
    if (isNamed(proofCase, flagged)) break
    flagged.push(...unfinished(result))
    if (proofCase.kind === 'variant') undecided = undecidedOf(result).map(({ id }) => id)
  }
  const durationMs = Math.round(performance.now() - started)
  return { proofCase, flagged, requests, durationMs, ...(undecided.length > 0 && { undecided }) }
}

/** What could not be tested to the end was not found to be legal, and why its fault was missed is told. */
function unfinished({ problem, requirements }: RunResult): Flagged[] {
  const why = problem ?? (decidedNothing(requirements) ? 'the run decided no requirement' : undefined)
  return why === undefined ? [] : [{ id: 'RUN', verdict: 'error', why }]
}

function flaggedIn({ requirements }: RunResult): Flagged[] {
  return requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'error')
    .map(({ id, verdict, violations: [first], reason = '' }) => {
      const why = first ? `expected ${first.expected}; received ${first.received}` : reason
      return { id, verdict, why: first?.case ? `${first.case}: ${why}` : why }
    })
}
