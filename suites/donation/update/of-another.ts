import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { withControl } from '../../support/control.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { isDesignation } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { comparableFields } from '../../support/record.ts'
import { expectPlainHiddenUnchanged, hiddenAfter } from './model/hidden-unchanged.ts'

/**
 * What the donations of one case hold at first, and no others do: what spreads among those that are alike comes from the
 * other one then, and nobody else puts it right.
 * @param mark a word of small letters that the case has alone
 */
export const mineOf = (mark: string) =>
  ({
    donor_first_name: `Edith ${mark}`,
    donor_last_name: `Clarke ${mark}`,
    donor_email: `edith.${mark}@example.com`,
    donor_address_line_1: `8 Orchard Lane, ${mark}`,
    donor_address_line_2: `Floor ${mark}`,
    donor_city: `Ellicott ${mark}`,
    donor_province: `Maryland ${mark}`,
    // Of this country: a service may know which codes it has.
    donor_postal_code: 'AD700',
    donor_country: 'ad',
    memo: `mine ${mark}`,
  }) satisfies UpdateBody

/**
 * A donation that is sent something, and one that is to stay as it is: the first of a kind, or the last (-1). What spreads
 * may spread to these alone.
 */
export async function withBystander(
  context: Context,
  place: 0 | -1,
  kind: 'pledged' | 'other',
): Promise<readonly [string, string]> {
  const { pledgedDonationIds: pledged, nonPledgedDonationIds: others } = context.target
  const [wanted, rest] = kind === 'pledged' ? [pledged, others] : [others, pledged]
  const id = (wanted.length > 0 ? wanted : rest).at(place)
  const [bystander, one] = await context.donations(id === undefined ? 'any' : `id:${id}`, 'any')
  return [one, bystander]
}

/** Another value for each field. */
export const OTHER_VALUES: UpdateBody = {
  ...OTHER_DONOR,
  donor_postal_code: '00100',
  donor_country: 'ae',
  memo: 'thank you',
}

/**
 * Judges that updates of one donation leave the other as it is, where both hold the same before.
 * @param query with which the last update is sent once more
 */
export async function expectOtherDonationUnchanged(
  context: Context,
  [one, other]: readonly [string, string],
  mine: UpdateBody,
  bodies: readonly UpdateBody[],
  by: UpdateMethod,
  query?: string,
): Promise<void> {
  await apply(context, other, mine)
  const seen = await readBack(context, other)
  // Reading back cleared the designation.
  const before = mine.designation_id ? await apply(context, other, mine) : seen
  const hidden = await hiddenAfter(context, other, mine)
  const { designation_id: set } = hidden
  const isSet = set?.seen && isDesignation(set.value, String(mine.designation_id)) === true
  // What both hold may be taken from the other one already when this one is given it.
  const updates: Exchange[] = [(await apply(context, one, mine)).exchange]
  for (const body of bodies) updates.push(await context.api.update(by, one, body))
  if (query !== undefined) updates.push(await context.api.update(by, one, bodies.at(-1) ?? {}, { query }))
  await expectPlainHiddenUnchanged(context, other, hidden, updates, isSet ? ['designation_id'] : [])
  await withControl(
    async () =>
      expectUnchanged(before.record, await readBack(context, other), comparableFields(mine, before), updates),
    // Reading back is an empty update: what it loses by itself, no update of the other donation has lost.
    async () => {
      const again = await apply(context, other, mine)
      expectUnchanged(again.record, await readBack(context, other), comparableFields(mine, again), [])
    },
    'UPDATE-4',
  )
}
