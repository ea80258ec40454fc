import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { GATED_FIELDS, type RequirementId } from '../../../contract/index.ts'
import { type Context, cases, ensure, requirement, type Table } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { rotated, type UpdateBody } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenStored } from '../../support/expect-hidden-stored.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { isDesignation } from '../../support/hidden.ts'
import { type Shown, shownIfAny } from '../../support/record.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'
import { designationNow } from './present.ts'
import { WITHOUT_DESIGNATION, withDesignation } from './without-designation.ts'

/** What a designation is sent beside. */
const BESIDE: Table<UpdateBody> = {
  nothing: {},
  'several fields': WITHOUT_DESIGNATION['several fields'] ?? {},
  'a memo and an advisor': { memo: 'thank you', advisor: { email: 'advisor@example.com' } },
  'a cleared advisor': { advisor: null },
}

/** A designation of the donation's campaign is accepted, and set where the target shows it. */
export const designation1 = requirement(
  'DESIGNATION-1',
  ...KINDS.map((kind, turn) =>
    cases(kind, BY_BOTH, async (context, by) => {
      // Each of them comes once while none is set.
      const besides = rotated(BESIDE, UPDATE_METHODS.length * turn + UPDATE_METHODS.indexOf(by))
      const donation = await context.donation(context.requireKind(kind))
      // The first of them where none is set; whether null is taken is for DESIGNATION-5 to judge.
      await context.api.update(by, donation, { designation_id: null })
      const isPledged = kind === 'pledged'
      // Each of them in one status: that all are of the campaign does not depend on it. Another one is set each time.
      const ids = context.fixtures.designationIds.slice(0, isPledged ? 2 : undefined)
      for (const [index, beside] of Object.values(besides).entries()) {
        await actAs(context, ownerOf(index + turn))
        const others = isPledged && 'memo' in beside ? { ...beside, ...PLAIN_GATED } : beside
        for (const designation_id of ids) await expectTaken(context, donation, by, others, designation_id)
      }
      // The same once more, and another after a refusal.
      const [first] = context.fixtures.designationIds
      const last = ids.at(-1) ?? first
      await expectTaken(context, donation, by, {}, last)
      await context.api.update(by, donation, { designation_id: UNKNOWN_DESIGNATION })
      await expectTaken(context, donation, by, {}, first)
    }),
  ),
)

/** Judges that a designation beside other fields is accepted, and set as far as that can be seen. */
async function expectTaken(
  context: Context,
  donation: string,
  by: UpdateMethod,
  others: UpdateBody,
  designation_id: string,
): Promise<void> {
  const body = withDesignation(others, designation_id)
  const exchange = await expectAccepted(context, donation, body, by, others)
  await expectSet(context, donation, shownIfAny(exchange), designation_id)
  await expectHiddenStored(context, donation, exchange, others, hiddenOwner)
}

/** What the fields beside a designation break that are not stored. */
function hiddenOwner(field: string): RequirementId {
  return GATED_FIELDS.some((gated) => gated === field) ? 'PLEDGED-1' : 'UPDATE-8'
}

/** Judges that a record, as far as it shows a designation, shows this one. */
async function expectSet(context: Context, donation: string, shown: Shown, id: string): Promise<void> {
  const now = await designationNow(context, donation, shown, id)
  ensure(
    !now.seen || isDesignation(now.value, id) !== false,
    `designation_id ${JSON.stringify(id)}, as it was sent`,
    `designation_id ${JSON.stringify(now.seen && now.value)}`,
    [shown.exchange],
  )
}
