import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isJsonObject, isRefused, type JsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { ADVISOR_FIELDS, type AdvisorField } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { emailShown, type HiddenValue, hiddenValue, notShown } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { type Shown, shownIfAny } from '../../support/record.ts'
import { LINKED_ADVISOR } from './examples.ts'

/** What a target shows of an advisor that was linked, to know it again by. */
export interface LinkedAdvisor {
  /** The fields beside the email that are shown as they were sent. */
  readonly fields: readonly AdvisorField[]
  /** Undefined where no id is shown. */
  readonly id: string | undefined
}

/**
 * How a linked advisor is called: by its email, or by its id where that is all that is shown; undefined where none is.
 * @throws InconclusiveError where the target shows neither.
 */
export function advisorName(context: Context, advisor: HiddenValue): string | undefined {
  if (!advisor.seen) throw notShown(context, 'advisor')
  if (advisor.value === undefined) return undefined
  const name = emailShown(advisor.value) ?? idOf(advisor)
  if (name !== undefined) return name
  throw notShown(context, 'advisor')
}

/** The id of a linked advisor; undefined where none is linked, or no id is shown. */
export function idOf(advisor: HiddenValue): string | undefined {
  const { id } = advisor.seen && isJsonObject(advisor.value) ? advisor.value : {}
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/**
 * Links the full advisor once more, whom null has cleared of this donation.
 * @throws ViolationError for ADVISOR-1 where it is refused now; InconclusiveError as {@link linkAdvisor}.
 */
export async function linkAdvisorAgain(
  context: Context,
  donation: string,
  cleared: Exchange,
  beside: UpdateBody = {},
  by: UpdateMethod = 'PATCH',
): Promise<LinkedAdvisor> {
  const again = await context.api.update(by, donation, { ...beside, advisor: LINKED_ADVISOR })
  const expected = 'the advisor to be accepted, as before null cleared it'
  ensure(!isRefused(again), expected, describeAnswer(again), [cleared, again], 'ADVISOR-1')
  return linkedBy(context, donation, again)
}

/**
 * Links the full advisor.
 * @param beside what is sent with it.
 * @param by by which method.
 * @throws InconclusiveError where the target does not show that it is linked.
 */
export async function linkAdvisor(
  context: Context,
  donation: string,
  beside: UpdateBody = {},
  by: UpdateMethod = 'PATCH',
): Promise<LinkedAdvisor> {
  const { exchange } = await apply(context, donation, { ...beside, advisor: LINKED_ADVISOR }, by)
  return linkedBy(context, donation, exchange)
}

async function linkedBy(context: Context, donation: string, exchange: Exchange): Promise<LinkedAdvisor> {
  const shown = shownIfAny(exchange)
  const isFull = (value: unknown) => isLinked({ seen: true, value }, undefined)
  const advisor = await hiddenValue(context, donation, shown, 'advisor', isFull)
  if (advisorName(context, advisor) === undefined || !isLinked(advisor, undefined))
    throw new InconclusiveError('an advisor that was linked is not shown as linked')
  const others = ADVISOR_FIELDS.filter((field) => field !== 'email')
  const lost = lostFields(advisor, others)
  return { fields: others.filter((field) => !lost.includes(field)), id: idOf(advisor) }
}

/**
 * Judges that the advisor of {@link linkAdvisor} is linked still, in the answer and when the donation is read
 * back.
 * @param cause the exchange that may have changed it.
 * @param linked what the target showed of it.
 * @throws ViolationError where it is not; InconclusiveError where the target does not show it.
 */
export async function expectStillLinked(
  context: Context,
  donation: string,
  cause: Exchange,
  linked: LinkedAdvisor,
): Promise<void> {
  const record = recordOf(cause)
  const answers = record && 'advisor' in record ? [{ record, exchange: cause }] : []
  for (const shown of [...answers, await readBack(context, donation)])
    await expectLinkedNow(context, donation, shown, cause, linked)
}

/**
 * Judges the same where the next update comes without a look between.
 * @param shown the answer, or what else the target shows at this moment.
 * @throws as {@link expectStillLinked}.
 */
export async function expectLinkedNow(
  context: Context,
  donation: string,
  shown: Shown,
  cause: Exchange,
  { fields, id }: LinkedAdvisor,
): Promise<void> {
  const evidence = [cause, shown.exchange]
  const isAsBefore = (value: unknown) => {
    const now: HiddenValue = { seen: true, value }
    return isLinked(now, id) && lostFields(now, fields).length === 0
  }
  const advisor = await hiddenValue(context, donation, shown, 'advisor', isAsBefore)
  const name = advisorName(context, advisor)
  ensure(
    isLinked(advisor, id),
    `the advisor ${LINKED_ADVISOR.email} as before`,
    name ?? 'no advisor',
    evidence,
  )
  const lost = lostFields(advisor, fields)
  ensure(lost.length === 0, `the ${lost.join(', ')} of the advisor as before`, 'another, or none', evidence)
}

/**
 * Whether the linked advisor is the full one, whose email may be shown in another letter case; where only an id is
 * shown, whether it is this one, or any where this one is not known.
 */
function isLinked(advisor: HiddenValue, id: string | undefined): boolean {
  const shown: JsonObject = advisor.seen && isJsonObject(advisor.value) ? advisor.value : {}
  if (typeof shown.email === 'string') return shown.email.toLowerCase() === LINKED_ADVISOR.email
  const now = idOf(advisor)
  return now !== undefined && (id === undefined || now === id)
}

/** Which of these fields of the linked advisor are not shown as they were sent. */
function lostFields(advisor: HiddenValue, fields: readonly AdvisorField[]): readonly AdvisorField[] {
  const shown: JsonObject = advisor.seen && isJsonObject(advisor.value) ? advisor.value : {}
  return fields.filter((field) => shown[field] !== LINKED_ADVISOR[field])
}
