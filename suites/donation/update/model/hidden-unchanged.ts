import canonicalize from 'canonicalize'
import { isJsonObject } from '../../../../client/http/answer.ts'
import type { Exchange } from '../../../../client/http/exchange.ts'
import { PLAIN_HIDDEN_FIELDS } from '../../../../contract/fields.ts'
import { ADVISOR_FIELDS, GATED_FIELDS, type RequirementId } from '../../../../contract/index.ts'
import { type Context, describeFields, ensure, wrongFields } from '../../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../../support/bodies.ts'
import { type HiddenField, type HiddenValue, isAsSent } from '../../../support/hidden.ts'

/** The requirement that a refused update breaks where it changes a field that no answer has to show. */
export const BREAKS: Readonly<Partial<Record<HiddenField, RequirementId>>> = {
  designation_id: 'DESIGNATION-7',
  advisor: 'ADVISOR-8',
  quantity: 'PLEDGED-3',
  identifier: 'PLEDGED-3',
  source: 'PLEDGED-3',
}

/** All fields that no answer has to show. */
export const HIDDEN_FIELDS: readonly HiddenField[] = [
  'designation_id',
  'advisor',
  ...GATED_FIELDS,
  'memo',
  'donor_postal_code',
  'donor_country',
]

/** Fields that no answer has to show, as far as they can be seen. */
export type Hidden = Readonly<Partial<Record<HiddenField, HiddenValue>>>

/**
 * Judges that fields which no answer has to show are as before, as far as they can be seen.
 * @param before what {@link hiddenOf} showed.
 * @param breaks the requirement that a change breaks of a field that has none of its own.
 * @param isPledged whether the donation takes gated fields: what becomes of them is no matter of the gate then.
 * @throws ViolationError for the requirement of what changed.
 */
export async function expectHiddenUnchanged(
  context: Context,
  donation: string,
  before: Hidden,
  refused: readonly Exchange[],
  breaks: RequirementId,
  isPledged = false,
): Promise<void> {
  const after = await hiddenOf(context, donation, before)
  for (const field of HIDDEN_FIELDS) {
    const [was, is] = [hiddenJson(before[field]), hiddenJson(after[field])]
    if (was === undefined || is === undefined) continue
    const own = isPledged && GATED_FIELDS.some((gated) => gated === field) ? undefined : BREAKS[field]
    const expected = `${describeFields([field], valuesOf(before))}, as before`
    ensure(was === is, expected, wrongFields([field], valuesOf(after)), refused, own ?? breaks)
  }
}

/**
 * Judges that the plain ones among them are as before, when another donation was updated or an update was repeated. What
 * is linked may be linked anew, and reading clears the designation.
 * @param before those that are to be compared.
 * @param linked what is linked and has to stay all the same.
 * @throws ViolationError for this requirement.
 */
export async function expectPlainHiddenUnchanged(
  context: Context,
  donation: string,
  before: Hidden,
  causes: readonly Exchange[],
  linked: readonly HiddenField[] = [],
): Promise<void> {
  const after = await hiddenOf(context, donation, before)
  const fields = [...PLAIN_HIDDEN_FIELDS, ...linked]
  const changed = fields.filter(
    (field) => before[field] && hiddenJson(before[field]) !== hiddenJson(after[field]),
  )
  const expected = `${describeFields(changed, valuesOf(before))}, as before`
  ensure(changed.length === 0, expected, wrongFields(changed, valuesOf(after)), causes)
}

/**
 * Judges that an advisor is shown with the same fields when the update that linked them was repeated, as far as what was
 * sent could be seen before; which record it is, ADVISOR-7 judges.
 */
export async function expectAdvisorUnchanged(
  context: Context,
  donation: string,
  sent: UpdateBody,
  before: Hidden,
  causes: readonly Exchange[],
): Promise<void> {
  const shows = ({ advisor }: Hidden, field: string) =>
    advisor?.seen === true && isJsonObject(advisor.value) && advisor.value[field] === sent[field]
  const shown = Object.keys(sent).filter((field) => shows(before, field))
  const isSame = (now: Hidden) => shown.every((field) => shows(now, field))
  const now = await hiddenWhen(context, donation, isSame)
  if (now.advisor?.seen !== true) return
  const expected = `of the advisor ${shown.join(', ')}, as before`
  ensure(isSame(now), expected, `${hiddenJson(now.advisor)}`, causes)
}

/** What can be seen of an advisor, in JSON, but for these fields; undefined where nothing can. */
export function advisorJson({ advisor }: Hidden, ...except: readonly string[]): string | undefined {
  if (!advisor?.seen || !isJsonObject(advisor.value)) return hiddenJson(advisor)
  return JSON.stringify(Object.entries(advisor.value).filter(([field]) => !except.includes(field)))
}

/**
 * What can be seen of the hidden fields without an update; nothing where only updates show something.
 * @param expected what should be seen: what is read may lag behind.
 */
export function hiddenOf(context: Context, donation: string, expected: Hidden): Promise<Hidden> {
  return hiddenWhen(context, donation, (now) => isAsExpected(now, expected))
}

/** The same after an update that was accepted: the fields should show what it sent. */
export function hiddenAfter(context: Context, donation: string, sent: UpdateBody): Promise<Hidden> {
  return hiddenWhen(context, donation, (now) =>
    HIDDEN_FIELDS.every((field) => {
      const shown = now[field]
      return !(field in sent) || !shown?.seen || isAsSent(field, sent[field], shown.value)
    }),
  )
}

/** The same, as soon as it is as it should be, or after a second. */
export async function hiddenWhen(
  context: Context,
  donation: string,
  isThere: (now: Hidden) => boolean,
): Promise<Hidden> {
  const inspected = await context.inspectorIfAny?.donation(donation)
  if (inspected) return allSeenIn({ ...inspected })
  const reading = await context.reader?.read(donation, (shown) => isThere(allSeenIn(shown)))
  return reading ? allSeenIn(reading) : {}
}

/** All hidden fields of what is read, with the identity of an advisor alone. */
function allSeenIn(shown: Readonly<Record<string, unknown>>): Hidden {
  const fields = HIDDEN_FIELDS.filter((field) => field in shown)
  const value = (field: HiddenField) => (field === 'advisor' ? identityOf(shown.advisor) : shown[field])
  return Object.fromEntries(fields.map((field) => [field, { seen: true, value: value(field) ?? undefined }]))
}

/** What an advisor is known by: what else is shown of one may change. */
function identityOf(advisor: unknown): unknown {
  if (!isJsonObject(advisor)) return advisor
  return Object.fromEntries(['id', ...ADVISOR_FIELDS].map((field) => [field, advisor[field] ?? null]))
}

/** Whether what can be seen is what was seen before. */
export function isAsExpected(now: Hidden, expected: Hidden): boolean {
  return HIDDEN_FIELDS.every((field) => hiddenJson(now[field]) === hiddenJson(expected[field] ?? now[field]))
}

/** The values of the fields that are seen: null where one is not set. */
function valuesOf(hidden: Hidden): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(hidden).flatMap(([field, one]) => (one.seen ? [[field, one.value ?? null]] : [])),
  )
}

/** Whatever the order of its members; undefined where the field is not seen. */
export function hiddenJson(one: HiddenValue | undefined): string | undefined {
  return one?.seen ? canonicalize(one.value ?? null) : undefined
}
