import type { TestedFamily } from '../authoring/family.ts'
import type { Report } from '../model/evidence.ts'
import { advise } from '../session/advise.ts'
import type { Session } from '../session/session.ts'
import { plannedTests, runAll } from './run-all.ts'

/** Runs the suites in a session, tells what they find, and puts back what they changed. */
export async function runSession(
  session: Session,
  suites: readonly TestedFamily[],
  tell: (report: Report) => void,
): Promise<void> {
  // Nothing is to be lost by a mistake that no test waits for: what is known is reported, and donations are restored.
  const onMistake = (error: Error) => {
    const problem = `the suite itself failed: ${error.message}`
    tell({ problem })
    session.abort.abort(problem)
  }
  process.on('uncaughtException', onMistake)
  try {
    const tests = plannedTests(suites, session.settings)
    tell({ planned: tests.map(({ requirement }) => requirement.id) })
    session.onPause = (pause) => tell({ pause })
    if (session.settings.tellsRequests) session.observers.onSent = (sent) => tell({ sent })
    await runAll(session, tests, (evidence) => tell({ evidence }))
    const { refusedLogin, problem } = session
    if (problem !== undefined) tell({ problem })
    if (refusedLogin !== undefined && !session.abort.signal.aborted) tell({ problem: refusedLogin })
    const advice = await advise(session)
    tell({ closing: { ...(await session.conclude()), advice } })
  } finally {
    // What this itself throws is for the caller: nobody else would tell that the run is over.
    process.off('uncaughtException', onMistake)
  }
}
