import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { donorOfEachScript, internationalDonor, reducibleObject } from '../../../generators/index.ts'
import { type Context, cases, property, requirement, test } from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { anyMethod } from '../../axes/methods.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { expectShown } from '../../support/expect-record.ts'
import { isOfScript, OPEN_ROWS, ORDINARY_ROWS, type ValueRow } from '../values/value-rows.ts'
import { valueTest } from '../values/value-test.ts'
import { TEXT_FIELDS } from './changes.ts'
import { expectComesBack } from './comes-back.ts'

const isOfNoScript = (row: ValueRow, field: string) => !isOfScript(row, field)

/** Names and addresses of real people survive unchanged, in whatever script they are written. */
export const update17 = requirement(
  'UPDATE-17',
  property(
    fc.tuple(anyMethod, internationalDonor()),
    async (context, [by, { value }]) => expectScriptStored(context, value, by),
    { share: 0.01 },
  ),
  cases(
    'each script',
    alternating<UpdateBody>(donorOfEachScript()),
    async (context, { one, by }) => expectScriptStored(context, one, by),
    { reducible: ({ one, ...turn }) => reducibleObject(one).map((fewer) => ({ ...turn, one: fewer })) },
  ),
  test('one character after another that some collations take for the same', async (context) => {
    const donation = await context.donation()
    const textsWith = (letter: string): UpdateBody =>
      Object.fromEntries(TEXT_FIELDS.map((field) => [field, `Kita ${letter}`]))
    await apply(context, donation, textsWith('𠮷'))
    expectShown(textsWith('𡈽'), await apply(context, donation, textsWith('𡈽')))
  }),
  valueTest('each letter', ORDINARY_ROWS, { fields: TEXT_FIELDS, except: isOfNoScript, afterPlain: true }),
  valueTest('each mark', OPEN_ROWS, { fields: TEXT_FIELDS, except: isOfNoScript, afterPlain: true }),
)

/** Judges UPDATE-17 for one body, where plain values in the same fields come back. */
async function expectScriptStored(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const donation = await context.donation()
  await withControl(
    () => expectComesBack(context, donation, body, by),
    () => expectPlainStored(context, donation, by),
    'UPDATE-3',
  )
}
