import type { MessagePort } from 'node:worker_threads'
import { declaredTests } from '../authoring/requirement.ts'
import type { Closing, Evidence } from '../model/evidence.ts'
import type { RunSettings } from '../model/settings.ts'
import { Session } from '../session/session.ts'
import { judgeAll } from './judge.ts'

/** What the worker is told: to run, once, and to end early and why. */
export type Order = { readonly settings: RunSettings } | { readonly end: string }

/** What the worker tells: how many tests there are, what each found, what went wrong, and that it is over. */
export type Report =
  | { readonly total: number }
  | { readonly evidence: Evidence }
  | { readonly problem: string }
  | { readonly closing: Closing }

/** In the worker: runs the suites that are imported there when it is told to, and reports on the same port. */
export function serve(port: MessagePort): void {
  let session: Session | undefined
  port.on('message', (order: Order) => {
    if ('end' in order) session?.abort.abort(order.end)
    else {
      session = new Session(order.settings)
      void run(session, (report) => port.postMessage(report))
    }
  })
}

async function run(session: Session, tell: (report: Report) => void): Promise<void> {
  // Nothing is to be lost by a mistake that no test waits for: what is known is reported, and donations are put back.
  const onMistake = (error: Error) => {
    const problem = `the suite itself failed: ${error.message}`
    tell({ problem })
    session.abort.abort(problem)
  }
  process.on('uncaughtException', onMistake)
  try {
    const tests = declaredTests(session.settings)
    tell({ total: tests.length })
    await judgeAll(session, tests, (evidence) => tell({ evidence }))
    tell({ closing: await session.conclude() })
  } finally {
    // What this itself throws is to end the worker: nobody would tell that the run is over.
    process.off('uncaughtException', onMistake)
  }
}
