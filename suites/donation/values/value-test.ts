import type { UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { GATED_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  ensure,
  expect,
  type RequirementTest,
  tableTest,
} from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { storeAlone } from './alone.ts'
import { cameBack, type SentRow, sendRow } from './sent-row.ts'
import type { ValueRow } from './value-rows.ts'

/** Which values of the rows a requirement is about. */
interface Judged {
  /** By their names in the rows. */
  readonly fields: readonly string[]
  /** Those of these fields that it is not about; none unless told otherwise. */
  readonly except?: (row: ValueRow, field: string) => boolean
  /** Whether it answers for what is refused only together. */
  readonly together?: boolean
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
      areIndependent: true,
      cases: rows.map(({ row, fields }) => ({
        name: row.name,
        one: { row, fields },
        row: Object.fromEntries(fields.map((field) => [field, nameIn(row, field)])),
      })),
    }),
    async (context, { row, fields }) => {
      const judge = () => expectRow(context, row, fields, judged.together ?? false)
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
  together: boolean,
): Promise<void> {
  const sent = await sendRow(context, row)
  const isTaken = isAccepted(sent.exchange) && sent.record !== undefined
  const wrong = isTaken ? fields.filter((field) => !cameBack(sent, field)) : fields
  if (wrong.length === 0) return expect(sent.exchange).toBeAccepted()
  const donation = await context.donation('quantity' in sent.body ? 'pledged' : 'any')
  let taken = 0
  for (const field of wrong) if (await storeAlone(context, donation, row, field)) taken++
  if (!isTaken && row.isOpen && taken === 0)
    throw new NotApplicableError('each of the values is refused, which is open')
  // Each came back by itself: what is beside it makes the difference.
  if (isTaken) throwAltered(sent, wrong)
  if (!row.isOpen && together) await expectTogether(context, donation, sent, row.by)
}

const APART: readonly string[] = ['donor_country', 'advisor', ...GATED_FIELDS]

function throwAltered({ body, exchanges }: SentRow, wrong: readonly string[]): void {
  const fields = wrong.join(', ')
  ensure(false, `${fields}, as sent: ${JSON.stringify(body)}`, `${fields} with other values`, exchanges)
}

/**
 * Judges that what is accepted field by field is accepted together. A service may know which provinces and postal codes
 * a country has, and what a gated field or an advisor may stand beside has requirements of its own: without these.
 * @throws InconclusiveError where one of the fields is not accepted by itself.
 */
async function expectTogether(
  context: Context,
  donation: string,
  sent: SentRow,
  by: UpdateMethod,
): Promise<void> {
  const others = Object.fromEntries(Object.entries(sent.body).filter(([field]) => !APART.includes(field)))
  for (const [field, value] of Object.entries(sent.body))
    await apply(context, donation, { [field]: value }, by)
  if (isAccepted(await context.api.update(by, donation, others))) return
  ensure(
    false,
    'the update to be accepted, as its fields one by one are',
    describeAnswer(sent.exchange),
    [sent.exchange],
    'UPDATE-1',
  )
}
