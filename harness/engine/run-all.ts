import { InconclusiveError } from '../../contract/verdict.ts'
import type { TestedFamily } from '../authoring/family.ts'
import { testName } from '../authoring/requirement.ts'
import type { Evidence } from '../model/evidence.ts'
import type { RunSettings } from '../model/settings.ts'
import { whatEndedGrants } from '../session/ended-grants.ts'
import type { Session } from '../session/session.ts'
import { surveyGrants } from '../session/survey-grants.ts'
import { Confirmation } from './confirm.ts'
import { ForeignWrites } from './foreign-writes.ts'
import { type PlannedTest, runTest, type TestRun } from './run-test.ts'
import { withSigns } from './signs.ts'

/** The tests that a run consists of, in the order of the suites. */
export function plannedTests(
  suites: readonly TestedFamily[],
  { only, replay }: Pick<RunSettings, 'only' | 'replay'>,
): PlannedTest[] {
  return suites
    .flatMap(({ requirements }) => requirements)
    .filter(({ id }) => !only || only.includes(id))
    .flatMap((requirement) => requirement.tests.map((test) => ({ requirement, test })))
    .filter(({ requirement, test }) => !replay || replay.test === testName(requirement.id, test))
}

/**
 * Runs all tests at once, since their work is waiting, or in turn where one may end what another holds; tells what each
 * found as it ends. What broke a requirement is tried again when all others are done.
 */
export async function runAll(
  session: Session,
  tests: readonly PlannedTest[],
  onEvidence: (evidence: Evidence) => void,
): Promise<void> {
  const broken: TestRun[] = []
  const undecided: TestRun[] = []
  const begin = async (planned: PlannedTest) => {
    const run = await runTest(session, planned)
    if (run.again) broken.push(run)
    else if (isOpen(run) && !session.grants.oneTestAtATime) undecided.push(run)
    else onEvidence(run.evidence)
  }
  const isFirst = ({ requirement }: PlannedTest) => requirement.options.beforeApproval === true
  for (const planned of tests.filter(isFirst)) await begin(planned)
  session.dependencies.join()
  session.grants.survey = await surveyGrants(session)
  session.dependencies.join()
  refuseTurns(session)
  const { first = [] } = session.settings
  const others = tests.filter((planned) => !isFirst(planned))
  const isEarly = ({ requirement }: PlannedTest) => first.includes(requirement.id)
  for (const group of [others.filter(isEarly), others.filter((planned) => !isEarly(planned))]) {
    if (session.grants.oneTestAtATime) for (const planned of group) await begin(planned)
    else await Promise.all(group.map(begin))
  }
  if (!session.grants.oneTestAtATime && (broken.length > 0 || undecided.length > 0)) await learn(session)
  session.dependencies.join()
  // Ends the run: what another shard may have ended is held against nobody then.
  refuseTurns(session)
  const confirmation = new Confirmation(session)
  for (const run of undecided)
    onEvidence(session.grants.oneTestAtATime ? (await confirmation.inTurn(run)).evidence : run.evidence)
  const foreign = new ForeignWrites(session)
  const suspects = await withSigns(session, broken)
  for (const { evidence } of suspects) await foreign.look(evidence)
  const confirmed: Evidence[] = []
  for (const run of suspects) confirmed.push(await confirmation.of(run, foreign.areDoubtful))
  for (const evidence of confirmed) onEvidence(foreign.without(evidence))
}

/**
 * Ends a shard of a sandbox whose grants end one another: tests on several machines cannot take turns. (The embedded
 * mock is of this run alone.)
 */
function refuseTurns(session: Session): boolean {
  const { settings, target, grants } = session
  if (!settings.shard || target.kind === 'mock' || !grants.oneTestAtATime) return false
  session.endWith(
    'grants of one user and client end one another here, so shards would log one another out: run without --shard',
  )
  return true
}

/** Undecided for no lack of configuration: what another test ended may be why. */
function isOpen({ evidence: { tests } }: TestRun): boolean {
  return tests.some(({ verdict, needs }) => verdict === 'inconclusive' && !needs?.length)
}

/** Where a grant that nobody used is gone before its time, the run itself ended it: from now on tests take turns. */
async function learn(session: Session): Promise<void> {
  if (session.abort.signal.aborted) return
  try {
    const seen = await whatEndedGrants(session)
    // Whoever is interrupted sees nothing, which says nothing.
    if (!session.abort.signal.aborted) session.grants.settle(seen)
  } catch (error) {
    // Whoever cannot be asked right now, as one who asks to be left alone, tells nothing.
    if (!(error instanceof InconclusiveError)) throw error
  }
}
