import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { partialUpdate, reducibleObject } from '../../../generators/index.ts'
import { type Context, cases, property, requirement } from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../axes/methods.ts'
import { inEachOrder, PLAIN_UPDATE, rotated, type UpdateBody } from '../../support/bodies.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectLinked, expectUpdatable, updatableDonations } from './updatable.ts'

/** Every field that is not gated, at once. */
const UNGATED: UpdateBody = {
  ...PLAIN_UPDATE,
  // A gate that looks for the names of gated fields in the text of a request finds them here.
  memo: 'thank you: quantity, identifier and source follow',
  designation_id: null,
  advisor: { email: 'advisor@example.com' },
}

/** A text as long as people write one: what is shorter in one status shows. */
const ofLength = (length: number) =>
  'Ann-Marie '
    .repeat(length / 10 + 1)
    .slice(0, length - 1)
    .concat('e')

/**
 * What is sent by the method of this turn: by the second with another first letter in each field of the donor, for who
 * ignores what comes second shows what came first.
 */
function ofTurn(turn: number, body: UpdateBody): UpdateBody {
  if (turn === 0) return body
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      field in PLAIN_DONOR && typeof value === 'string' ? value.replace(/^./, 'b') : value,
    ]),
  )
}

/** Judges one field by each method. */
async function expectUpdatableByBoth(context: Context, body: UpdateBody): Promise<void> {
  for (const [turn, by] of UPDATE_METHODS.entries()) await expectUpdatable(context, ofTurn(turn, body), by)
}

/** So many fields further on the second method begins: together they have more of them last in each status. */
const FURTHER = 5

/** Who lists more donations lists several of each status. */
const MOST_EMPTY = 8

const IN_EACH_ORDER = inEachOrder(UNGATED)

/** Every field that is not gated stays updatable in other statuses. */
export const pledged4 = requirement(
  'PLEDGED-4',
  property(
    fc.tuple(anyMethod, partialUpdate({ pledged: false })),
    async (context, [by, body]) => {
      await expectUpdatable(context, body, by)
    },
    { share: 0.01 },
  ),
  cases<UpdateBody>(
    'each field',
    ({ designationIds: [designation_id = null] }) => ({
      donor_first_name: { donor_first_name: ofLength(64) },
      donor_last_name: { donor_last_name: ofLength(64) },
      donor_email: { donor_email: "ada_o'brien-2+gifts@mail.my-charity.example.org" },
      donor_address_line_1: { donor_address_line_1: ofLength(100) },
      donor_address_line_2: { donor_address_line_2: ofLength(100) },
      donor_city: { donor_city: ofLength(64) },
      donor_province: { donor_province: ofLength(64) },
      donor_postal_code: { donor_postal_code: 'K1A 0B1' },
      donor_country: { donor_country: 'ad' },
      memo: { memo: ofLength(200) },
      designation_id: { designation_id },
      'designation_id null': { designation_id: null },
      advisor: { advisor: { email: 'advisor@example.com' } },
      'advisor null': { advisor: null },
    }),
    expectUpdatableByBoth,
  ),
  cases<UpdateBody>('each field last', IN_EACH_ORDER, expectUpdatableByBoth),
  // A service may lock a field in one status and not in another: as many cases as donations, each is lent
  // one. Each has another field first, and last.
  cases<UpdateBody>(
    'every donation',
    ({ nonPledgedDonationIds }) =>
      Object.fromEntries(
        nonPledgedDonationIds.map((_, index) => [`number ${index + 1}`, rotated(UNGATED, index)]),
      ),
    async (context, body) => {
      const [donation] = await updatableDonations(context)
      const { designationIds, nonPledgedDonationIds } = context.target
      // The one of a status begins with PATCH, the next with PUT.
      const isLater = Math.floor(nonPledgedDonationIds.indexOf(donation) / 2) % 2 === 1
      for (const [turn, by] of (isLater ? UPDATE_METHODS.toReversed() : UPDATE_METHODS).entries()) {
        // Another one each time: the second is set where one is. The advisor who is linked first is cleared.
        const linked = {
          designation_id: designationIds.at(-turn - 1) ?? null,
          ...(turn > 0 && { advisor: null }),
        }
        const sent = rotated({ ...ofTurn(turn, body), ...linked }, turn * FURTHER)
        await expectLinked(context, donation, sent, await expectUpdatable(context, sent, by))
      }
      // By PATCH it is how donations are read.
      if (nonPledgedDonationIds.indexOf(donation) < MOST_EMPTY)
        await expectUpdatable(context, {}, 'PUT', 'UPDATE-6')
    },
    { reducible: reducibleObject },
  ),
)
