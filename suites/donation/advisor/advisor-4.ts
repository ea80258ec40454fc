import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { apply, BY_BOTH, PLAIN_DONOR, type UpdateBody } from '../../support/donation.ts'
import { expectStillLinked, link } from './linked.ts'

/** Everything that any donation takes, but for the advisor. */
const ALL_BUT_ADVISOR = {
  ...PLAIN_DONOR,
  donor_postal_code: 'AD500',
  donor_country: 'ad',
  memo: 'thank you',
  designation_id: null,
}

/** Updates that say nothing of the advisor: nothing at all, each field by itself, and everything. */
const WITHOUT_ADVISOR: Readonly<Record<string, readonly [UpdateMethod, UpdateBody]>> = {
  ...Object.fromEntries(
    UPDATE_METHODS.flatMap((by) => [
      [`${by} of nothing`, [by, {}] as const],
      [`${by} of everything else`, [by, ALL_BUT_ADVISOR] as const],
    ]),
  ),
  // That both methods do alike is for UPDATE-5 to judge.
  ...Object.fromEntries(
    Object.entries(ALL_BUT_ADVISOR).map(([field, value], index) => {
      const by = UPDATE_METHODS[index % UPDATE_METHODS.length] ?? 'PATCH'
      return [`${by} of ${field}`, [by, { [field]: value }] as const]
    }),
  ),
}

export const advisor4 = requirement(
  'ADVISOR-4',
  cases<readonly [UpdateMethod, UpdateBody]>(WITHOUT_ADVISOR, async (context, [by, body]) => {
    const donation = await context.donation()
    const fields = await link(context, donation)
    const exchange = await context.api.update(by, donation, body)
    if (!isAccepted(exchange))
      throw new InconclusiveError('an update without advisor was refused (see UPDATE-1)')
    await expectStillLinked(context, donation, exchange, fields)
  }),
  cases('a designation', BY_BOTH, async (context, by) => {
    const [designation_id] = context.target.designationIds
    if (designation_id === undefined)
      throw new NotApplicableError('no designation is known: other updates decide')
    const donation = await context.donation()
    const fields = await link(context, donation)
    const { exchange } = await apply(context, donation, { designation_id }, by)
    await expectStillLinked(context, donation, exchange, fields)
  }),
  cases<UpdateBody>(
    'pledged donations',
    { quantity: { quantity: 3 }, identifier: { identifier: 'B-2' }, source: { source: 'gala' } },
    async (context, body) => {
      const donation = await context.donation(context.known('pledged'))
      const fields = await link(context, donation)
      const { exchange } = await apply(context, donation, body)
      await expectStillLinked(context, donation, exchange, fields)
    },
  ),
)
