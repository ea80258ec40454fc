import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { method } from '../../support/bodies.ts'
import {
  apply,
  BY_BOTH,
  comparable,
  expectKept,
  OTHER_DONOR,
  PLAIN_DONOR,
  read,
  reset,
  type UpdateBody,
} from '../../support/donation.ts'

const MINE: UpdateBody = { ...PLAIN_DONOR, memo: 'mine' }

const STRANGE = 'Elsewhere'

export const update15 = requirement(
  'UPDATE-15',
  /** Of another donor, and of the same one: two donations of one donor are two donations. */
  cases<UpdateBody>(
    'every field',
    {
      'every field': { ...OTHER_DONOR, memo: 'thank you' },
      'every field but the email': { ...OTHER_DONOR, donor_email: PLAIN_DONOR.donor_email },
      'a city': { donor_city: OTHER_DONOR.donor_city },
      'a name': { donor_first_name: OTHER_DONOR.donor_first_name },
      'a memo': { memo: 'thank you' },
    },
    async (context, body) => {
      const [one, other] = await context.donations('any', 'any')
      for (const by of UPDATE_METHODS) {
        await reset(context, one, MINE)
        await reset(context, other, MINE)
        const before = await read(context, other)
        const update = await context.api.update(by, one, body)
        expectKept(before.record, await read(context, other), comparable(MINE, before), [update])
      }
    },
  ),
  cases('at the same moment', BY_BOTH, async (context, by) => {
    const [one, other] = await context.donations('any', 'any')
    for (let time = 0; time < context.times(3); time++) {
      await reset(context, one, MINE)
      await reset(context, other, MINE)
      const mine: UpdateBody = { ...OTHER_DONOR, memo: 'of the other' }
      const [update] = await Promise.all([
        context.api.update(by, one, { donor_city: STRANGE, memo: STRANGE }),
        apply(context, other, mine, by),
      ])
      const after = await read(context, other)
      const { donor_city, memo } = after.record
      const strange = [donor_city, memo].filter((value) => String(value).includes(STRANGE))
      ensure(
        strange.length === 0,
        'nothing of what another donation was sent',
        strange.map((value) => JSON.stringify(value)).join(', '),
        [update, after.exchange],
      )
    }
  }),
  /** Updates of one donation while another is looked at: one after the other, or at the same moment. */
  property(
    fc.tuple(method(), partialUpdate({ pledged: false }), fc.boolean(), fc.boolean()),
    async (context, [by, body, together, sameDonor]) => {
      const [one, other] = await context.donations('any', 'any')
      const mine = { ...PLAIN_DONOR, donor_city: 'Elsewhere', memo: 'mine' }
      // Two donations of one donor are two donations.
      if (sameDonor) await reset(context, one, mine)
      await reset(context, other, mine)
      const before = await read(context, other)
      const fields = comparable(mine, before)
      const [update] = await Promise.all([
        context.api.update(by, one, body),
        ...(together ? [context.api.update(by, other, mine)] : []),
      ])
      expectKept(before.record, await read(context, other), fields, [update])
    },
    { share: 0.15 },
  ),
)
