import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { type Context, expect, type Table } from '../../harness/authoring/index.ts'
import type { UpdateBody } from '../support/bodies.ts'
import { type Holder, ownerOf } from './holders.ts'
import { methodOf } from './methods.ts'
import { actAs } from './tokens.ts'

/** A case, the method by which it is tried, and whose tokens it is tried with where that is of no matter. */
interface Alternation<Case> {
  readonly one: Case
  readonly by: UpdateMethod
  readonly holder: Holder
  /** Whether it is sent beside other fields: each method with each kind of token sends some beside, and some alone. */
  readonly isBeside: boolean
}

/** So many cases are sent alone, and as many beside other fields. */
const ROUND = 6

/**
 * Gives each case one of the methods: where many cases are of one kind, the kind meets both, at half the price.
 * @param first the method of the first case: 0 is PATCH.
 */
export function alternating<Case>(table: Table<Case>, first = 0): Table<Alternation<Case>> {
  return Object.fromEntries(
    Object.entries(table).map(([name, one], index) => [
      name,
      // Pairs of both methods: each kind of token meets each of them.
      {
        one,
        by: methodOf(first + index),
        holder: ownerOf(Math.floor(index / UPDATE_METHODS.length)),
        isBeside: Math.floor(index / ROUND) % 2 === 1,
      },
    ]),
  )
}

/** Every second case of a table, from the first or the second on. */
export function everySecond<Case>(table: Table<Case>, first: 0 | 1): Table<Case> {
  return Object.fromEntries(Object.entries(table).filter((_, index) => index % 2 === first))
}

/**
 * Judges that an update is refused by its method, with its tokens.
 * @param others what it is sent beside, where it is its turn.
 * @throws ViolationError where it is not.
 */
export async function expectAlternationRefused(
  context: Context,
  id: string,
  { one, by, holder, isBeside }: Alternation<UpdateBody>,
  others: UpdateBody = {},
): Promise<void> {
  await actAs(context, holder)
  expect(await context.api.update(by, id, { ...(isBeside && others), ...one })).toBeRefused()
}
