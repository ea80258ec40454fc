import { GATED_FIELDS } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import {
  exactly,
  invalidUpdate,
  partialUpdate,
  type RefusingRequirement,
  updateValues,
} from '../../generators/index.ts'
import type { Donation } from '../../mock/store.ts'
import { type Account, endAccessTokens } from '../service/account.ts'
import type { AccountOptions } from '../service/world.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { lost, updateProblem } from './asked-updates.ts'
import {
  advisorEmailExamples,
  type Changes,
  countryExamples,
  designationExamples,
  emailExamples,
  emptyAdvisorTexts,
  emptyTexts,
  kindsOfChanges,
  noQuantity,
  tellingExamples,
  validExamples,
  wrongAdvisorTexts,
  wrongTexts,
} from './change-examples.ts'
import { everyUpdateInProduction, everyUpdateOfOthers } from './every-update.ts'
import { tryValues } from './property.ts'
import { overAll, overProduction, requirement, test } from './requirement.ts'
import { formProblem } from './sent-updates.ts'
import { SentValues } from './sent-values.ts'
import { type Refusal, refusals, turningFirstAway } from './turned-away.ts'

/** A session with one donation, and what was sent about it so far, by field. */
interface Subject {
  readonly scenario: Scenario
  readonly donation: Donation
  readonly sentBefore: SentValues
}

/** @param untaken is thrown where the application takes no update */
async function subjectOf(
  trial: Trial,
  options: AccountOptions = {},
  untaken: Error = new InconclusiveError('the application takes no update'),
): Promise<Subject> {
  const scenario = trial.scenario(undefined, options)
  const [donation] = scenario.account.donations
  if (donation === undefined) throw new InconclusiveError('there is no donation')
  await scenario.connect()
  const subject = { scenario, donation, sentBefore: new SentValues() }
  // Judged as all others are: what the service refuses for its form has arrived as well.
  if (!(await tryChanges(trial, subject, scenario.ordinaryChange(), true))) throw untaken
  return subject
}

/**
 * Asks for the changes, and judges what arrives. Where the user is asked to connect first, as an application may after
 * a refusal, they do so, and ask once more.
 * @returns whether the application took them
 */
async function tryChanges(
  trial: Trial,
  subject: Subject,
  changes: Changes,
  areValid: boolean,
  isAgain = false,
): Promise<boolean> {
  const { scenario, donation, sentBefore } = subject
  const update = await scenario.update(donation, changes, { mayFail: true })
  const { outcome, sent, late, calls, exchange } = update
  const problem =
    sent.map((call) => updateProblem(call, changes, sentBefore)).find(Boolean) ??
    // Whatever it was asked for, nothing may arrive that breaks the contract.
    late.map(formProblem).find(Boolean) ??
    (areValid && outcome === 'done' ? lost(sent, changes, sentBefore) : undefined)
  const arrived = [...late, ...sent].toSorted((a, b) => a.id - b.id)
  for (const call of arrived) sentBefore.add(call)
  trial.ensure(problem === undefined, () => ({
    expected: areValid
      ? 'what was asked for arrives as application/json, every field in its declared type, or is refused'
      : 'an invalid change is put right or refused: no update that breaks the contract arrives',
    received: problem ?? '',
    calls: arrived.length > 0 ? arrived : calls,
    browsed: [exchange],
  }))
  if (outcome === 'silent')
    throw new InconclusiveError(`an update was not answered: ${exchange.failure?.message}`)
  if (outcome === 'connect' && sent.length === 0) {
    if (isAgain) throw new InconclusiveError('the user was asked to connect again in the midst of updates')
    await scenario.connect()
    return tryChanges(trial, subject, changes, areValid, true)
  }
  return outcome === 'done'
}

/** Donations in another status may be written by a program of its own, and take no gated field. */
function validChanges(status: 'pledged' | 'settled') {
  return async (trial: Trial): Promise<void> => {
    const pledged = status === 'pledged'
    const untaken = new NotApplicableError('the application updates pledged donations alone')
    const subject = await subjectOf(trial, { statuses: [status] }, pledged ? undefined : untaken)
    const { designations } = subject.scenario.account
    const changes = partialUpdate({ pledged, designations }).map((one): Changes => ({ ...one }))
    const examples = [...validExamples, ...tellingExamples]
    await tryValues(
      trial,
      changes,
      async (one) => {
        await tryChanges(trial, subject, one, true)
      },
      pledged ? examples : examples.map(withoutGated),
    )
  }
}

function withoutGated(changes: Changes): Changes {
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => !GATED_FIELDS.some((gated) => gated === field)),
  )
}

/** How many values of one field are tried by themselves. Where the application takes none, the field stays undecided. */
const VALUES_OF_A_FIELD = 3

async function eachField(trial: Trial): Promise<void> {
  const subject = await subjectOf(trial)
  const { designations } = subject.scenario.account
  const values = updateValues({ designations })
  const refused: string[] = []
  for (const field of Object.keys(values) as (keyof typeof values)[]) {
    let taken = 0
    await tryValues(trial, exactly([field], values), async (changes) => {
      if (taken >= VALUES_OF_A_FIELD) return
      if (await tryChanges(trial, subject, { ...changes }, true)) taken += 1
    })
    if (taken === 0 && !GATED_FIELDS.some((gated) => gated === field)) refused.push(field)
  }
  if (refused.length > 0)
    throw new InconclusiveError(`the application refuses every valid value of ${refused.join(', ')}`)
}

/**
 * Invalid changes of one kind, alone and beside valid ones.
 * @param before is asked for first, so that something may be lost
 */
function invalidChanges(
  requirements: readonly RefusingRequirement[],
  examples: readonly Changes[] | ((account: Account) => readonly Changes[]) = [],
  before?: (account: Account) => Changes,
) {
  return async (trial: Trial): Promise<void> => {
    const subject = await subjectOf(trial)
    const { account } = subject.scenario
    if (before) await tryChanges(trial, subject, before(account), true)
    const { designations } = account
    const changes = invalidUpdate({ pledged: true, designations }, requirements).map(
      ({ body }): Changes => ({ ...body }),
    )
    await tryValues(
      trial,
      changes,
      async (one) => {
        await tryChanges(trial, subject, one, false)
      },
      typeof examples === 'function' ? examples(account) : examples,
    )
  }
}

/** How many donations are updated at the same moment, and the number of the first of their changes. */
const AT_ONCE = 5
const FIRST_AT_ONCE = 30

/** Indices of the changes that the other donation gets; what removes something comes after what sets it. */
const OF_OTHER = [1, 2]

/**
 * A call that is sent again, with a new token, is written as the first was. Two donations are changed in turn: what was
 * asked for one of them is not sent for the other.
 */
async function repeated(trial: Trial): Promise<void> {
  const subject = await subjectOf(trial, { statuses: ['pledged', 'pledged'] })
  const { account } = subject.scenario
  const [, donation = subject.donation] = account.donations
  const other = { ...subject, donation, sentBefore: new SentValues() }
  for (const [index, changes] of kindsOfChanges(account).entries()) {
    endAccessTokens(account)
    await tryChanges(trial, OF_OTHER.includes(index) ? other : subject, changes, true)
  }
}

/** Updates at the same moment each have a body of their own, for a donation of their own that was not shown before. */
async function atOnce(trial: Trial): Promise<void> {
  const subject = await subjectOf(trial, { statuses: Array.from({ length: AT_ONCE }, () => 'pledged') })
  await trial.each(
    subject.scenario.account.donations.slice(1).map((donation, index) => ({
      donation,
      label: `donation ${index + 1}`,
      index,
    })),
    async ({ donation, index }) => {
      const own = { ...subject, donation, sentBefore: new SentValues() }
      const changes = subject.scenario.ordinaryChange(FIRST_AT_ONCE + index)
      // With a number in some: whoever writes them otherwise then may write texts alone.
      await tryChanges(trial, own, index % 2 === 0 ? changes : { ...changes, quantity: index + 1 }, true)
    },
  )
}

/** What is sent again when the service has turned it away: as the contract wants it, whoever writes it then. */
async function sentAgain(trial: Trial, refusal: Refusal): Promise<void> {
  const scenario = trial.scenario(`after ${refusal.label}`)
  const [donation] = scenario.account.donations
  if (donation === undefined) return
  await scenario.connect()
  const subject = { scenario, donation, sentBefore: new SentValues() }
  const kinds = kindsOfChanges(scenario.account)
  const changes = [
    // With a number: whoever writes it the second time may write all as texts.
    { changes: { ...kinds.at(-1), ...scenario.ordinaryChange(1), quantity: 3 }, areValid: true },
    { changes: { ...scenario.ordinaryChange(2), donor_country: 'NG', quantity: '2' }, areValid: false },
  ]
  for (const { changes: one, areValid } of changes)
    await turningFirstAway(scenario.account, refusal, () => tryChanges(trial, subject, one, areValid))
}

/** PARTNER-14: what arrives at the service of generated changes. */
export const partner14 = requirement(
  'PARTNER-14',
  test('valid', validChanges('pledged')),
  test('valid, not pledged', validChanges('settled')),
  test('fields', eachField),
  test('repeated calls', repeated),
  test('updates at the same moment', atOnce),
  test('calls that were turned away', (trial) => trial.each(refusals, (one) => sentAgain(trial, one))),
  test('countries', invalidChanges(['UPDATE-10'], countryExamples)),
  test('emails', invalidChanges(['UPDATE-11'], emailExamples)),
  test('texts', invalidChanges(['UPDATE-12'], [...emptyTexts, ...wrongTexts])),
  test('gated', invalidChanges(['PLEDGED-5'], noQuantity)),
  test(
    'designations',
    invalidChanges(['DESIGNATION-4'], designationExamples, ({ designations }) => ({
      designation_id: designations[0] ?? null,
    })),
  ),
  test(
    'advisors',
    invalidChanges(
      ['ADVISOR-2', 'ADVISOR-5', 'ADVISOR-6'],
      [...emptyAdvisorTexts, ...wrongAdvisorTexts, ...advisorEmailExamples],
    ),
  ),
  overAll('every update of others', everyUpdateOfOthers),
  overProduction('every update in production', everyUpdateInProduction),
)
