import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted, isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure, wrongFields } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { hiddenValues, isDesignation } from '../../support/hidden.ts'
import { shownIfAny } from '../../support/record.ts'
import { alteredMembers } from '../values/sent-row.ts'

/**
 * Judges PLEDGED-4 for one body: a donation that is not pledged takes it, where a pledged one does.
 * @param breaks the requirement that is broken where it does not, if it is another one.
 * @throws ViolationError where it does not; InconclusiveError where a pledged one does not take it either.
 */
export async function expectUpdatable(
  context: Context,
  body: UpdateBody,
  by: UpdateMethod,
  breaks?: RequirementId,
): Promise<Exchange> {
  const { api } = context
  const [other, pledged] = await updatableDonations(context)
  const exchange = await api.update(by, other, body)
  if (!isAccepted(exchange) && pledged && !(await isTakenAgain(context, pledged, body, by)))
    throw new InconclusiveError('a pledged donation does not take this update either')
  const received = describeAnswer(exchange)
  ensure(isAccepted(exchange), 'the update to be accepted in any status', received, [exchange], breaks)
  const ignored = ignoredField(body, exchange)
  if (ignored && pledged) {
    // Where the field does not come back on a pledged donation either, UPDATE-3 says so.
    const there = ignoredField(body, await api.update(by, pledged, body))
    const received = {
      words: describeAnswer(exchange),
      wrong: wrongFields([ignored], recordOf(exchange) ?? {}).wrong,
    }
    ensure(there === ignored, `${ignored} to be updated in any status`, received, [exchange])
  }
  return exchange
}

/**
 * Whether a donation takes an update, and once more: what changes nothing there may be refused for that, as null for an
 * advisor who is gone already.
 */
export async function isTakenAgain(
  { api }: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<boolean> {
  if (body.advisor === null) await api.update(by, donation, { advisor: { email: 'advisor@example.com' } })
  for (let time = 1; time <= 2; time++) if (!isAccepted(await api.update(by, donation, body))) return false
  return true
}

/** The donation that {@link expectUpdatable} updates, and a pledged one where such are known; the same each time. */
export async function updatableDonations(context: Context): Promise<readonly [string, string | undefined]> {
  return context.target.pledgedDonationIds.length > 0
    ? context.donations('other', 'pledged')
    : [await context.donation('other'), undefined]
}

/**
 * Judges that an update which links things is carried out, too, as far as that can be seen.
 * @throws ViolationError for the requirement of what is linked otherwise.
 */
export async function expectLinked(
  context: Context,
  donation: string,
  { designation_id, advisor }: UpdateBody,
  exchange: Exchange,
): Promise<void> {
  const isSet = (value: unknown) => isDesignation(value, String(designation_id)) !== false
  const isAdvisor = (value: unknown) =>
    advisor === null ? isNobody(value) : alteredMembers(advisor, value).length === 0
  const shown = shownIfAny(exchange)
  const now = await hiddenValues(context, donation, shown, ['designation_id', 'advisor'], (field, value) =>
    field === 'advisor' ? isAdvisor(value) : isSet(value),
  )
  const judge = (isIt: boolean, sent: unknown, is: unknown, breaks: RequirementId) =>
    ensure(isIt, `${JSON.stringify(sent)}, as it was sent`, JSON.stringify(is ?? null), [exchange], breaks)
  const { designation_id: set, advisor: linked } = now
  if (typeof designation_id === 'string' && set?.seen)
    judge(isSet(set.value), { designation_id }, set.value, 'DESIGNATION-1')
  if (advisor !== undefined && linked?.seen)
    judge(isAdvisor(linked.value), { advisor }, linked.value, advisor === null ? 'ADVISOR-3' : 'ADVISOR-1')
}

/** A service may show no advisor as one whose fields are all empty; what is neither nothing nor an object has a form of its own. */
function isNobody(value: unknown): boolean {
  return !isJsonObject(value) || Object.values(value).every((one) => one === null || one === '')
}

/** The first observable field that the answer shows with another value than the one sent. */
function ignoredField(body: UpdateBody, exchange: Exchange): string | undefined {
  const record = recordOf(exchange)
  return record && SETTABLE_FIELDS.find((field) => field in body && record[field] !== body[field])
}
