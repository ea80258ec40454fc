import { RawBody, UPDATE_METHODS } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { cases, covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { EXTREME_OWNERS_AXIS } from '../../axes/holders.ts'
import { METHOD_AXIS } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply, reset } from '../../support/apply.ts'
import { ONE_FIELD, type UpdateBody } from '../../support/bodies.ts'
import { withControl } from '../../support/control.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS } from '../../support/donations.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { brokenByEmptyUpdate, READ_BACK } from '../../support/read-back.ts'
import { differences, wrongChanges } from '../../support/record.ts'
import { sendAlone } from './pairs.ts'

/** A donor whom a service would write otherwise that sets right what it stores, if only in passing. */
const UNEVEN_DONOR: UpdateBody = {
  donor_first_name: 'Zoë  Ann',
  donor_last_name: "McDonald-O'Brien",
  donor_email: 'Ada.Lovelace+Gifts@example.com',
  donor_address_line_1: '12 rue Émile, #5.',
  donor_address_line_2: 'Apt 5c, 2nd FLOOR',
  donor_city: 'SAINT RÉMY',
  donor_province: '007',
}

/** How often it is sent again. */
const AGAIN = { PATCH: 2, PUT: 1 } as const

/** An object without members, as it is written by one method and by the other. */
const EMPTY = { PATCH: new RawBody('{}'), PUT: new RawBody('{ \n}') }

/**
 * All fields are optional: each is accepted by itself, and `{}` is accepted and changes no observable field.
 */
export const update6 = requirement(
  'UPDATE-6',
  cases('each field by itself', ONE_FIELD, async (context, body, name) => {
    const { exchanges } = await sendAlone(context, name, body)
    for (const [index, alone] of exchanges.entries()) {
      // A value that is refused beside all others too is for the field's own requirement.
      if (!isAccepted(alone))
        await apply(context, await context.donation(), { ...PLAIN_DONOR, ...body }, UPDATE_METHODS[index])
      ensure(
        isAccepted(alone),
        'the field to be accepted by itself, as it is beside others',
        describeAnswer(alone),
        [alone],
      )
    }
  }),
  covering(
    'an empty update',
    {
      by: METHOD_AXIS,
      kind: KIND_AXIS,
      designation: designationAxis,
      advisor: ADVISOR_AXIS,
      holder: EXTREME_OWNERS_AXIS,
    },
    async (context, { by, kind, designation, advisor, holder }) => {
      const donation = await context.donation(context.requireKind(kind))
      await actAs(context, holder)
      const before = await apply(context, donation, { ...UNEVEN_DONOR, ...designation, ...advisor })
      const empty = await expectAccepted(context, donation, EMPTY[by], by)
      // Whoever finds nothing new may answer otherwise, at once or from the third time on.
      for (let again = 0; again < AGAIN[by]; again++) await expectAccepted(context, donation, EMPTY[by], by)
      const after = await apply(context, donation, READ_BACK)
      const record = recordOf(empty)
      await withControl(
        async () => {
          const changes = record ? differences(before.record, record, SETTABLE_FIELDS) : []
          const breaks = changes.length > 0 ? await brokenByEmptyUpdate(context, donation) : undefined
          ensure(changes.length === 0, 'what was there', wrongChanges(changes), [empty], breaks)
          expectUnchanged(before.record, after, SETTABLE_FIELDS, [empty])
        },
        async () => {
          const plain = await reset(context, donation)
          expectUnchanged(plain.record, await apply(context, donation, READ_BACK), SETTABLE_FIELDS, [])
        },
        'UPDATE-4',
      )
    },
  ),
)
