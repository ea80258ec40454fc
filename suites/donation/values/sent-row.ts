import type { DonationKind } from '../../../client/donations/pool.ts'
import { type DonationRecord, recordOf } from '../../../client/donations/record.ts'
import { isJsonObject, isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { GATED_FIELDS, PLAIN_HIDDEN_FIELDS } from '../../../contract/fields.ts'
import { type Context, describeFields, type Received } from '../../../harness/authoring/index.ts'
import { actAs } from '../../axes/tokens.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { type HiddenField, type HiddenValue, hiddenValues } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { isStored } from '../../support/stored.ts'
import { type Culprit, dissect } from './dissect.ts'
import { rowBody, type ValueRow } from './value-rows.ts'

/** What became of a row. */
export interface SentRow {
  /** Of the donation that it was sent to. */
  readonly kind: DonationKind
  readonly body: UpdateBody
  readonly exchange: Exchange
  /** Undefined where the update was not accepted. */
  readonly record: DonationRecord | undefined
  /** The record when the donation was read back, if it was. */
  readonly stored: DonationRecord | undefined
  readonly hidden: Readonly<Partial<Record<HiddenField, HiddenValue>>>
  /** All that shows it. */
  readonly exchanges: readonly Exchange[]
  /** What it was refused for, where it may not be, and what became of the rest. */
  readonly refusal?: { readonly culprit: Culprit; readonly rest: SentRow }
}

/** The hidden fields that a row may hold: all but the designation. */
const SENT_HIDDEN: readonly HiddenField[] = [...PLAIN_HIDDEN_FIELDS, 'advisor']

/**
 * Sends a row, once for all requirements that judge it: to a pledged donation where one is known, or one in another status.
 * Whoever judges it acts as its holder from then on.
 */
export async function sendRow(context: Context, row: ValueRow): Promise<SentRow> {
  await actAs(context, row.holder)
  return context.sharedEvidence(row.name, async () => {
    const isOther = !row.isGated && context.target.nonPledgedDonationIds.length > 0
    const inOtherStatus = isOther ? await sendTo(context, row, 'other') : undefined
    if (inOtherStatus?.record) return inOtherStatus
    if (inOtherStatus) context.giveBack()
    const kind = context.target.pledgedDonationIds.length > 0 ? 'pledged' : 'any'
    const sent = await sendTo(context, row, kind)
    if (row.isOpen) return sent
    if (isRefused(sent.exchange)) return takenApart(context, row, sent)
    if (!inOtherStatus || !sent.record || !isRefused(inOtherStatus.exchange)) return sent
    // A status that refuses more than this value is for PLEDGED-4 to judge, and then explains this as well.
    context.giveBack()
    return takenApart(context, row, inOtherStatus)
  })
}

/** What of a row is refused, and the rest of it sent without that. */
async function takenApart(context: Context, row: ValueRow, sent: SentRow): Promise<SentRow> {
  const { kind, body } = sent
  const donation = await context.donation(kind)
  const culprit = await dissect(context, donation, row.by, body, sent.exchange)
  const spared = culprit.fields.find((field) => APART.includes(field)) ?? culprit.fields[0]
  const others = Object.fromEntries(Object.entries(body).filter(([field]) => field !== spared))
  const rest = await sendBody(context, kind, row, others)
  return {
    ...sent,
    refusal: { culprit, rest },
    exchanges: [...sent.exchanges, culprit.exchange, ...rest.exchanges],
  }
}

function sendTo(context: Context, row: ValueRow, kind: DonationKind): Promise<SentRow> {
  return sendBody(context, kind, row, rowBody(row, kind === 'pledged'))
}

async function sendBody(
  context: Context,
  kind: DonationKind,
  { by, isReadBack }: ValueRow,
  body: UpdateBody,
): Promise<SentRow> {
  const donation = await context.donation(kind)
  const exchange = await context.api.update(by, donation, body)
  const record = recordOf(exchange)
  if (!record) return { kind, body, exchange, record, stored: undefined, hidden: {}, exchanges: [exchange] }
  const isSent = (field: HiddenField, value: unknown) => isShown(field, body[field], value)
  const fields = SENT_HIDDEN.filter((field) => field in body)
  const hidden = await hiddenValues(context, donation, { record }, fields, isSent)
  const stored = isReadBack ? await readBack(context, donation) : undefined
  const exchanges = stored ? [exchange, stored.exchange] : [exchange]
  return { kind, body, exchange, record, stored: stored?.record, hidden, exchanges }
}

/** Of fields that are refused together, the one that the others are tried without. */
const APART: readonly string[] = ['donor_country', 'advisor', ...GATED_FIELDS]

function isShown(field: HiddenField, sent: unknown, shown: unknown): boolean {
  return field === 'advisor' ? alteredMembers(sent, shown).length === 0 : isStored(field, sent, shown)
}

/** The fields of an advisor that are shown with another value than the one sent: all where none is linked. */
export function alteredMembers(sent: unknown, shown: unknown): readonly string[] {
  if (!isJsonObject(sent)) return []
  if (shown === undefined) return Object.keys(sent)
  // What is neither nothing nor an object has a form of its own.
  if (!isJsonObject(shown)) return []
  return Object.keys(sent).filter(
    (field) => field in shown && !isSameMember(field, sent[field], shown[field]),
  )
}

/** An advisor who is known already may have the address in another letter case. */
function isSameMember(field: string, sent: unknown, shown: unknown): boolean {
  if (field !== 'email') return isStored(field, sent, shown)
  return typeof shown !== 'string' || shown.toLowerCase() === String(sent).toLowerCase()
}

/** Whether a value of the row that was accepted is what the target shows of it; what it does not show counts as stored. */
export function cameBack({ body, record = {}, stored, hidden }: SentRow, field: string): boolean {
  const [parent = '', member] = field.split('.')
  if (member !== undefined) {
    const { advisor } = hidden
    return !advisor?.seen || !alteredMembers(body.advisor, advisor.value).includes(member)
  }
  const hiddenField = SENT_HIDDEN.find((one) => one === parent)
  const now = hiddenField && hidden[hiddenField]
  if (now) return !now.seen || isJsonObject(now.value) || isStored(parent, body[parent], now.value)
  if (!(parent in body) || hiddenField) return true
  return [record, ...(stored ? [stored] : [])].every((one) => isStored(parent, body[parent], one[parent]))
}

/** What the target shows of fields that did not come back. */
export function shownInstead({ body, record, stored }: SentRow, fields: readonly string[]): Received {
  const shown = fields.map((field) => {
    const values = [record?.[field], stored?.[field]]
    return { field, value: values.find((one) => one !== undefined && !isStored(field, body[field], one)) }
  })
  const words = shown.map(({ field, value }) =>
    value === undefined ? `${field} with another value` : describeFields([field], { [field]: value }),
  )
  const wrong = shown.flatMap(({ field, value }) => (value === undefined ? [] : [{ field, shown: value }]))
  return { words: words.join(', '), wrong }
}
