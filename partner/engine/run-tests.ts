import { InconclusiveError } from '../../contract/verdict.ts'
import { conclude } from '../../harness/engine/run-test.ts'
import type { TestEvidence } from '../../harness/model/evidence.ts'
import { toViolation } from '../../harness/model/violation.ts'
import type { ExaminedRequirement, PartnerTest } from '../requirements/requirement.ts'
import type { Examination } from '../session/examination.ts'
import { Trial } from '../session/trial.ts'

/** One test with the requirement that it is of. */
export interface PlannedTest {
  readonly id: ExaminedRequirement['id']
  readonly test: PartnerTest
}

/**
 * Runs tests, all at once since most of their time is waiting.
 * @param onEvidence is told what each found as it ends
 */
export async function runTests(
  examination: Examination,
  tests: readonly PlannedTest[],
  onEvidence: (evidence: TestEvidence) => void,
): Promise<void> {
  await Promise.all(tests.map(async (planned) => onEvidence(await runTest(examination, planned))))
}

async function runTest(examination: Examination, { id, test }: PlannedTest): Promise<TestEvidence> {
  const { secrets, signal } = examination
  const started = performance.now()
  const trial = new Trial(examination, id, test.label)
  let thrown: unknown
  try {
    await test.run(trial)
    if (trial.judged === 0)
      throw new InconclusiveError('nothing was judged: the test ended before it came to that')
  } catch (error) {
    thrown = error ?? new Error('a test threw nothing')
  }
  const { verdict, reason, needs, violations } = conclude({ requirement: id, options: {} }, thrown, signal)
  return {
    id,
    verdict,
    ...(reason === undefined ? {} : { reason: secrets.redact(reason) }),
    ...(needs?.length ? { needs } : {}),
    ...(trial.remarks.length > 0 ? { remarks: secrets.redactDeep(trial.remarks) } : {}),
    violations: violations.map(({ violation, case: name }) =>
      toViolation({ secrets }, violation.finding, name ?? test.label),
    ),
    cases: trial.judged,
    durationMs: performance.now() - started,
  }
}
