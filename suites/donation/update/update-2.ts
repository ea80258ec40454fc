import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { updateRecord } from '../../../harness/rules/shapes.ts'
import { apply, reset } from '../../support/apply.ts'
import { ONE_FIELD } from '../../support/bodies.ts'
import { anyMethod, BY_BOTH } from '../../support/methods.ts'
import { recordOf } from '../../support/record.ts'

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
    { share: 0.25 },
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
  cases('one field at a time', { nothing: {}, ...ONE_FIELD }, async (context, body) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) {
      const { exchange } = await apply(context, donation, body, by)
      expect(exchange).toKeep(updateRecord)
    }
  }),
)
