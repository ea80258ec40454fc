import { InconclusiveError } from '../../contract/verdict.ts'
import { endAccessTokens } from '../service/account.ts'
import { type Call, isTokenCall } from '../service/call.ts'
import { described } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { usedOf } from './environments.ts'
import { inProduction, overAll, requirement } from './requirement.ts'

async function sendsToProduction(trial: Trial): Promise<void> {
  const { registration, service } = trial.examination
  const before = service.calls.length
  const scenario = trial.scenario('production')
  const arrival = await scenario.openConnect()
  if (arrival.exchange.failure)
    throw new InconclusiveError(
      `started for production, the application does not answer: ${described(arrival)}`,
    )
  const expected = `the user is sent to ${registration.authUrl} with the client ${registration.clientId} and the redirect URI ${registration.redirectUri} of production`
  trial.ensure(arrival.kind === 'authorization', () => ({
    expected,
    received: described(arrival),
    browsed: scenario.exchanges,
  }))
  if (arrival.kind !== 'authorization') return
  const { searchParams } = arrival.sending.url
  const isOfProduction = (parameters: URLSearchParams) => {
    const given = [parameters.get('client_id'), parameters.get('redirect_uri')]
    trial.ensure(given[0] === registration.clientId && given[1] === registration.redirectUri, () => ({
      expected,
      received: `the client ${given[0]} and the redirect URI ${given[1]}`,
      browsed: scenario.exchanges,
    }))
  }
  isOfProduction(searchParams)
  const callback = await scenario.approve({ ...arrival, parameters: searchParams })
  await scenario.open(callback)
  const exchanges = () => service.calls.slice(before).filter(isTokenCall)
  await scenario.until(() => exchanges().some(({ answer }) => answer !== undefined), 3_000)
  if (trial.examination.config.update) {
    const [donation] = scenario.account.donations
    if (donation) {
      await scenario.update(donation, scenario.ordinaryChange())
      endAccessTokens(scenario.account)
      await scenario.update(donation, scenario.ordinaryChange(1))
    }
  }
  usesNothingOf('sandbox', trial, service.calls.slice(before))
  const again = await scenario.openConnect()
  if (again.kind === 'authorization') isOfProduction(again.sending.url.searchParams)
  if (exchanges().length === 0)
    throw new InconclusiveError('started for production, the application exchanges no code')
  if (trial.examination.config.update === undefined)
    throw new InconclusiveError('only an update shows which API the application calls', ['PARTNER_UPDATE'])
  if (!service.calls.slice(before).some(({ host }) => host === 'api'))
    throw new InconclusiveError('started for production, the application sends no update')
}

/** No host, no client and no redirect URI of the other environment. */
function usesNothingOf(other: 'sandbox' | 'production', trial: Trial, calls: readonly Call[]): void {
  const { registrations } = trial.examination.service
  const own = other === 'sandbox' ? 'production' : 'sandbox'
  for (const call of calls.filter(({ isByBrowser }) => !isByBrowser)) {
    const found = usedOf(other, registrations[other], call)
    trial.ensure(found === undefined, () => ({
      expected: `only what belongs to ${own}, where the application is started for ${own}`,
      received: `${call.method} ${call.path} with ${found}`,
      calls: [call],
    }))
  }
}

async function sandboxUsesNothingOfProduction(trial: Trial): Promise<void> {
  const { calls } = trial.examination.service
  if (calls.length === 0) throw new InconclusiveError('the application sent nothing')
  usesNothingOf('production', trial, calls)
}

/** PARTNER-17: the sandbox first, then production. */
export const partner17 = requirement(
  'PARTNER-17',
  overAll('in the sandbox', sandboxUsesNothingOfProduction),
  inProduction('in production', sendsToProduction),
)
