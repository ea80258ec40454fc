import type { UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer } from '../../../client/http/answer.ts'
import { DONOR_FIELDS, GATED_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  ensure,
  type RequirementTest,
  tableTest,
  violate,
} from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { storeAlone } from './alone.ts'
import type { Culprit } from './dissect.ts'
import { cameBack, type SentRow, sendRow, shownInstead } from './sent-row.ts'
import type { ValueRow } from './value-rows.ts'

/** What says that fields are accepted beside one another. */
type Together = 'UPDATE-1' | 'PLEDGED-1' | 'ADVISOR-1'

/** Which values of the rows a requirement is about. */
interface Judged {
  /** By their names in the rows. */
  readonly fields: readonly string[]
  /** Those of these fields that it is not about; none unless told otherwise. */
  readonly except?: (row: ValueRow, field: string) => boolean
  /** The requirement that what is refused only together breaks, where this test is to judge it. */
  readonly together?: Together
  /** Whether plain values have to be stored for it to say anything: otherwise UPDATE-3 does. */
  readonly afterPlain?: boolean
}

/**
 * Tries every value of some fields, in rows that hold a value of every field: several requirements judge one update,
 * each its fields. What fails is taken apart, so that the violation shows one field and one value.
 */
export function valueTest(label: string, all: readonly ValueRow[], judged: Judged): RequirementTest {
  const rows = all
    .map((row) => ({ row, fields: fieldsOf(row, judged) }))
    .filter(({ fields }) => fields.length > 0)
  const names = (field: string) => [
    ...new Set(rows.flatMap(({ row, fields }) => (fields.includes(field) ? [nameIn(row, field)] : []))),
  ]
  return tableTest(
    label,
    () => ({
      axes: Object.fromEntries(
        judged.fields.map((field) => [field, names(field)] as const).filter(([, known]) => known.length > 0),
      ),
      cases: rows.map(({ row, fields }) => ({
        name: row.name,
        one: { row, fields },
        row: Object.fromEntries(fields.map((field) => [field, nameIn(row, field)])),
      })),
    }),
    async (context, { row, fields }) => {
      const judge = () => expectRow(context, row, fields, judged.together)
      if (!judged.afterPlain) return judge()
      const control = async () => {
        context.giveBack()
        await expectPlainStored(context, await context.donation(), row.by)
      }
      return withControl(judge, control, 'UPDATE-3')
    },
  )
}

function fieldsOf(row: ValueRow, { fields, except = () => false }: Judged): readonly string[] {
  return fields.filter((field) => field in row.cells && !except(row, field))
}

function nameIn({ cells }: ValueRow, field: string): string {
  return cells[field]?.name ?? ''
}

/** @throws ViolationError where a value is altered, or refused that may not be; NotApplicableError where all may be. */
async function expectRow(
  context: Context,
  row: ValueRow,
  fields: readonly string[],
  together: Together | undefined,
): Promise<void> {
  const sent = await sendRow(context, row)
  const { refusal } = sent
  if (refusal) {
    const { culprit, rest } = refusal
    const isTogether = culprit.fields.length > 1 && together !== undefined && ownerOf(culprit) === together
    if (isTogether) await expectTogether(context, sent, culprit, row.by, together)
    const refused =
      culprit.fields.length > 1 ? [] : fields.filter((field) => culprit.fields.includes(parentOf(field)))
    for (const field of refused) await storeAlone(context, await donationFor(context, sent), row, field)
    const others = fields.filter((field) => parentOf(field) in rest.body && !refused.includes(field))
    if (rest.record && others.length > 0) return expectTaken(context, row, rest, others)
    if (refused.length > 0) return
    throw new NotApplicableError('this update is refused for other fields: their requirements judge that')
  }
  if (sent.record) return expectTaken(context, row, sent, fields)
  let taken = 0
  for (const field of fields)
    if (await storeAlone(context, await donationFor(context, sent), row, field)) taken++
  if (row.isOpen && taken === 0) throw new NotApplicableError('each of the values is refused, which is open')
}

/** Judges the values of an update that was accepted. */
async function expectTaken(
  context: Context,
  row: ValueRow,
  sent: SentRow,
  fields: readonly string[],
): Promise<void> {
  const wrong = fields.filter((field) => !cameBack(sent, field))
  for (const field of wrong) await storeAlone(context, await donationFor(context, sent), row, field)
  // Each came back by itself: what is beside it makes the difference.
  ensure(
    wrong.length === 0,
    `${wrong.join(', ')}, as sent: ${JSON.stringify(sent.body)}`,
    shownInstead(sent, wrong),
    sent.exchanges,
  )
}

/** One of the kind that the row was sent to, of which the sender holds one already. */
function donationFor(context: Context, { kind }: SentRow): Promise<string> {
  return context.donation(kind)
}

/**
 * Judges that what is accepted field by field is accepted together.
 * @throws InconclusiveError where one of the fields is not accepted by itself.
 */
async function expectTogether(
  context: Context,
  sent: SentRow,
  { fields, exchange }: Culprit,
  by: UpdateMethod,
  breaks: Together,
): Promise<void> {
  const donation = await donationFor(context, sent)
  for (const field of fields) await apply(context, donation, { [field]: sent.body[field] }, by)
  violate(
    'the update to be accepted, as its fields one by one are',
    describeAnswer(exchange),
    [exchange],
    breaks,
  )
}

/** Fields of which a service may know what goes together: which places, provinces and postal codes a country has. */
const OF_A_PLACE: readonly string[] = DONOR_FIELDS.filter((field) => !/name|email/.test(field))

/** Undefined where a service may know that these do not go together. */
function ownerOf({ fields }: Culprit): Together | undefined {
  if (fields.includes('donor_country') && fields.every((field) => OF_A_PLACE.includes(field)))
    return undefined
  if (fields.includes('advisor')) return 'ADVISOR-1'
  return fields.some((field) => GATED_FIELDS.some((gated) => gated === field)) ? 'PLEDGED-1' : 'UPDATE-1'
}

function parentOf(field: string): string {
  return field.split('.')[0] ?? field
}
