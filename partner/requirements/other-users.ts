import { InconclusiveError } from '../../contract/verdict.ts'
import { bearerOf, isUpdateCall } from '../service/call.ts'
import type { Trial } from '../session/trial.ts'
import { connectionOnce, needsConnection, PATIENCE_MS, said } from './said-connection.ts'

/** Users of the service who connect in a browser in which another one connected before. */
const others = [
  { label: 'another user, with one organization', organizations: 1 },
  { label: 'another user, with several organizations', organizations: 3 },
  { label: 'another user, without organizations', organizations: 0 },
]

/**
 * The tokens are the other user's now, and so are the organizations: that of the first is named only where the application
 * keeps to the first user's tokens.
 */
async function anotherConnects(
  trial: Trial,
  { label, organizations }: (typeof others)[number],
): Promise<void> {
  const scenario = trial.scenario(label)
  const other = trial.scenario(`${label} (who connects then)`, { organizations })
  const [donation] = scenario.account.donations
  const former = new Set(scenario.account.organizations.map(({ id }) => id))
  await scenario.connect()
  if (trial.examination.config.connection === undefined) throw needsConnection()
  const callback = await other.approve(await scenario.begin())
  await scenario.open(callback)
  if (!(await scenario.until(() => other.account.accessTokens.length > 0, PATIENCE_MS)))
    throw new InconclusiveError('the code of another user is not exchanged')
  const isFormer = (id: string | undefined) => id !== undefined && former.has(id)
  const connection = await connectionOnce(scenario, ({ organizationId }) => !isFormer(organizationId))
  const { organizationId } = connection
  if (!isFormer(organizationId))
    return trial.ensure(organizationId === undefined || organizations === 1, () => ({
      expected:
        'no organization before the user has picked one of several, and none for a user who owns none',
      received: said(connection),
      browsed: [connection.exchange],
    }))
  if (donation === undefined || trial.examination.config.update === undefined)
    throw new InconclusiveError('only an update shows whose tokens are used', ['PARTNER_UPDATE'])
  const { sent } = await scenario.update(donation, scenario.ordinaryChange(), { mayFail: true })
  const tokens = new Set(other.account.accessTokens.map(({ token }) => token.value))
  const wrong = sent.filter(isUpdateCall).find((call) => tokens.has(bearerOf(call) ?? ''))
  trial.ensure(wrong === undefined, () => ({
    expected: 'the organizations of the user whose tokens are used',
    received: `${said(connection)}, which is that of the user before, and calls with the tokens of the user who connected then`,
    calls: wrong ? [wrong] : [],
    browsed: [connection.exchange],
  }))
}

/** Each of these users connects in a browser of its own in which somebody else connected before. */
export const othersInBrowser = others.map((one) => ({
  label: one.label,
  run: (trial: Trial) => anotherConnects(trial, one),
}))
