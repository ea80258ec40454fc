import { DONOR_FIELDS } from '../../../contract/index.ts'
import { cases, requirement, type Table, test } from '../../../harness/authoring/index.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { noStrings } from '../../axes/types.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, PLAIN_WITH_ADVISOR, type UpdateBody } from '../../support/bodies.ts'
import { TEXT_FIELDS } from './changes.ts'

/** Fields declared as string that a donation takes in any status; the designation has its own requirement. */
const STRING_FIELDS = [...DONOR_FIELDS, 'memo'] as const

/** Each string field with a value of each other type. */
const WRONG_TYPES: Table<UpdateBody> = Object.fromEntries(
  STRING_FIELDS.flatMap((field) =>
    Object.entries(noStrings(PLAIN_UPDATE[field])).map(([type, value]) => [
      `${field}: ${type}`,
      { [field]: value },
    ]),
  ),
)

/** Texts that look like numbers, in every field that takes any text. */
const ALL_DIGITS: UpdateBody = Object.fromEntries([...TEXT_FIELDS, 'memo'].map((field) => [field, '7']))

/** A whole update, with a number in place of one text. */
const NUMBERS_OF_TEXTS: Table<UpdateBody> = Object.fromEntries(
  Object.keys(ALL_DIGITS).map((field) => [
    field,
    { ...ALL_DIGITS, advisor: { email: 'advisor@example.com' }, [field]: 7 },
  ]),
)

/** A string field given a number, boolean, array or object is rejected. */
export const update12 = requirement(
  'UPDATE-12',
  cases(alternating(WRONG_TYPES), async (context, turn) =>
    expectAlternationRefused(context, await context.donation(), turn, PLAIN_WITH_ADVISOR),
  ),
  // The number that equals the stored text, and one wrong field among many.
  test('beside other fields', async (context) => {
    const donation = await context.donation()
    await apply(context, donation, ALL_DIGITS)
    for (const turn of Object.values(alternating(NUMBERS_OF_TEXTS)))
      await expectAlternationRefused(context, donation, turn)
  }),
)
