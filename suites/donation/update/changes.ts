import type { UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { type Context, ensure, type Table } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { inEachOrder, type UpdateBody } from '../../support/bodies.ts'
import { type HiddenValue, hiddenValue } from '../../support/hidden.ts'
import { shownIfAny } from '../../support/record.ts'
import { isStored } from '../../support/stored.ts'

/** The fields of a donor that answers show and that hold any text. */
export const TEXT_FIELDS = SETTABLE_FIELDS.filter((field) => field !== 'donor_email')

/** What the donation holds at first: with capitals, accents and blanks, so that each can be all that changes. */
const TEXTS = [
  'Renée Ann',
  'De la Crèche',
  'Große Straße 123',
  'Étage 2',
  'Saint Rémy',
  'Île Verte',
  'Pour Zoë',
]

/** The fields that are changed: those of the donor, and the memo, which no answer has to show. */
const CHANGED = [...TEXT_FIELDS, 'memo']

/** The donor's address. */
const EMAIL = 'Renee.Ann@example.com'

/** A text of its own in each field. */
const PRESENT: UpdateBody = changedBody((text) => text, EMAIL)

function changedBody(change: (text: string, index: number) => string, donor_email: string): UpdateBody {
  const texts = CHANGED.map((field, index) => [field, change(TEXTS[index] ?? '', index)])
  return { ...Object.fromEntries(texts), donor_email }
}

/**
 * How a value may differ from the one that is there, in every field at once: who compares carelessly sees none. Of two
 * ways each second time the other one is sent.
 */
const CHANGES: Readonly<Record<string, readonly UpdateBody[]>> = {
  'only in case': [changedBody((text) => text.toUpperCase(), 'RENEE.ANN@example.com')],
  'only in accents': [changedBody(withoutAccents, 'rene.ann@example.com')],
  'only in blanks': [changedBody((text) => text.replaceAll(' ', ''), 'ReneeAnn@example.com')],
  'the value of another field': [
    changedBody((_, index) => TEXTS[(index + 1) % TEXTS.length] ?? '', 'rene@example.com'),
    // Two and two change places.
    changedBody((_, index) => TEXTS[index ^ 1] ?? TEXTS[0] ?? '', 'rene@example.com'),
  ],
  'one value for all': [changedBody(() => TEXTS[0] ?? '', 'rene@example.com')],
  longer: [
    changedBody((text) => `${text} and more`, 'Renee.Annabel@example.com'),
    changedBody((text) => `The ${text}`, 'a.Renee.Ann@example.com'),
  ],
  shorter: [
    changedBody((text) => text.slice(0, -2), 'Renee@example.com'),
    // The same letters.
    changedBody((text) => text.split(' ').toReversed().join(' '), 'Ann.Renee@example.com'),
  ],
}

/** Another text that many collations of databases take for the same. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')
}

/** Each of them with each field last. */
export const CHANGES_OF_ALL: Table<UpdateBody> = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([name, changes]) =>
    CHANGED.map((last, turn) => {
      const { donor_email, ...texts } = changes[turn % changes.length] ?? PRESENT
      return [`${name}, ${last} last`, { donor_email, ...inEachOrder(texts)[last] }]
    }),
  ),
)

/** What became of a change, and of the way back. */
interface SentChange {
  readonly sent: readonly {
    readonly body: UpdateBody
    readonly exchange: Exchange
    readonly memo: HiddenValue
  }[]
  /** Where it was refused, or the way back, and no more was sent. */
  readonly refusal?: { readonly body: UpdateBody; readonly by: UpdateMethod; readonly exchange: Exchange }
  readonly exchanges: readonly Exchange[]
}

/** Sends a change by PATCH and the way back by PUT, once for the requirements that judge it. */
export function sendChange(context: Context, name: string, body: UpdateBody): Promise<SentChange> {
  return context.sharedEvidence(`changed ${name}`, async () => {
    const donation = await context.donation()
    await apply(context, donation, PRESENT)
    const sent: SentChange['sent'][number][] = []
    for (const [by, next] of [
      ['PATCH', body],
      ['PUT', PRESENT],
    ] as const) {
      const exchange = await context.api.update(by, donation, next)
      if (!isAccepted(exchange)) return { sent, refusal: { body: next, by, exchange }, exchanges: [exchange] }
      const shown = shownIfAny(exchange)
      const isSent = (value: unknown) => isStored('memo', next.memo, value)
      sent.push({ body: next, exchange, memo: await hiddenValue(context, donation, shown, 'memo', isSent) })
    }
    return { sent, exchanges: sent.map(({ exchange }) => exchange) }
  })
}

/**
 * Judges that a change was accepted, where it is without the fields that a requirement is about.
 * @param isJudged whether the requirement is about a field.
 * @throws ViolationError where it was not; InconclusiveError where the other fields are refused by themselves.
 */
export async function expectChangeAccepted(
  context: Context,
  { refusal, exchanges }: SentChange,
  isJudged: (field: string) => boolean,
): Promise<void> {
  if (refusal) {
    const donation = await context.donation()
    await apply(context, donation, PRESENT)
    const others = Object.entries(refusal.body).filter(([field]) => !isJudged(field))
    await apply(context, donation, Object.fromEntries(others), refusal.by)
  }
  const received = exchanges.map(describeAnswer).join(', ')
  ensure(refusal === undefined, 'the update to be accepted (2xx)', received, exchanges)
}
