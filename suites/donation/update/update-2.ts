import fc from 'fast-check'
import { recordOf } from '../../../client/donations/record.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { axis, cases, covering, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { updateRecord } from '../../../harness/rules/shapes.ts'
import { METHOD_AXIS } from '../../axes/bearer.ts'
import { apply, reset, sendRefused } from '../../support/apply.ts'
import { ONE_FIELD, type UpdateBody } from '../../support/bodies.ts'
import { KIND_AXIS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { anyMethod, BY_BOTH } from '../../support/methods.ts'
import { REFUSED_UPDATES } from '../../support/refused-updates.ts'
import { sendRow } from '../values/sent-row.ts'
import { ORDINARY_ROWS } from '../values/value-rows.ts'

/** What other requirements send too: a text that reads as a number, a date or a word of a language is a string still. */
const rowsByName = Object.fromEntries(ORDINARY_ROWS.map((row) => [row.name, row]))

/** What may decide which fields an answer shows: what was sent. */
const BODY_AXIS = axis<UpdateBody>('body', {
  nothing: {},
  ...ONE_FIELD,
  'all that is shown': PLAIN_DONOR,
  'gated fields': { ...PLAIN_GATED },
  'gated fields beside a name': { ...PLAIN_GATED, donor_first_name: 'Ada' },
})

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
    { share: 0.03 },
  ),
  // Whether empty strings are accepted is open; where they are, they are strings.
  cases('an empty field', BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    const exchange = await context.api.update(by, donation, { donor_address_line_2: '' })
    // Whatever comes out of it: the next test must not meet an empty field.
    await reset(context, donation)
    if (!recordOf(exchange)) throw new NotApplicableError('an empty string is refused, which is open')
    expect(exchange).toKeep(updateRecord)
  }),
  covering(
    'each body',
    { kind: KIND_AXIS, body: BODY_AXIS, by: METHOD_AXIS },
    async (context, { kind, body, by }) => {
      const donation = await context.donation(context.known(kind))
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
  cases('after a refused update', REFUSED_UPDATES, async (context, refused) => {
    const donation = await context.donation()
    await sendRefused(context, donation, refused, 'PATCH')
    const { exchange } = await apply(context, donation, { memo: 'thank you' }, 'PUT')
    expect(exchange).toKeep(updateRecord)
  }),
)
