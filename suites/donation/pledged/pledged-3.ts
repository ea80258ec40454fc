import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { GATED_FIELDS, SETTABLE_FIELDS } from '../../../contract/index.ts'
import type { Gated } from '../../../generators/index.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { reset, sendRefused } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { GATED_EXAMPLES, PLAIN_GATED } from '../../support/gated.ts'
import { hiddenValue, notShown } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import type { Shown } from '../../support/record.ts'
import { isStored } from '../../support/stored.ts'

/**
 * An update rejected for a gated field leaves the gated fields as they were, and the fields beside them too.
 */
export const pledged3 = requirement(
  'PLEDGED-3',
  cases(GATED_EXAMPLES, async (context, examples, name) => {
    const donation = await otherDonation(context, Object.keys(GATED_EXAMPLES).indexOf(name))
    const before = await reset(context, donation)
    for (const by of UPDATE_METHODS) {
      const was = await gatedValues(context, donation, before)
      const body = { donor_city: 'Rome', memo: 'thank you', ...unlike(was, examples) }
      const refused = await sendRefused(context, donation, body, by)
      const after = await readBack(context, donation)
      const is = await gatedValues(context, donation, after, was)
      ensure(
        GATED_FIELDS.every((field) => isStored(field, was[field], is[field])),
        `the gated fields as they were: ${JSON.stringify(was)}`,
        JSON.stringify(is),
        [refused, after.exchange],
      )
      await withControl(
        async () => expectUnchanged(before.record, after, SETTABLE_FIELDS, [refused]),
        () => expectPlainStored(context, donation),
        'UPDATE-3',
      )
    }
  }),
)

/** One of those that are not pledged, in turn: they may have statuses of which each is looked at elsewhere. */
async function otherDonation(context: Context, turn: number): Promise<string> {
  const { nonPledgedDonationIds: ids } = context.target
  const id = ids[turn % ids.length]
  return id === undefined ? context.donation('other') : context.donationOf(id)
}

/** Their values differ from those that are there: the same ones would not show that they were stored. */
function unlike(was: UpdateBody, examples: Partial<Gated>): UpdateBody {
  const fields = GATED_FIELDS.filter((field) => field in examples)
  return Object.fromEntries(
    fields.map((field) => [
      field,
      isStored(field, examples[field], was[field]) ? PLAIN_GATED[field] : examples[field],
    ]),
  )
}

/**
 * The gated fields that are shown of a donation.
 * @param expected what should be there; what the record shows where it is left out.
 * @throws InconclusiveError where none is.
 */
async function gatedValues(
  context: Context,
  donation: string,
  shown: Shown,
  expected?: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const values: Record<string, unknown> = {}
  for (const field of GATED_FIELDS) {
    const isExpected = expected && ((value: unknown) => isStored(field, expected[field], value))
    const now = await hiddenValue(context, donation, shown, field, isExpected)
    if (now.seen) values[field] = now.value
  }
  if (Object.keys(values).length === 0) throw notShown(context, 'quantity')
  return values
}
