import fc from 'fast-check'
import { RawBody } from '../../../client/donations/api.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { forbiddenUpdate, gatedCombinations } from '../../../generators/index.ts'
import { axis, cases, covering, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { alternating } from '../../axes/alternating.ts'
import { STATUS_MEMBERS } from '../../axes/foreign-members.ts'
import { FIRST_HOLDER, type Holder, MULTI_ORG_HOLDER } from '../../axes/holders.ts'
import { BY_BOTH, METHOD_AXIS, methodOf } from '../../axes/methods.ts'
import { actAs, authorizationOf } from '../../axes/tokens.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { readBack } from '../../support/read-back.ts'
import { besideAxis, bodyWith, GATED_AXIS, PLACE_AXIS } from './beside-others.ts'
import { PASSING, surrounded } from './gates.ts'
import { madeUpAndPresent, presentValues } from './present-values.ts'

/** Whoever asks. The user with several organizations does not own the donation, and is refused for that or for the field. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a refresh': { ...FIRST_HOLDER, client: 'second client', refreshes: 1 },
  'a user with several organizations': MULTI_ORG_HOLDER,
}

/** Gated fields are rejected in any status but pledged: all combinations, and even the present values. */
export const pledged2 = requirement(
  'PLEDGED-2',
  covering(
    'each combination',
    { gated: GATED_AXIS, others: besideAxis, by: METHOD_AXIS, place: PLACE_AXIS },
    async (context, { gated, others, by, place }) => {
      const body = bodyWith(gated, others, place)
      expect(await context.api.update(by, await context.donation('other'), body)).toBeRefused()
    },
  ),
  property(
    'beside anything',
    fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields)),
    async (context, body) => expectRefusedByBoth(context, await context.donation('other'), body),
    { share: 0.01 },
  ),
  // A service may gate in one status and not in another, and the contract does not say which statuses there are: each
  // field is sent to each donation by each method.
  covering(
    'every donation',
    {
      donation: ({ nonPledgedDonationIds }) =>
        axis('donation', Object.fromEntries(nonPledgedDonationIds.map((id) => [id, id]))),
      field: axis('field', ONE_GATED_FIELD),
      by: METHOD_AXIS,
    },
    async (context, { donation: id, field, by }) => {
      const donation = await context.donationOf(id)
      for (const body of await madeUpAndPresent(context, donation, field, by))
        expect(await context.api.update(by, donation, body)).toBeRefused()
    },
    { strength: 3 },
  ),
  covering(
    'beside a status',
    { members: axis('member', STATUS_MEMBERS), field: axis('field', ONE_GATED_FIELD), by: METHOD_AXIS },
    async (context, { members, field, by }) => {
      const donation = await context.donation('other')
      expect(await context.api.update(by, donation, { ...members, ...field })).toBeRefused()
      // A status by itself may be ignored, and must not be taken.
      await context.api.update(by, donation, members)
      expect(await context.api.update(by, donation, field)).toBeRefused()
    },
    { strength: 2 },
  ),
  cases(
    'in whatever surroundings, each field by each method beside each other',
    surrounded,
    async (context, { surroundings: { members = {}, ...around }, others, field, by }) => {
      const donation = await context.donation('other')
      expect(
        await context.api.update(by, donation, { ...members, ...others, ...field }, around),
      ).toBeRefused()
    },
  ),
  cases(
    'values that may pass for none or for no change',
    alternating(PASSING),
    async (context, { one, by, holder }) => {
      const donation = await context.donation('other')
      await actAs(context, holder)
      expect(await context.api.update(by, donation, new RawBody(one))).toBeRefused()
    },
  ),
  cases('whoever asks', HOLDERS, async (context, holder) => {
    const donation = await context.donation('other')
    const { authorization } = await authorizationOf(context, holder)
    for (const [index, field] of Object.values(ONE_GATED_FIELD).entries())
      expect(await context.api.update(methodOf(index), donation, field, { authorization })).toBeRefused()
  }),
  cases('the values that answers show', BY_BOTH, async (context, by) => {
    const donation = await context.donation('other')
    if ((await presentValues(context, donation, {})).length > 0)
      throw new NotApplicableError('the values of every donation can be read: they were tried')
    const { record } = await readBack(context, donation)
    const present = await presentValues(context, donation, record)
    if (present.length === 0) throw new NotApplicableError('no gated value is shown: made-up ones decide')
    for (const body of present) expect(await context.api.update(by, donation, body)).toBeRefused()
  }),
)
