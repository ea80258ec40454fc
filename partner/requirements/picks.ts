import { randomUUID } from 'node:crypto'
import { NotApplicableError } from '../../contract/verdict.ts'
import { endAccessTokens } from '../service/account.ts'
import type { AccountOptions } from '../service/world.ts'
import type { Trial } from '../session/trial.ts'
import { connectionOnce, needsConnection, PATIENCE_MS, said } from './said-connection.ts'
import { isNotChosen, isUsed, STATUSES, staysUsed } from './used-organization.ts'

const REFRESHES = 2

/** A user with several organizations. */
interface PickTrial extends Pick<AccountOptions, 'organizationIds'> {
  readonly label: string
  /** Which of them the user picks. */
  readonly index: number
  readonly organizations: number
  /** Whether all have one name, where the user does not pick by what a page shows. */
  readonly areNamedAlike?: true
}

export const picks: readonly PickTrial[] = [
  { label: 'the first of several organizations', index: 0, organizations: 3 },
  { label: 'the second of several organizations', index: 1, organizations: 3, areNamedAlike: true },
  { label: 'the last of several organizations', index: 2, organizations: 3, organizationIds: 'digits' },
  { label: 'the second of two organizations', index: 1, organizations: 2, organizationIds: 'letter case' },
]

/** Of several organizations none is used before the user's pick, and then the picked one. */
export async function several(
  trial: Trial,
  { label, index, areNamedAlike, ...options }: PickTrial,
): Promise<void> {
  const { config } = trial.examination
  const scenario = trial.scenario(label, {
    ...options,
    areNamedAlike: areNamedAlike && config.choose !== undefined,
    statuses: STATUSES,
  })
  const { account } = scenario
  const picked = account.organizations[index]
  const [donation] = account.donations
  if (picked === undefined || donation === undefined) return
  const landing = await scenario.connect()
  // A user may take the time to think, and try again what was refused.
  for (let time = 1; time <= 2; time++) {
    if (time > 1) await scenario.wait(PATIENCE_MS)
    await isNotChosen(trial, scenario, donation, time === 1)
  }
  await scenario.choose(picked, landing)
  if (config.connection === undefined) {
    if (config.update === undefined) throw needsConnection()
    const { outcome, exchange, calls } = await scenario.update(donation, scenario.ordinaryChange(1))
    trial.ensure(outcome === 'done', () => ({
      expected: 'updates once the user has picked an organization',
      received: `the update was answered with ${exchange.response?.status}`,
      calls,
      browsed: scenario.exchanges,
    }))
    throw needsConnection()
  }
  await isUsed(trial, scenario, picked.id, 'when the user has picked it')
  await staysUsed(trial, scenario, donation, picked.id)
  if (config.update === undefined) return
  // A refresh tells all organizations again: the pick is to outlive that.
  for (let refresh = 1; refresh <= REFRESHES; refresh++) {
    endAccessTokens(account)
    await scenario.update(donation, scenario.ordinaryChange(1 + refresh))
    await isUsed(trial, scenario, picked.id, 'when the tokens were refreshed')
  }
}

/** A user who connects again is asked again, or keeps the earlier pick; no other organization takes its place. */
export async function again(trial: Trial): Promise<void> {
  const scenario = trial.scenario(undefined, { organizations: 3 })
  const { account } = scenario
  const [, second, third] = account.organizations
  const [donation] = account.donations
  if (second === undefined || third === undefined || donation === undefined) return
  const first = await scenario.connect()
  await isNotChosen(trial, scenario, donation, false)
  await scenario.choose(second, first)
  if (trial.examination.config.connection === undefined) throw needsConnection()
  await isUsed(trial, scenario, second.id, 'when the user has picked it')
  const landing = await scenario.connect()
  const connection = await connectionOnce(scenario, ({ connected }) => connected)
  if (connection.organizationId !== undefined)
    return isUsed(trial, scenario, second.id, 'or none, when the user connects again')
  await isNotChosen(trial, scenario, donation, false)
  await scenario.choose(third, landing)
  await isUsed(trial, scenario, third.id, 'when the user has picked another after connecting again')
}

/** To reload the callback, or to come back to it, is no pick. */
export async function reloaded(trial: Trial): Promise<void> {
  const scenario = trial.scenario('the callback reloaded before the pick', { organizations: 2 })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  const callback = await scenario.approve(await scenario.begin())
  await scenario.openCallback(callback)
  await scenario.until(() => account.accessTokens.length > 0, PATIENCE_MS)
  await scenario.open(callback)
  if (trial.examination.config.connection === undefined) throw needsConnection()
  await isNotChosen(trial, scenario, donation, false)
}

/** An id that is no organization of the user may be refused, or kept as it is; it never stands for another organization. */
export async function picksOfOthers(trial: Trial): Promise<void> {
  const { config, service } = trial.examination
  if (config.choose === undefined) throw new NotApplicableError('the page offers what may be picked')
  if (config.connection === undefined) throw needsConnection()
  const scenario = trial.scenario('picks of other organizations', { organizations: 3 })
  const { account } = scenario
  const landing = await scenario.connect()
  const foreign = [...service.accounts.values()].find(
    (one) => one !== account && one.organizations.length > 0,
  )
  const wrong = [foreign?.organizations[0]?.id ?? randomUUID(), randomUUID(), '']
  for (const id of wrong) {
    await scenario.choose({ id, name: '' }, landing)
    const connection = await connectionOnce(scenario, () => true)
    const isOwn = account.organizations.some((one) => one.id === connection.organizationId)
    trial.ensure(!isOwn, () => ({
      expected: `none of the user's organizations, when ${id || 'nothing'} was picked`,
      received: said(connection),
      browsed: [...scenario.exchanges.slice(-2), connection.exchange],
    }))
  }
}
