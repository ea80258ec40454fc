import { InconclusiveError } from '../../contract/verdict.ts'
import { ordinaryBehaviour } from '../service/account.ts'
import { isUpdateCall } from '../service/call.ts'
import { type Customer, withEachCustomer } from '../session/customers.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'
import { designationIn } from './sent-updates.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'

/** One update of one of two donations, by its place among them and among the designations. */
type Step =
  | { readonly does: 'set'; readonly donation: 0 | 1; readonly designation: number | null }
  | { readonly does: 'change'; readonly donation: 0 | 1; readonly afterDeath?: true }

/** What is changed beside something else, in turn. */
const BESIDE: readonly Readonly<Record<string, unknown>>[] = [
  { donor_city: 'Lagos', donor_first_name: 'Grace' },
  {},
  { advisor: { email: 'ada@advisors.example', last_name: 'Obi' } },
]

const set = (donation: 0 | 1, designation: number | null): Step => ({ does: 'set', donation, designation })
const change = (donation: 0 | 1): Step => ({ does: 'change', donation })
const changeAfterDeath = (donation: 0 | 1): Step => ({ does: 'change', donation, afterDeath: true })

const STEPS: readonly Step[] = [
  set(0, 0),
  change(0),
  change(0),
  change(1),
  set(1, 1),
  change(0),
  changeAfterDeath(0),
  change(1),
  set(0, 2),
  change(0),
  changeAfterDeath(1),
  change(0),
  set(0, null),
  change(0),
  change(1),
]

interface Row extends TokenDeath {
  readonly customer: Customer
}

async function keeps(trial: Trial, { label, lifetimeSeconds, happen, customer }: Row): Promise<void> {
  const scenario = trial.scenario(label, {
    ...customer.options,
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds },
  })
  const { account } = scenario
  await customer.connect(scenario)
  const wanted: (string | null)[] = [null, null]
  for (const [number, step] of STEPS.entries()) {
    const donation = account.donations[step.donation]
    if (donation === undefined) return
    if (step.does === 'set') {
      const id = step.designation === null ? null : (account.designations[step.designation] ?? null)
      const { outcome, sent } = await scenario.update(donation, { designation_id: id })
      const arrived = sent.some((call) => designationIn(call) === id)
      if (outcome !== 'done' || !arrived) throw new InconclusiveError('the application sets no designation')
      wanted[step.donation] = id
      continue
    }
    if (step.afterDeath) await happen(scenario)
    const beside = BESIDE[number % BESIDE.length] ?? {}
    const { outcome, sent, exchange } = await scenario.update(donation, {
      ...scenario.ordinaryChange(number),
      ...beside,
    })
    // Not every application knows all fields: one that refuses some sends nothing.
    const hasMore = Object.keys(beside).length > 0
    if (outcome === 'refused' && sent.length === 0 && hasMore) continue
    if (outcome !== 'done' && sent.length === 0)
      throw new InconclusiveError(
        `an update did not arrive, and was answered with ${exchange.response?.status}`,
      )
    const designation = wanted[step.donation] ?? null
    const wrong = sent.find((call) => designationIn(call) !== designation)
    trial.ensure(wrong === undefined, () => ({
      expected:
        designation === null
          ? 'no designation for a donation that has none'
          : `the designation ${designation}, which was set before, with every later update of the donation`,
      received: `an update of something else with ${(wrong && designationIn(wrong)) ?? 'no designation'}`,
      calls: wrong ? account.calls.slice(0, account.calls.indexOf(wrong) + 1).slice(-4) : [],
      browsed: [exchange],
    }))
  }
}

const AFTER_FAILURE = {
  status: 503,
  body: { error: 'temporarily_unavailable' },
  headers: { 'retry-after': '1' },
}

/** What one designation has to be sent beside; `fails` where the service first turns the update away. */
const companions: readonly { readonly beside: Readonly<Record<string, unknown>>; readonly fails?: true }[] = [
  { beside: { donor_country: 'ng', donor_email: 'grace@donors.example' } },
  { beside: { quantity: 2 } },
  { beside: { advisor: null } },
  { beside: { donor_city: 'Lagos' } },
  { beside: { donor_city: 'Abuja' }, fails: true },
]

/** Beside changes of every kind, and after an update that failed. */
async function keepsBeside(trial: Trial): Promise<void> {
  const scenario = trial.scenario('a designation, then changes of every kind')
  const { account } = scenario
  const [donation] = account.donations
  const [designation = null] = account.designations
  if (donation === undefined) return
  await scenario.connect()
  const { outcome } = await scenario.update(donation, { designation_id: designation })
  if (outcome !== 'done') throw new InconclusiveError('the application sets no designation')
  for (const [number, { beside, fails = false }] of companions.entries()) {
    const changes = { ...scenario.ordinaryChange(number), ...beside }
    if (fails) {
      account.behaviour.interfere = (call) => (isUpdateCall(call) ? { answer: AFTER_FAILURE } : undefined)
      await scenario.update(donation, changes, { mayBeSilent: true })
      account.behaviour.interfere = ordinaryBehaviour.interfere
    }
    const { sent, exchange } = await scenario.update(donation, changes)
    const wrong = sent.find((call) => designationIn(call) !== designation)
    trial.ensure(wrong === undefined, () => ({
      expected: `the designation ${designation}, which was set before, with every later update of the donation`,
      received: `an update of ${Object.keys(beside).join(' and ')} with ${(wrong && designationIn(wrong)) ?? 'no designation'}`,
      calls: wrong ? [wrong] : [],
      browsed: [exchange],
    }))
  }
}

/** PARTNER-16: designations that have to outlive other updates. */
export const partner16 = requirement(
  'PARTNER-16',
  test('a designation, then something else', (trial) =>
    trial.each(withEachCustomer(tokenDeaths), (one) => keeps(trial, one))),
  test('a designation beside other changes', keepsBeside),
)
