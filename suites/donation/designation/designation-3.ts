import { NotApplicableError } from '../../../contract/verdict.ts'
import { unknownDesignation } from '../../../generators/index.ts'
import { cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { replaceAt } from '../../support/alter.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_WITH_ADVISOR } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'
import { WITHOUT_DESIGNATION, withDesignation } from './without-designation.ts'

/** UUIDs that belong to no designation, some of them near misses of one that does. */
const UNKNOWN_FORMS: Readonly<Record<string, (id: string) => string>> = {
  'nothing but zeros': () => '00000000-0000-0000-0000-000000000000',
  'nothing but ones': () => 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'in capitals': () => UNKNOWN_DESIGNATION.toUpperCase(),
  'of version 1': () => '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  'of version 5': () => '886313e1-3b8a-5372-9b90-0c9aee199e5d',
  'of version 7': () => '01890a5d-ac96-774b-bcce-b302099a8057',
  'of version 8': () => '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0',
  'the first digit of one altered': (id) => replaceAt(id, 0),
  'a digit in the middle of one altered': (id) => replaceAt(id, 15),
  'the last digit of one altered': (id) => replaceAt(id, id.length - 1),
}

/** A random UUID is rejected. */
export const designation3 = requirement(
  'DESIGNATION-3',
  property(
    unknownDesignation(),
    async (context, designation_id) => {
      const donation = await context.donation()
      await expectRefusedByBoth(context, donation, { designation_id })
      // Where one is set, and where it was refused before; mostly none is set at first.
      await apply(context, donation, { designation_id: context.target.designationIds[0] ?? null })
      await expectRefusedByBoth(context, donation, { designation_id })
    },
    { share: 0.01 },
  ),
  cases('each form of UUID', UNKNOWN_FORMS, async (context, makeFrom) => {
    const [known = UNKNOWN_DESIGNATION] = context.target.designationIds
    const designation_id = makeFrom(known)
    if (context.target.designationIds.includes(designation_id))
      throw new NotApplicableError('a designation of this donation has that id')
    await expectRefusedByBoth(context, await context.donation(), { designation_id })
  }),
  cases('the id of the donation itself', BY_BOTH, async (context, by) => {
    const designation_id = await context.donation()
    expect(await context.api.update(by, designation_id, { designation_id })).toBeRefused()
  }),
  cases('beside other fields', alternating(WITHOUT_DESIGNATION), async (context, { one: others, holder }) => {
    await actAs(context, holder)
    const body = withDesignation(others, UNKNOWN_DESIGNATION)
    await expectRefusedByBoth(context, await context.donation(context.requireKind('other')), body)
  }),
  cases('beside gated fields', BY_BOTH, async (context, by) => {
    const body = withDesignation({ ...PLAIN_WITH_ADVISOR, ...PLAIN_GATED }, UNKNOWN_DESIGNATION)
    expect(
      await context.api.update(by, await context.donation(context.requireKind('pledged')), body),
    ).toBeRefused()
  }),
)
