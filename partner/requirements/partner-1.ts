import { InconclusiveError } from '../../contract/verdict.ts'
import { described } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { parameterProblems } from './authorization-parameters.ts'
import { requirement, test } from './requirement.ts'

/** Who is connected may connect again, for another organization or after a change of mind. */
const users = [
  { label: 'a new user', isConnected: false },
  { label: 'a user who is connected', isConnected: true },
]

async function sendsToAuthorize(trial: Trial, { label, isConnected }: (typeof users)[number]): Promise<void> {
  const { registration, config } = trial.examination
  const scenario = trial.scenario(label)
  const expected = `the user is sent to ${registration.authUrl}/oauth2/authorize with response_type=code, client_id=${registration.clientId}, redirect_uri=${registration.redirectUri} and a scope`
  if (isConnected) await scenario.connect()
  const arrival = await scenario.openConnect()
  const { status } = arrival.exchange.response ?? {}
  if (arrival.kind === 'answer' && (status === 404 || status === 405 || status === 501))
    throw new InconclusiveError(
      `${config.connect.method} ${config.connect.path} is answered with ${status}: it is no page to connect`,
      ['PARTNER_CONNECT'],
    )
  if (arrival.kind === 'stuck' && arrival.exchange.failure) throw new InconclusiveError(arrival.why)
  if (isConnected && arrival.kind === 'answer')
    throw new InconclusiveError(`who is connected is not sent to authorize: ${described(arrival)}`)
  trial.ensure(arrival.kind === 'authorization', () => ({
    expected,
    received: described(arrival),
    browsed: scenario.exchanges,
  }))
  if (arrival.kind !== 'authorization') return
  const { method, url } = arrival.sending
  const problems = parameterProblems(registration, url.searchParams)
  trial.ensure(method === 'GET' && problems.length === 0, () => ({
    expected,
    received:
      method === 'GET' ? `an authorization request with ${problems.join(', ')}` : `a ${method} request`,
    browsed: scenario.exchanges,
  }))
}

/** PARTNER-1: the authorization request that the browser is sent to. */
export const partner1 = requirement(
  'PARTNER-1',
  test('a user connects', (trial) => trial.each(users, (one) => sendsToAuthorize(trial, one))),
)
