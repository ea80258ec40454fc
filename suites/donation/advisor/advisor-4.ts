import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, requirement } from '../../../harness/authoring/index.ts'
import { OTHER_OWNERS } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { LINKED_ADVISOR } from './examples.ts'
import { expectLinkedNow, expectStillLinked, type LinkedAdvisor, linkAdvisor } from './linked.ts'

/** Everything that any donation takes, but for the advisor. */
const ALL_BUT_ADVISOR: UpdateBody = {
  ...PLAIN_UPDATE,
  donor_postal_code: 'AD500',
  memo: 'thank you',
  designation_id: null,
}

/** Updates that say nothing of the advisor: nothing at all, and everything else. */
const WITHOUT_ADVISOR: Readonly<Record<string, readonly [UpdateMethod, UpdateBody]>> = Object.fromEntries(
  UPDATE_METHODS.flatMap((by) => [
    [`${by} of nothing`, [by, {}] as const],
    [`${by} of everything else`, [by, ALL_BUT_ADVISOR] as const],
  ]),
)

/** Leaving the advisor out leaves it as it is. */
export const advisor4 = requirement(
  'ADVISOR-4',
  cases(WITHOUT_ADVISOR, async (context, [by, body]) => {
    const donation = await context.donation()
    const linked = await linkAdvisor(context, donation)
    await expectLeftLinked(context, donation, await context.api.update(by, donation, body), linked)
  }),
  cases('each field by itself', BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    const linked = await linkAdvisor(context, donation)
    // A donor may be their own advisor.
    const fields = { ...ALL_BUT_ADVISOR, ...(by === 'PUT' && { donor_email: LINKED_ADVISOR.email }) }
    for (const [field, value] of Object.entries(fields)) {
      const shown = await apply(context, donation, { [field]: value }, by)
      await expectLinkedNow(context, donation, shown, shown.exchange, linked)
    }
  }),
  cases('with other tokens', OTHER_OWNERS, async (context, holder) => {
    const donation = await context.donation()
    const linked = await linkAdvisor(context, donation)
    await actAs(context, holder)
    for (const by of UPDATE_METHODS) {
      const exchange = await context.api.update(by, donation, PLAIN_UPDATE)
      await expectLeftLinked(context, donation, exchange, linked)
    }
  }),
  cases('a designation', BY_BOTH, async (context, by) => {
    const [designation_id, another] = context.target.designationIds
    if (designation_id === undefined)
      throw new NotApplicableError('no designation is known: other updates decide')
    const donation = await context.donation()
    const linked = await linkAdvisor(context, donation)
    // One is set where there was none, and in place of another.
    if (another !== undefined && by === 'PUT') await apply(context, donation, { designation_id: another })
    const { exchange } = await apply(context, donation, { designation_id }, by)
    await expectStillLinked(context, donation, exchange, linked)
  }),
  cases('pledged donations', ONE_GATED_FIELD, async (context, body) => {
    const donation = await context.donation(context.requireKind('pledged'))
    const linked = await linkAdvisor(context, donation)
    for (const by of UPDATE_METHODS) {
      const shown = await apply(context, donation, body, by)
      await expectLinkedNow(context, donation, shown, shown.exchange, linked)
    }
  }),
)

/** Judges an update that says nothing of the advisor. @throws InconclusiveError where it was refused. */
async function expectLeftLinked(
  context: Context,
  donation: string,
  exchange: Exchange,
  linked: LinkedAdvisor,
): Promise<void> {
  if (!isAccepted(exchange))
    throw new InconclusiveError('an update without advisor was refused (see UPDATE-1)')
  await expectStillLinked(context, donation, exchange, linked)
}
