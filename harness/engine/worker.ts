import type { MessagePort } from 'node:worker_threads'
import type { TestedFamily } from '../authoring/family.ts'
import type { RunSettings } from '../model/settings.ts'
import { Session } from '../session/session.ts'
import { runSession } from './run-session.ts'

/** What the worker is told: to run, and to end early and why. */
export type Order = { readonly settings: RunSettings } | { readonly end: string }

/**
 * In the worker: runs these suites whenever it is told to, and sends each report on the same port. Of one run the next
 * gets the login alone, where that takes long.
 */
export function serve(port: MessagePort, suites: readonly TestedFamily[]): void {
  let session: Session | undefined
  port.on('message', (order: Order) => {
    if ('end' in order) session?.abort.abort(order.end)
    else {
      session = new Session(order.settings, session?.loginFor(order.settings.target))
      void runSession(session, suites, (report) => port.postMessage(report))
    }
  })
}
