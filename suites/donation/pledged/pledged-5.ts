import { cases, requirement, type Table } from '../../../harness/authoring/index.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { actAs } from '../../axes/tokens.ts'
import { NO_NUMBERS, noStrings } from '../../axes/types.ts'
import { PLAIN_WITH_ADVISOR, type UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { PLAIN_GATED } from '../../support/gated.ts'

/** Each gated field with a value of each other type. */
const WRONG_TYPES: Table<UpdateBody> = {
  ...Object.fromEntries(
    Object.entries({
      quantity: NO_NUMBERS,
      identifier: noStrings(PLAIN_GATED.identifier),
      source: noStrings(PLAIN_GATED.source),
    }).flatMap(([field, values]) =>
      Object.entries(values).map(([type, value]) => [`${field}: ${type}`, { [field]: value }]),
    ),
  ),
  // What is most often taken comes first, and so alone; here it is sent beside other fields.
  'quantity: digits in a string, beside others': { quantity: '3' },
}

/** What is taken most often, by each method. */
const COMMON: Table<UpdateBody> = Object.fromEntries(
  Object.entries(PLAIN_GATED).flatMap(([field, value]) => [
    [`${field}: true`, { [field]: true }],
    [`${field}: an array`, { [field]: [value] }],
  ]),
)

/** Everything else that a pledged donation takes. */
const BESIDE: UpdateBody = { ...PLAIN_WITH_ADVISOR, ...PLAIN_GATED }

/** A `quantity` that is no number, or an `identifier` or `source` that is no string, is rejected. */
export const pledged5 = requirement(
  'PLEDGED-5',
  cases(alternating(WRONG_TYPES), async (context, turn) =>
    expectAlternationRefused(context, await context.donation('pledged'), turn, BESIDE),
  ),
  cases('by each method, of the second client', COMMON, async (context, body) => {
    const donation = await context.donation('pledged')
    await actAs(context, { ...FIRST_HOLDER, client: 'second client' })
    await expectRefusedByBoth(context, donation, body)
  }),
)
