import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { type Call, isAnsweredWell } from '../service/call.ts'
import { type Customer, withEachCustomer } from '../session/customers.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { companionsOf, triedBefore } from './designation-companions.ts'
import { requirement, test } from './requirement.ts'
import { designationIn } from './sent-updates.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'

/** One update of one of two donations, by its place among them and among the designations. */
type Step =
  | {
      readonly does: 'set'
      readonly donation: 0 | 1
      readonly designation: number | null
      /** Whether something else is changed with it. */
      readonly isBeside?: true
      readonly afterDeath?: true
    }
  | {
      readonly does: 'change'
      readonly donation: 0 | 1
      /** Whether the designation that the donation has is asked for once more. */
      readonly isAskedAgain?: true
      readonly afterDeath?: true
    }

/** What is changed beside something else, in turn. */
const BESIDE: readonly Readonly<Record<string, unknown>>[] = [
  { donor_city: 'Lagos', donor_first_name: 'Grace' },
  {},
  { advisor: { email: 'ada@advisors.example', last_name: 'Obi' } },
]

const set = (donation: 0 | 1, designation: number | null) =>
  ({ does: 'set', donation, designation }) as const satisfies Step
const change = (donation: 0 | 1): Step => ({ does: 'change', donation })
const changeAskedAgain = (donation: 0 | 1): Step => ({ does: 'change', donation, isAskedAgain: true })
const changeAfterDeath = (donation: 0 | 1): Step => ({ does: 'change', donation, afterDeath: true })

const STEPS: readonly Step[] = [
  set(0, 0),
  change(0),
  change(0),
  change(1),
  { ...set(1, 1), isBeside: true },
  change(0),
  changeAfterDeath(0),
  change(1),
  { ...set(0, 2), afterDeath: true },
  change(0),
  changeAfterDeath(1),
  change(0),
  set(0, null),
  change(0),
  change(1),
  set(0, 1),
  change(0),
  changeAskedAgain(0),
  change(0),
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
      const changes = { ...(step.isBeside ? scenario.ordinaryChange(number) : {}), designation_id: id }
      const set = async () => {
        const { outcome, sent } = await scenario.update(donation, changes)
        return outcome === 'done' && sent.some((call) => designationIn(call) === id)
      }
      if (step.afterDeath) await happen(scenario)
      // Whether a call whose token was refused is repeated is a matter of PARTNER-8.
      const isSet = (await set()) || (step.afterDeath && (await set()))
      if (!isSet) throw new InconclusiveError('the application sets no designation')
      wanted[step.donation] = id
      continue
    }
    if (step.afterDeath) await happen(scenario)
    const designation = wanted[step.donation] ?? null
    const beside = step.isAskedAgain
      ? { designation_id: designation }
      : (BESIDE[number % BESIDE.length] ?? {})
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
    const wrong = sentWithout(designation, sent)
    trial.ensure(wrong === undefined, () => ({
      expected:
        designation === null
          ? 'no designation for a donation that has none'
          : `the designation ${designation}, which was set before, with every later update of the donation`,
      received: `an update of something else${step.isAskedAgain ? ' and of it' : ''} with ${shownOf(wrong)}`,
      calls: wrong ? account.calls.slice(0, account.calls.indexOf(wrong) + 1).slice(-4) : [],
      browsed: [exchange],
    }))
  }
}

/** Beside changes of every kind, of several donations, and after an update that failed. */
async function keepsBeside(trial: Trial): Promise<void> {
  const scenario = trial.scenario('designations, then changes of every kind', {
    statuses: ['pledged', 'pledged', 'pledged'],
  })
  const { account } = scenario
  const { donations, designations } = account
  await scenario.connect()
  for (const [index, donation] of donations.entries()) {
    const { outcome } = await scenario.update(donation, { designation_id: designations[index] ?? null })
    if (outcome !== 'done') throw new InconclusiveError('the application sets no designation')
  }
  const kept = designations.slice(0, donations.length)
  for (const [number, companion] of companionsOf(scenario.account).entries()) {
    const { changes, refused = {}, status } = companion
    const index = number % donations.length
    const donation = donations[index]
    if (donation === undefined) return
    const known = { id: donation.id, status: status ?? donation.status }
    const { sent: before, isToldRefused } = await triedBefore(scenario, known, companion)
    // An application may send what is right of the changes.
    const taken = before.filter(isAnsweredWell).map(designationIn).at(-1)
    const asksForOther = 'designation_id' in refused
    if (asksForOther && taken) kept[index] = taken
    const designation = kept[index]
    // Whoever told nobody of the refusal may try the other one again.
    const mayBe = [designation, ...(asksForOther && !isToldRefused ? [refused.designation_id] : [])]
    const { sent: asked, exchange } = await scenario.update(known, changes)
    // What is sent again when it failed clears the designation as well.
    const sent = asksForOther ? asked : [...before, ...asked]
    // Not every application knows all fields: one that refuses some sends nothing.
    if (sent.length === 0) continue
    const wrong = sent.find((call) => !mayBe.includes(designationIn(call)))
    trial.ensure(wrong === undefined, () => ({
      expected: `the designation ${designation}, which was set before, with every later update of the donation`,
      received: `an update of ${Object.keys(changes).join(' and ') || 'nothing'} with ${shownOf(wrong)}`,
      calls: wrong ? [wrong] : [],
      browsed: [exchange],
    }))
  }
}

/** A call with another designation than this one, or with one where this is none. */
function sentWithout(designation: string | null, sent: readonly Call[]): Call | undefined {
  return sent.find((call) => designationIn(call) !== designation)
}

function shownOf(call: Call | undefined): string {
  return (call && designationIn(call)) ?? 'no designation'
}

/** A user who connects again goes on with the same donations, as long as that begins no new session. */
async function keepsOverConnection(trial: Trial): Promise<void> {
  const scenario = trial.scenario('a designation, then a new connection')
  const { account, browser } = scenario
  const [donation] = account.donations
  const [designation] = account.designations
  if (donation === undefined || designation === undefined) return
  await scenario.connect()
  const { sent: set } = await scenario.updateOrStop(donation, { designation_id: designation })
  if (!set.some((call) => designationIn(call) === designation))
    throw new InconclusiveError('the application sets no designation')
  const session = await browser.session()
  const isConnected = await scenario.connect().catch(undecidedIsFine)
  if (isConnected === undefined || (await browser.session()) !== session)
    throw new NotApplicableError('nobody connects again in the same session')
  const { sent, exchange } = await scenario.updateOrStop(donation, scenario.ordinaryChange())
  const wrong = sentWithout(designation, sent)
  trial.ensure(wrong === undefined, () => ({
    expected: `the designation ${designation}, which was set before in this session, also when the user has connected again`,
    received: `an update of something else with ${shownOf(wrong)}`,
    calls: account.calls.slice(-4),
    browsed: [exchange],
  }))
}

/** PARTNER-16: designations that have to outlive other updates. */
export const partner16 = requirement(
  'PARTNER-16',
  test('a designation, then something else', (trial) =>
    trial.each(withEachCustomer(tokenDeaths), (one) => keeps(trial, one))),
  test('a designation beside other changes', keepsBeside),
  test('a designation, then a new connection', keepsOverConnection),
)
