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

/** The environment names the request: there is nothing to set, and the answer says what is to be mended. */
function notAsAgreed({ exchanges }: Scenario): InconclusiveError {
  const { response, failure } = exchanges.at(-1) ?? {}
  return new InconclusiveError(
    `the request of PARTNER_CONNECTION is answered with ${response?.status ?? failure?.message}, and not with the state of the session`,
  )
}

/** What the application says of the session, once it is as wanted; else the last that it said. */
export async function connectionOnce(
  scenario: Scenario,
  isSo: (connection: Connection) => boolean,
): Promise<Connection> {
  for (const start = performance.now(); ; await scenario.wait(50)) {
    const connection = await scenario.connection()
    if (connection === undefined) throw notAsAgreed(scenario)
    const tookMs = performance.now() - start
    // A busy machine may keep the application from knowing them.
    if (isSo(connection) || tookMs - scenario.examination.keptMs(start) > PATIENCE_MS) return connection
  }
}

/** What it says, in a few words. */
export function said({ connected, organizationId }: Connection): string {
  return `the application says that it is ${connected ? '' : 'not '}connected, with ${organizationId ?? 'no organization'}`
}
