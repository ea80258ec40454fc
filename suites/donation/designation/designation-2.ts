import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { OTHER_OWNERS } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { KINDS } from '../../support/donations.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { only } from '../../support/only.ts'
import { refusalsFor } from '../../support/refused-updates.ts'
import { WITHOUT_DESIGNATION, withDesignation } from './without-designation.ts'

/** What is set before: a service may look only where none is set yet, or only where one is. */
const PRESENT = { none: 'none', one: 'one' } as const

/** Reasons of each sort: a service that refused one update may forget to check the next. */
const SOME_REFUSALS = ['a bad email', 'a gated quantity', 'a body that is cut off', 'an unknown token']

const someRefusals = (target: TargetConfig) => only(refusalsFor(target), SOME_REFUSALS)

/**
 * A designation that the donations may have.
 * @throws NotApplicableError where none is known.
 */
function ownDesignation({ target }: Context): string {
  const [designation] = target.designationIds
  if (designation !== undefined) return designation
  throw new NotApplicableError('no designation of the campaign is known: where none is set decides')
}

/** A designation of another campaign is rejected. */
export const designation2 = requirement(
  'DESIGNATION-2',
  ...KINDS.map((kind) =>
    cases(`${kind}, while this is set`, PRESENT, async (context, present) => {
      const designation_id = context.fixtures.otherCampaignDesignationId
      const donation = await context.donation(context.requireKind(kind))
      const own = present === 'one' ? ownDesignation(context) : null
      await apply(context, donation, { designation_id: own })
      // A refused update leaves the designation as it is.
      for (const [name, fields] of Object.entries(WITHOUT_DESIGNATION)) {
        const isAll = kind === 'pledged' && name === 'several fields'
        const others = isAll ? { ...fields, ...PLAIN_GATED } : fields
        await expectRefusedByBoth(context, donation, withDesignation(others, designation_id))
      }
    }),
  ),
  cases('after a refusal', someRefusals, async (context, refusal) => {
    const designation_id = context.fixtures.otherCampaignDesignationId
    const donation = await context.donation(context.requireKind('other'))
    for (const by of UPDATE_METHODS) {
      await refusal.send(context, { donation, by, beside: { donor_city: 'Rome' }, position: 'last' })
      expect(await context.api.update(by, donation, { designation_id })).toBeRefused()
    }
  }),
  cases('with other tokens', OTHER_OWNERS, async (context, holder) => {
    const designation_id = context.fixtures.otherCampaignDesignationId
    const donation = await context.donation()
    const headers = await authorizationOf(context, holder)
    const by = holder.client === 'first client' ? 'PUT' : 'PATCH'
    const exchange = await context.api.update(by, donation, { designation_id }, headers)
    expect(exchange).toBeRefused()
  }),
  cases('in capitals', BY_BOTH, async (context, by) => {
    const designation_id = context.fixtures.otherCampaignDesignationId.toUpperCase()
    expect(await context.api.update(by, await context.donation(), { designation_id })).toBeRefused()
  }),
)
