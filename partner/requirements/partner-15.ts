import type { Exchange } from '../../client/http/exchange.ts'
import { GATED_FIELDS } from '../../contract/index.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { gatedCombinations } from '../../generators/index.ts'
import type { Donation } from '../../mock/store.ts'
import { endAccessTokens } from '../service/account.ts'
import { type Call, isUpdateCall } from '../service/call.ts'
import { type Customer, customers } from '../session/customers.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { inProductionToo, requirement, test } from './requirement.ts'
import { gatedIn } from './sent-updates.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'
import { type Refusal, refusals, SENT_AGAIN_MS, turningFirstAway } from './turned-away.ts'

/** The contract names no other status than pledged; some of these look like it. */
const STATUSES = [
  'pending',
  'received',
  'processing',
  'settled',
  'completed',
  'refunded',
  'cancelled',
  'failed',
  'pledge_cancelled',
  'unpledged',
  'pledged_expired',
]

/** Ordinary ones, such as programs take for something else, and long ones: the statuses have them in turn. */
const VALUES: readonly Readonly<Record<string, unknown>>[] = [
  { quantity: 3, identifier: 'INV-17', source: 'spring gala' },
  { quantity: 1, identifier: '0071', source: 'Zoë’s gala' },
  { quantity: 2_500, identifier: 'INV-17/'.repeat(20), source: 'the spring gala in the harbour '.repeat(10) },
]
/** What a check of truth takes for nothing. */
const FALSY: Readonly<Record<string, unknown>> = { quantity: 0, identifier: '', source: '' }
/** What a check of values passes over. */
const NONE: Readonly<Record<string, unknown>> = { quantity: null, identifier: null, source: null }
/** What gated fields stand beside, too: an application may build the body of such a change elsewhere. */
const BESIDE: readonly Readonly<Record<string, unknown>>[] = [
  { advisor: { email: 'ada@advisors.example' } },
  { advisor: null },
  { donor_email: 'grace@donors.example', donor_country: 'ng', donor_city: 'Lagos' },
  { memo: 'With thanks' },
  { designation_id: null },
]

/** Every so many updates, the access token is refused first. */
const REFUSED_EACH = 4

function combinationsOf(all: Readonly<Record<string, unknown>>) {
  return gatedCombinations.flatMap((fields) => [
    { values: pick(all, fields), isAlone: true },
    { values: pick(all, fields), isAlone: false },
  ])
}

function pick(
  values: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}

/** Other values of the same kinds. */
function eachNew(
  values: Readonly<Record<string, unknown>>,
  number: number,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + number : `${value} ${number}`,
    ]),
  )
}

/** @returns the gated fields that were ever sent, of those that the application took */
async function pledged(trial: Trial, scenario: Scenario, donation: Donation): Promise<ReadonlySet<string>> {
  const sentEver = new Set<string>()
  const left: { readonly field: string; readonly calls: readonly Call[] }[] = []
  const combinations = combinationsOf(VALUES[0] ?? {})
  for (const [number, { values: some, isAlone }] of combinations.entries()) {
    // What the donation has already need not be sent.
    const values = eachNew(some, number)
    const { outcome, sent } = await scenario.update(
      donation,
      isAlone ? values : { ...scenario.ordinaryChange(), ...values },
    )
    const fields = new Set(sent.flatMap(gatedIn))
    for (const field of fields) sentEver.add(field)
    if (outcome !== 'done') continue
    for (const field of Object.keys(values)) if (!fields.has(field)) left.push({ field, calls: sent })
  }
  // An application that sends none of them uses a freedom; one that sends some has to send what it took.
  const lost = sentEver.size > 0 ? left[0] : undefined
  trial.ensure(lost === undefined, () => ({
    expected: `${GATED_FIELDS.join(', ')} sent on for a pledged donation, or the change refused`,
    received: `an update of a pledged donation was taken, and its ${lost?.field} not sent`,
    calls: lost?.calls ?? [],
  }))
  return sentEver
}

async function other(
  trial: Trial,
  scenario: Scenario,
  donation: Pick<Donation, 'id' | 'status'>,
  turn: number,
): Promise<void> {
  const values = VALUES[turn % VALUES.length] ?? {}
  const isEven = turn % 2 === 0
  const beside = [{ designation_id: scenario.account.designations[0] ?? null }, ...BESIDE]
  const changes = [
    // An application may add gated fields of its own.
    ...[0, 1].map((next) => beside[(turn + next) % beside.length] ?? {}),
    ...combinationsOf(values)
      .filter(({ isAlone }) => isAlone === isEven)
      .map(({ values: some, isAlone }) => (isAlone ? some : { ...scenario.ordinaryChange(), ...some })),
    NONE,
    isEven ? FALSY : { ...scenario.ordinaryChange(1), ...FALSY },
    // Each alone: beside another that is refused, one that slips through is not seen.
    ...GATED_FIELDS.map((field) => pick(isEven ? FALSY : values, [field])),
    ...beside.map((fields, index) => ({
      ...fields,
      ...pick(values, GATED_FIELDS.slice((index + turn) % GATED_FIELDS.length).slice(0, 1)),
    })),
  ]
  for (const [number, one] of changes.entries()) {
    // What is sent again after a refusal has to be as careful.
    if (number % REFUSED_EACH === 1) endAccessTokens(scenario.account)
    await sendsNone(trial, scenario, donation, one)
  }
}

async function sendsNone(
  trial: Trial,
  scenario: Scenario,
  donation: Pick<Donation, 'id' | 'status'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { sent, exchange } = await scenario.update(donation, changes, { mayFail: true })
  holdsNone(trial, donation, sent, exchange)
}

function holdsNone(
  trial: Trial,
  { status }: Pick<Donation, 'status'>,
  sent: readonly Call[],
  exchange?: Exchange,
): void {
  const wrong = sent.find((call) => gatedIn(call).length > 0)
  trial.ensure(wrong === undefined, () => ({
    expected: `no ${GATED_FIELDS.join(', ')} for a donation with the status ${status}`,
    received: `an update with ${wrong && gatedIn(wrong).join(', ')}`,
    calls: wrong ? [wrong] : [],
    browsed: exchange ? [exchange] : [],
  }))
}

/** What is sent again when the service has turned it away, at once or in the background, has to be as careful. */
async function sentAgain(trial: Trial, refusal: Refusal): Promise<void> {
  const scenario = trial.scenario(`after ${refusal.label}`, { statuses: ['settled'] })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  const changes = { ...scenario.ordinaryChange(), ...VALUES[0] }
  await turningFirstAway(account, refusal, () => sendsNone(trial, scenario, donation, changes))
  await scenario.wait(SENT_AGAIN_MS)
  holdsNone(trial, donation, account.calls.filter(isUpdateCall))
}

/** Where tokens are refreshed first, the call may be written by another part of the application. */
async function afterRefresh(trial: Trial, { label, lifetimeSeconds, happen }: TokenDeath): Promise<void> {
  const scenario = trial.scenario(`after ${label}`, {
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds },
  })
  const [before, donation] = scenario.account.donations
  if (before === undefined || donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(before, scenario.ordinaryChange())
  const values = VALUES[0] ?? {}
  for (const changes of [{ ...scenario.ordinaryChange(1), ...values }, values]) {
    await happen(scenario)
    await sendsNone(trial, scenario, donation, changes)
  }
}

async function byStatus(trial: Trial): Promise<void> {
  const first = trial.scenario('pledged')
  await first.connect()
  const [donation] = first.account.donations
  if (donation === undefined) return
  await first.updateOrStop(donation, first.ordinaryChange())
  const sentEver = await pledged(trial, first, donation)
  const kinds: readonly Customer[] = Object.values(customers)
  const rows = STATUSES.map((status, turn) => ({
    label: status,
    run: () => afterPledged(trial, status, turn, kinds[turn % kinds.length] ?? customers.one),
  }))
  const again = refusals.map((refusal) => ({ label: refusal.label, run: () => sentAgain(trial, refusal) }))
  const refreshed = tokenDeaths.map((death) => ({
    label: death.label,
    run: () => afterRefresh(trial, death),
  }))
  await trial.each([...rows, ...again, ...refreshed], ({ run }) => run())
  if (sentEver.size === 0)
    throw new NotApplicableError(`the application never sends ${GATED_FIELDS.join(', ')}`)
}

/** In one session, after a pledged one: what the application remembers of that says nothing here. */
async function afterPledged(trial: Trial, status: string, turn: number, customer: Customer): Promise<void> {
  const scenario = trial.scenario(status, { ...customer.options, statuses: ['pledged', status] })
  await customer.connect(scenario)
  const [before, after] = scenario.account.donations
  if (before === undefined || after === undefined) return
  await sendsNone(trial, scenario, after, pick(VALUES[0] ?? {}, ['quantity']))
  await scenario.update(before, VALUES[0] ?? {})
  await other(trial, scenario, after, turn)
  if (turn % 2 === 0) await other(trial, scenario, { id: before.id, status }, turn + 1)
}

/** The gate may be another where it matters most: each field alone, and all beside an ordinary change. */
async function inProduction(trial: Trial): Promise<void> {
  const scenario = trial.scenario('in production', { statuses: ['pledged', 'settled'] })
  const isConnected = await scenario.connect().catch(undecidedIsFine)
  if (isConnected === undefined || trial.examination.config.update === undefined)
    throw new NotApplicableError('nothing is updated in production')
  const [before, after] = scenario.account.donations
  if (before === undefined || after === undefined) return
  const values = VALUES[0] ?? {}
  const { sent } = await scenario.update(before, values)
  const alone = GATED_FIELDS.map((field) => pick(values, [field]))
  for (const changes of [...alone, { ...scenario.ordinaryChange(), ...values }])
    await sendsNone(trial, scenario, after, changes)
  if (!sent.some((call) => gatedIn(call).length > 0))
    throw new NotApplicableError('the application sends no gated fields in production')
}

/** PARTNER-15: gated fields, by the status of the donation. */
export const partner15 = requirement(
  'PARTNER-15',
  test('by status', byStatus),
  inProductionToo('in production', inProduction),
)
