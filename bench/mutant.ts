/**
 * The suite against the embedded mock, in one process and without reports: ends with 1 at the first requirement that
 * is not kept or cannot be decided, else with 0. Stryker runs it once for each mutant of the mock, that is, thousands
 * of times (`npm run mutation`).
 */
import { runOnThrowaway } from '../harness/engine/in-process.ts'
import type { TestEvidence } from '../harness/model/evidence.ts'
import { openMock } from '../harness/session/open-target.ts'
import { suites } from '../suites/index.ts'

/** Enough for the values that the mock treats apart; the fixed cases do most. */
const RUNS = 10

function endAt({ id, verdict, reason = '', violations: [first] }: TestEvidence): void {
  if (verdict === 'pass' || verdict === 'observed' || verdict === 'not-applicable') return
  process.stdout.write(`${id} ${verdict}: ${first ? `${first.expected}; ${first.received}` : reason}\n`)
  process.exit(1)
}

const opened = await openMock()
const { problem } = await runOnThrowaway(
  { target: opened.target, seed: 1, runs: RUNS, strict: true, verdictsOnly: true, once: true },
  suites,
  ({ tests, rules }) => {
    tests.forEach(endAt)
    for (const { id, violations } of rules) {
      if (violations.length > 0) endAt({ id, verdict: 'fail', violations, cases: 1, durationMs: 0 })
    }
  },
)
if (problem !== undefined) process.stdout.write(`${problem}\n`)
process.exit(problem === undefined ? 0 : 1)
