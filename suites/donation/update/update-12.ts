import { DONOR_FIELDS } from '../../../contract/index.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedInTurn, inTurn } from '../../axes/in-turn.ts'
import { noStrings } from '../../axes/types.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'

/** Fields declared as string that a donation takes in any status; the designation has its own requirement. */
const STRING_FIELDS = [...DONOR_FIELDS, 'memo'] as const

/** Each string field with a value of each other type. */
const WRONG_TYPES: Readonly<Record<string, UpdateBody>> = Object.fromEntries(
  STRING_FIELDS.flatMap((field) =>
    Object.entries(noStrings(PLAIN_UPDATE[field])).map(([type, value]) => [
      `${field}: ${type}`,
      { [field]: value },
    ]),
  ),
)

/** A string field given a number, boolean, array or object is rejected. */
export const update12 = requirement(
  'UPDATE-12',
  cases(inTurn(WRONG_TYPES), async (context, turn) =>
    expectRefusedInTurn(context, await context.donation(), turn),
  ),
)
