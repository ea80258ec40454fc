import type { TestedFamily } from '../authoring/family.ts'
import { nameOf, type RequirementTest, type TestedRequirement } from '../authoring/requirement.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RunSettings } from '../model/settings.ts'
import type { Session } from '../session/session.ts'
import { runTest } from './run-test.ts'

/** One test with the requirement that it is of. */
export interface PlannedTest {
  readonly requirement: TestedRequirement
  readonly test: RequirementTest
}

/** The tests that a run consists of, in the order of the suites. */
export function plannedTests(
  suites: readonly TestedFamily[],
  { only, replay }: Pick<RunSettings, 'only' | 'replay'>,
): PlannedTest[] {
  return suites
    .flatMap(({ requirements }) => requirements)
    .filter(({ id }) => !only || only.includes(id))
    .flatMap((requirement) => requirement.tests.map((test) => ({ requirement, test })))
    .filter(({ requirement, test }) => !replay || replay.test === nameOf(requirement.id, test))
}

/** Runs all tests at once, since their work is waiting, and tells what each found as it ends. */
export async function runAll(
  session: Session,
  tests: readonly PlannedTest[],
  onEvidence: (evidence: Evidence) => void,
): Promise<void> {
  await Promise.all(
    tests.map(async ({ requirement, test }) => onEvidence(await runTest(session, requirement, test))),
  )
}
