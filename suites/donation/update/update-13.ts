import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import {
  exactly,
  forbiddenUpdate,
  gatedCombinations,
  invalidUpdate,
  reducibleObject,
  updateValues,
} from '../../../generators/index.ts'
import {
  type Context,
  cases,
  covering,
  property,
  requirement,
  type Table,
} from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../axes/methods.ts'
import { refusalAxis } from '../../axes/refusals.ts'
import { apply, reset, sendRefused } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { OTHER_DONOR, PLAIN_DONOR } from '../../support/donors.ts'
import { GATED_EXAMPLES, PLAIN_GATED } from '../../support/gated.ts'
import { comparableFields, type Shown } from '../../support/record.ts'
import { REFUSED_UPDATES } from '../../support/refused-updates.ts'
import { expectHiddenUnchanged, type Hidden, hiddenJson, hiddenWhen } from './model/hidden-unchanged.ts'
import { expectAllUnchanged } from './model/refuse.ts'
import { expectUnchangedByRefused } from './unchanged-by-refused.ts'

const anyDonor = exactly([...SETTABLE_FIELDS, 'memo'], updateValues())

/** Updates that a donation of this kind has to refuse. */
function refusedBy(kind: (typeof KINDS)[number]): fc.Arbitrary<UpdateBody> {
  const invalid = invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }): UpdateBody => body)
  const forbidden = fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields))
  return kind === 'pledged' ? invalid : fc.oneof(invalid, forbidden)
}

/** What only a donation that takes gated fields refuses for their type. */
const REFUSED_WHILE_PLEDGED: Table<UpdateBody> = {
  'a quantity of a wrong type': { quantity: 'two' },
  'an advisor with a text of a wrong type': { advisor: { email: 'advisor@example.com', bio: 7 } },
}

/** What few answers show. */
const PLACE = { donor_postal_code: 'AD500', donor_country: 'ad' }
const OTHER_PLACE = { donor_postal_code: '00185', donor_country: 'it' }

/** A rejected update is rejected whole: the valid fields beside the bad one are not applied. */
export const update13 = requirement(
  'UPDATE-13',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(anyMethod, refusedBy(kind), anyDonor),
      async (context, [by, bad, valid]) => {
        const donation = await context.donation(context.requireKind(kind))
        const before = await reset(context, donation)
        const body = { ...valid, ...bad }
        await expectNothingApplied(context, donation, before, body, by, comparableFields(valid, before))
      },
      { share: 0.01 },
    ),
  ),
  // On a pledged donation, which takes gated fields: beside them.
  cases<RefusedUpdate>(
    'each kind',
    Object.fromEntries(
      Object.entries({ ...REFUSED_UPDATES, ...REFUSED_WHILE_PLEDGED }).map(([kind, bad]) => [
        kind,
        { bad, beside: { ...OTHER_DONOR, ...OTHER_PLACE, ...GATED_EXAMPLES['all three'] } },
      ]),
    ),
    async (context, update) =>
      expectNothingAppliedByBoth(context, await context.donation(context.requireKind('pledged')), update),
    { reducible: ({ bad, beside }) => reducibleObject(beside).map((fewer) => ({ bad, beside: fewer })) },
  ),
  covering('each reason', { reason: refusalAxis }, async (context, { reason }, name) =>
    expectAllUnchanged(context, name, reason),
  ),
)

/** An advisor that nothing else links or changes. */
const KEPT_ADVISOR = { advisor: { email: 'kept.advisor@example.com' } }

/** What has to be refused, and valid fields beside it. */
interface RefusedUpdate {
  readonly bad: UpdateBody
  readonly beside: UpdateBody
}

/** Judges UPDATE-13 for one bad field beside valid ones. */
async function expectNothingAppliedByBoth(
  context: Context,
  donation: string,
  { bad, beside }: RefusedUpdate,
): Promise<void> {
  const {
    designationIds: [designation_id = null],
    pledgedDonationIds,
  } = context.target
  // Other values than those that are sent: what is applied shows.
  const isPledged = pledgedDonationIds.includes(donation)
  const present = isPledged ? { ...PLAIN_DONOR, ...PLAIN_GATED } : PLAIN_DONOR
  const before = await apply(context, donation, { ...present, ...PLACE, ...KEPT_ADVISOR, designation_id })
  const isSet = ({ designation_id: now }: Hidden) =>
    hiddenJson(now)?.toLowerCase().includes(`${designation_id}`.toLowerCase()) ?? true
  const hidden = await hiddenWhen(context, donation, isSet)
  const refused: Exchange[] = []
  for (const by of UPDATE_METHODS)
    refused.push(await sendRefused(context, donation, { ...beside, ...bad }, by))
  await expectHiddenUnchanged(context, donation, hidden, refused, 'UPDATE-13', isPledged)
  await expectUnchangedByRefused(context, donation, before, refused)
}

/** Judges UPDATE-13 for one body. */
async function expectNothingApplied(
  context: Context,
  donation: string,
  before: Shown,
  body: UpdateBody,
  by: UpdateMethod,
  fields?: readonly string[],
): Promise<void> {
  const refused = await sendRefused(context, donation, body, by)
  await expectUnchangedByRefused(context, donation, before, [refused], fields)
}
