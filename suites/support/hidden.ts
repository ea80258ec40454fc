import { isJsonObject } from '../../client/http/answer.ts'
import type { PLAIN_HIDDEN_FIELDS } from '../../contract/fields.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'
import type { Shown } from './record.ts'
import { isStored } from './stored.ts'

/** A field that the contract does not show in an answer, but a target may. */
export type HiddenField = (typeof PLAIN_HIDDEN_FIELDS)[number] | 'designation_id' | 'advisor'

/** Stands beside each `advisor_id` that is sent: a record that has it shows what it was sent, and not who is linked. */
export const BESIDE_ADVISOR_ID = 'advisor_ids'

/** What a hidden field holds, if that can be seen; undefined is a field that is not set. */
export type HiddenValue = { readonly seen: true; readonly value: unknown } | { readonly seen: false }

/**
 * What a hidden field holds after an answer: by the inspector where there is one, else by what SANDBOX_READ_DONATION
 * shows (neither changes anything), else as the record shows it. Null and left out are the same: not set.
 *
 * @param isExpected says whether a value is what should be there now: what is read may lag behind, and is read again
 * until it is. What the record shows is expected unless told otherwise.
 * @throws InconclusiveError where SANDBOX_READ_DONATION does not work.
 */
export async function hiddenValue(
  context: Context,
  id: string,
  shown: Pick<Shown, 'record'>,
  field: HiddenField,
  isExpected?: (value: unknown) => boolean,
): Promise<HiddenValue> {
  const expected = isExpected && ((_field: HiddenField, value: unknown) => isExpected(value))
  return (await hiddenValues(context, id, shown, [field], expected))[field] ?? { seen: false }
}

/** What several hidden fields hold, by one look at the donation; as {@link hiddenValue}. */
export async function hiddenValues(
  context: Context,
  id: string,
  shown: Pick<Shown, 'record'>,
  fields: readonly HiddenField[],
  isExpected = (field: HiddenField, value: unknown) => !contradicts(field, value, shown),
): Promise<Readonly<Partial<Record<HiddenField, HiddenValue>>>> {
  const { inspectorIfAny: inspector, reader } = context
  const valuesBy = (find: (field: HiddenField) => HiddenValue) =>
    Object.fromEntries(fields.map((field) => [field, find(field)]))
  const stored = await inspector?.donation(id)
  if (stored) return valuesBy((field) => seenIn({ ...stored }, field))
  const reading = await reader?.read(id, (now) =>
    fields.every((field) => {
      const value = seenIn(now, field)
      return !value.seen || isExpected(field, value.value)
    }),
  )
  return valuesBy((field) => {
    const read = reading ? seenIn(reading, field) : { seen: false as const }
    if (!read.seen) return seenIn(shown.record, field)
    if (contradicts(field, read.value, shown))
      context.note(`SANDBOX_READ_DONATION and the records of answers contradict each other: ${field}`)
    return read
  })
}

/**
 * A field of a stored donation or a record. The id of an advisor may stand beside it; where nothing but the id is shown,
 * an object of that id stands for the advisor.
 */
function seenIn(shown: Readonly<Record<string, unknown>>, field: HiddenField): HiddenValue {
  const value = shown[field] ?? undefined
  const id = BESIDE_ADVISOR_ID in shown ? undefined : shown.advisor_id
  if (field === 'advisor' && isJsonObject(value) && id !== undefined)
    return { seen: true, value: { id, ...value } }
  if (field in shown) return { seen: true, value }
  if (field !== 'advisor' || id === undefined) return { seen: false }
  return { seen: true, value: id === null || id === '' ? undefined : { id } }
}

/** Whether the record of the answer shows another plain value: one in a form of its own cannot be compared. */
function contradicts(field: HiddenField, value: unknown, { record }: Pick<Shown, 'record'>): boolean {
  const inRecord = record[field]
  if (!(field in record) || isJsonObject(inRecord) || isJsonObject(value)) return false
  if (field === 'designation_id')
    return isDesignation(inRecord, String(value ?? '')) === (value === undefined)
  return !isStored(field, inRecord, value)
}

/** Nothing but an address, a mailto URI of one, or one in angle brackets behind a name (RFC 5322, 3.4). */
const SHOWN_EMAIL = /^(?:mailto:|[^<>]*<)?([^\s<>]+@[^\s<>]+?)>?$/i

/**
 * The email of an advisor as a target shows one: in the object, or in a text in its place; undefined where it is not shown,
 * or in a form of its own.
 */
export function emailShown(advisor: unknown): string | undefined {
  if (typeof advisor === 'string') return SHOWN_EMAIL.exec(advisor)?.[1]
  const email = isJsonObject(advisor) ? advisor.email : undefined
  return typeof email === 'string' ? email : undefined
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i

/**
 * Whether a designation, however a target shows one (its id in capitals, an object around it), is this one;
 * undefined where what is shown tells nothing.
 */
export function isDesignation(shown: unknown, id: string): boolean | undefined {
  if (shown === undefined || shown === null || shown === '') return false
  const text = JSON.stringify(shown).toLowerCase()
  if (text.includes(id.toLowerCase())) return true
  // A UUID may be shown as something else, such as the base64 of a global id.
  return UUID.test(text) || (typeof shown === 'string' && !UUID.test(id)) ? false : undefined
}

/** Whether a hidden field shows what an accepted update sent, as far as the form that a target has for it tells. */
export function isAsSent(field: HiddenField, sent: unknown, value: unknown): boolean {
  if (field === 'designation_id')
    return typeof sent === 'string'
      ? isDesignation(value, sent) !== false
      : !value || typeof value !== 'string'
  if (field === 'advisor') {
    const email = emailShown(value)
    if (!isJsonObject(sent)) return email === undefined
    return email === undefined ? Boolean(value) : email.toLowerCase() === String(sent.email).toLowerCase()
  }
  return isJsonObject(value) || isStored(field, sent, value)
}

/** Whether hidden fields can be looked at without an update: by the inspector, or by SANDBOX_READ_DONATION. */
export function canLook({ inspectorIfAny, reader }: Context): boolean {
  return (inspectorIfAny ?? reader) !== undefined
}

/** Why nothing can be said about a hidden field. */
export function notShown({ reader }: Pick<Context, 'reader'>, field: HiddenField): InconclusiveError {
  if (reader)
    return new InconclusiveError(`neither the answers nor SANDBOX_READ_DONATION show ${field}`, [
      `have SANDBOX_READ_DONATION show ${field}`,
    ])
  return new InconclusiveError(`the answers of this target do not show ${field}`, ['SANDBOX_READ_DONATION'])
}
