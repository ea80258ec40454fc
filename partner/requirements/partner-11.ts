import { InconclusiveError } from '../../contract/verdict.ts'
import { endAccessTokens } from '../service/account.ts'
import { bearerOf, type Call } from '../service/call.ts'
import type { PartnerService } from '../service/service.ts'
import { type Customer, customers, withEachCustomer } from '../session/customers.ts'
import type { Trial } from '../session/trial.ts'
import { kindsOfChanges } from './change-examples.ts'
import { inProductionToo, overBoth, requirement, test } from './requirement.ts'
import { labelsIn } from './secrets-in.ts'

/** What a header may hold after the scheme (RFC 6750 §2.1). */
const TOKEN68 = /^[\w.~+/-]+=*$/

const rows = withEachCustomer([{ label: 'an update' }])

/** So that there are calls to judge, also where nothing else is asked for: the first, and one after a refresh. */
async function calls(
  trial: Trial,
  { label, customer }: { readonly label: string; readonly customer: Customer },
): Promise<void> {
  const scenario = trial.scenario(label, { ...customer.options, behaviour: { hasOddSecrets: true } })
  const [donation] = scenario.account.donations
  if (donation === undefined) return
  await customer.connect(scenario)
  const { sent, exchange } = await scenario.update(donation, scenario.ordinaryChange())
  if (sent.length === 0)
    throw new InconclusiveError(
      `an ordinary update did not arrive, and was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
    )
  endAccessTokens(scenario.account)
  const repeated = await scenario.update(donation, scenario.ordinaryChange(1))
  const others: Call[] = []
  for (const changes of kindsOfChanges(scenario.account))
    others.push(...(await scenario.update(donation, changes)).sent)
  for (const call of [...sent, ...repeated.sent, ...others]) judge(trial, call)
}

async function everyCall(trial: Trial): Promise<void> {
  const calls = trial.examination.service.calls.filter(
    ({ host, path, isByBrowser }) => !isByBrowser && (host === 'auth' || path.startsWith('/v1/')),
  )
  if (!calls.some(({ host }) => host === 'api')) throw new InconclusiveError('no call of the API was sent')
  for (const call of calls) judge(trial, call)
}

function judge(trial: Trial, call: Call): void {
  const problem =
    call.host === 'api' ? (problemOf(trial, call) ?? elsewhere(trial, call)) : elsewhere(trial, call)
  trial.ensure(problem === undefined, () => ({
    expected: 'the access token in the header `Authorization: Bearer`, and nowhere else',
    received: problem ?? '',
    calls: [call],
  }))
}

function problemOf({ examination: { credentials, service } }: Trial, call: Call): string | undefined {
  const token = bearerOf(call)
  if (token !== undefined && !TOKEN68.test(token))
    return 'a header Authorization: Bearer with more than a token'
  if (token !== undefined)
    return isIssued(service, token) ? undefined : 'a bearer token that the service never gave out'
  const { authorization } = call.headers
  if (authorization === undefined) return `${call.method} ${call.path} without the header Authorization`
  const holds = credentials.labelsIn(authorization).includes('<access_token>') ? ' with the access token' : ''
  return `an Authorization header of another scheme${holds}`
}

function isIssued({ accounts }: PartnerService, value: string): boolean {
  return [...accounts.values()].some(({ accessTokens }) =>
    accessTokens.some(({ token }) => token.value === value),
  )
}

/** Where else a token stands; undefined where it does not. */
function elsewhere({ examination: { credentials } }: Trial, call: Call): string | undefined {
  const places = { path: call.path, query: call.query, ...(call.host === 'api' ? { body: call.body } : {}) }
  for (const [place, text] of Object.entries(places)) {
    const labels = labelsIn(text, credentials)
    if (labels.includes('<access_token>'))
      return `the access token in the ${place} of ${call.method} ${call.path}`
    if (call.host === 'api' && labels.includes('<refresh_token>'))
      return `the refresh token in the ${place} of ${call.method} ${call.path}`
  }
  return undefined
}

/** PARTNER-11: where access tokens stand in all that is sent. */
export const partner11 = requirement(
  'PARTNER-11',
  test('an update', (trial) => trial.each(rows, (row) => calls(trial, row))),
  inProductionToo('an update in production', (trial) =>
    calls(trial, { label: 'production', customer: customers.one }),
  ),
  ...overBoth('every call', everyCall),
)
