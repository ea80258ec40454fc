import fc from 'fast-check'
import { recordOf } from '../../../client/donations/record.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { axis, cases, covering, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { updateRecord } from '../../../harness/rules/shapes.ts'
import { anyMethod, BY_BOTH, METHOD_AXIS } from '../../axes/methods.ts'
import { apply, reset } from '../../support/apply.ts'
import { ONE_FIELD, type UpdateBody } from '../../support/bodies.ts'
import { KIND_AXIS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { sendRow } from '../values/sent-row.ts'
import { ORDINARY_ROWS } from '../values/value-rows.ts'
import { TEXT_FIELDS } from './changes.ts'

/** What other requirements send too: a text that reads as a number, a date or a word of a language is a string still. */
const rowsByName = Object.fromEntries(ORDINARY_ROWS.map((row) => [row.name, row]))

/** Every text that answers show, but for the address: an empty one is none. */
const ALL_EMPTY: UpdateBody = Object.fromEntries(TEXT_FIELDS.map((field) => [field, '']))

/** What may decide which fields an answer shows: what was sent. */
function bodyAxis({ designationIds: [designation_id] }: TargetConfig) {
  return axis<UpdateBody>('body', {
    nothing: {},
    ...ONE_FIELD,
    ...(designation_id !== undefined && { 'a designation': { designation_id } }),
    'all that is shown': PLAIN_DONOR,
    'gated fields': { ...PLAIN_GATED },
    'gated fields beside a name': { ...PLAIN_GATED, donor_first_name: 'Ada' },
  })
}

/** `data` holds the eight observable fields, all strings, and the id of the donation. */
export const update2 = requirement(
  'UPDATE-2',
  property(
    fc.tuple(anyMethod, partialUpdate({ pledged: false })),
    async (context, [by, body]) => {
      const donation = await context.donation()
      const { exchange } = await apply(context, donation, body, by)
      expect(exchange).toKeep(updateRecord)
    },
    { share: 0.01 },
  ),
  // Whether empty strings are accepted is open; where they are, they are strings.
  cases('empty fields', BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    const together = await context.api.update(by, donation, ALL_EMPTY)
    const exchanges = [together]
    // Even where one of them has to hold something, the others may be empty.
    if (!recordOf(together))
      for (const field of TEXT_FIELDS) exchanges.push(await context.api.update(by, donation, { [field]: '' }))
    // Whatever comes out of it: the next test must not meet an empty field.
    await reset(context, donation)
    const taken = exchanges.filter((exchange) => recordOf(exchange) !== undefined)
    if (taken.length === 0) throw new NotApplicableError('empty strings are refused, which is open')
    for (const exchange of taken) expect(exchange).toKeep(updateRecord)
  }),
  covering(
    'each body',
    { kind: KIND_AXIS, body: bodyAxis, by: METHOD_AXIS },
    async (context, { kind, body, by }) => {
      const donation = await context.donation(context.requireKind(kind))
      const { exchange } = await apply(context, donation, body, by)
      expect(exchange).toKeep(updateRecord)
    },
    { except: ({ kind, body = '' }) => kind === 'other' && body.startsWith('gated') },
  ),
  cases('each value', rowsByName, async (context, row) => {
    const { exchange, record } = await sendRow(context, row)
    if (!record)
      throw new NotApplicableError('this update is refused: the requirements of its fields judge that')
    expect(exchange).toKeep(updateRecord)
  }),
)
