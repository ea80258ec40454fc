import { GATED_FIELDS } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import {
  exactly,
  invalidUpdate,
  partialUpdate,
  type RefusingRequirement,
  updateValues,
} from '../../generators/index.ts'
import type { Donation } from '../../mock/store.ts'
import { type Call, isObject, membersOf } from '../service/call.ts'
import type { Scenario, Update } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { isAskedFor } from './asked-for.ts'
import {
  type Changes,
  countryExamples,
  emptyAdvisorTexts,
  emptyTexts,
  noQuantity,
  validExamples,
} from './change-examples.ts'
import { tryValues } from './property.ts'
import { requirement, test } from './requirement.ts'
import { formProblem } from './sent-updates.ts'
import { SentValues } from './sent-values.ts'

/** A session with one donation, and what was sent about it so far, by field. */
interface Subject {
  readonly scenario: Scenario
  readonly donation: Donation
  readonly sentBefore: SentValues
}

async function subjectOf(trial: Trial): Promise<Subject> {
  const scenario = trial.scenario()
  const [donation] = scenario.account.donations
  if (donation === undefined) throw new InconclusiveError('there is no donation')
  await scenario.connect()
  const subject = { scenario, donation, sentBefore: new SentValues() }
  // Judged as all others are: what the service refuses for its form has arrived as well.
  if (!(await tryChanges(trial, subject, scenario.ordinaryChange(), true)))
    throw new InconclusiveError('the application takes no update')
  return subject
}

/** Asks for the changes, and judges what arrives. @returns whether the application took them */
async function tryChanges(
  trial: Trial,
  subject: Subject,
  changes: Changes,
  areValid: boolean,
): Promise<boolean> {
  const { scenario, donation, sentBefore } = subject
  const update = await scenario.update(donation, changes, { mayBeSilent: true })
  const { outcome, sent, calls, exchange } = update
  const problem =
    sent.map((call) => problemOf(call, changes, sentBefore)).find(Boolean) ??
    lost(update, changes, areValid, sentBefore)
  trial.ensure(problem === undefined, () => ({
    expected: areValid
      ? 'what was asked for arrives as application/json, every field in its declared type, or is refused'
      : 'an invalid change is put right or refused: no update that breaks the contract arrives',
    received: problem ?? '',
    calls: sent.length > 0 ? sent : calls,
    browsed: [exchange],
  }))
  for (const call of sent) sentBefore.add(call)
  if (outcome === 'silent')
    throw new InconclusiveError(`an update was not answered: ${exchange.failure?.message}`)
  if (outcome === 'connect')
    throw new InconclusiveError('the user was asked to connect again in the midst of updates')
  return outcome === 'done'
}

/** What is wrong with an update that arrived; undefined where nothing is. */
function problemOf(call: Call, changes: Changes, sentBefore: SentValues): string | undefined {
  const form = formProblem(call)
  if (form !== undefined) return form
  const other = Object.entries(membersOf(call)).find(
    ([field, value]) => !wasAsked(field, value, changes, sentBefore),
  )
  return other && `an update with ${other[0]} ${JSON.stringify(other[1])}, which nobody asked for`
}

/**
 * Whether the user asked for it, now or before: an update may hold all that the application knows of the donation, as
 * it was asked for last. What is repeated of a designation belongs to PARTNER-16.
 */
function wasAsked(field: string, value: unknown, changes: Changes, sentBefore: SentValues): boolean {
  if (field in changes && isAskedFor(field, value, changes[field])) return true
  if (field === 'designation_id')
    return value === null || sentBefore.ever(field).some((one) => isAskedFor(field, value, one))
  return !(field in changes) && sentBefore.isKnown(field, value)
}

/** Of valid changes that the application took, one that never arrived. */
function lost(
  { outcome, sent }: Update,
  changes: Changes,
  areValid: boolean,
  sentBefore: SentValues,
): string | undefined {
  if (!areValid || outcome !== 'done') return undefined
  const bodies = sent.map(membersOf)
  const field = Object.entries(changes).find(([name, value]) => {
    if (GATED_FIELDS.some((gated) => gated === name) || (name === 'designation_id' && value === null))
      return false
    // What the service has already need not be sent again.
    const had = sentBefore.ever(name).at(-1)
    if (had !== undefined && isAskedFor(name, had, value)) return false
    return !bodies.some((body) => name in body && !isShortened(body[name], value))
  })
  return field && `an update that was taken, without the ${field[0]} that was asked for`
}

/** Of an advisor, fields may be lost as well. */
function isShortened(sent: unknown, asked: unknown): boolean {
  return (
    isObject(sent) &&
    isObject(asked) &&
    Object.keys(asked).some((name) => !(name in sent) && asked[name] !== '')
  )
}

async function validChanges(trial: Trial): Promise<void> {
  const subject = await subjectOf(trial)
  const { designations } = subject.scenario.account
  const changes = partialUpdate({ pledged: true, designations }).map((one): Changes => ({ ...one }))
  await tryValues(
    trial,
    changes,
    async (one) => {
      await tryChanges(trial, subject, one, true)
    },
    validExamples,
  )
}

/** Values of one field by itself, of which an application has to take one, or nothing is known of the field. */
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

/** Invalid changes of one kind, alone and beside valid ones. */
function invalidChanges(requirements: readonly RefusingRequirement[], examples: readonly Changes[] = []) {
  return async (trial: Trial): Promise<void> => {
    const subject = await subjectOf(trial)
    const { designations } = subject.scenario.account
    const changes = invalidUpdate({ pledged: true, designations }, requirements).map(
      ({ body }): Changes => ({ ...body }),
    )
    await tryValues(
      trial,
      changes,
      async (one) => {
        await tryChanges(trial, subject, one, false)
      },
      examples,
    )
  }
}

/** PARTNER-14: what arrives at the service of generated changes. */
export const partner14 = requirement(
  'PARTNER-14',
  test('valid', validChanges),
  test('fields', eachField),
  test('countries', invalidChanges(['UPDATE-10'], countryExamples)),
  test('emails', invalidChanges(['UPDATE-11'])),
  test('texts', invalidChanges(['UPDATE-12'], emptyTexts)),
  test('gated', invalidChanges(['PLEDGED-5'], noQuantity)),
  test('designations', invalidChanges(['DESIGNATION-4'])),
  test('advisors', invalidChanges(['ADVISOR-2', 'ADVISOR-5', 'ADVISOR-6'], emptyAdvisorTexts)),
)
