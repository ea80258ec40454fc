import { InconclusiveError } from '../../contract/verdict.ts'
import type { Connection } from '../session/connection.ts'
import type { Scenario } from '../session/scenario.ts'

/** How long an application may take until it knows the organizations, in milliseconds. */
export const PATIENCE_MS = 2_000

/** Nothing else tells which organization is used. */
export const needsConnection = () =>
  new InconclusiveError('only the state of the session shows which organization is used', [
    'PARTNER_CONNECTION',
  ])

/** What the application says of the session, once it is as wanted; else the last that it said. */
export async function connectionOnce(
  scenario: Scenario,
  isSo: (connection: Connection) => boolean,
): Promise<Connection> {
  for (const start = performance.now(); ; await scenario.wait(50)) {
    const connection = await scenario.connection()
    if (connection === undefined)
      throw new InconclusiveError('the request for the state of the session is not answered as agreed', [
        'PARTNER_CONNECTION',
      ])
    const tookMs = performance.now() - start
    // A busy machine may keep the application from knowing them.
    if (isSo(connection) || tookMs - scenario.examination.keptMs(start) > PATIENCE_MS) return connection
  }
}

/** What it says, in a few words. */
export function said({ connected, organizationId }: Connection): string {
  return `the application says that it is ${connected ? '' : 'not '}connected, with ${organizationId ?? 'no organization'}`
}
