import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isRefused } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { forbiddenUpdate, gatedCombinations, invalidUpdate } from '../../../generators/index.ts'
import { type Context, cases, property, requirement, test } from '../../../harness/authoring/index.ts'
import { KINDS, method, only } from '../../support/bodies.ts'
import {
  comparable,
  OTHER_DONOR,
  reset,
  SETTABLE_FIELDS,
  type Shown,
  type UpdateBody,
} from '../../support/donation.ts'
import { expectUntouched } from './untouched.ts'

export const update13 = requirement(
  'UPDATE-13',
  ...KINDS.map((kind) => {
    const refused = invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }): UpdateBody => body)
    const forbidden = fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields))
    return property(
      kind,
      fc.tuple(
        method(),
        kind === 'pledged' ? refused : fc.oneof(refused, forbidden),
        only([...SETTABLE_FIELDS, 'memo']),
      ),
      async (context, [by, bad, valid]) => {
        const donation = await context.donation(context.known(kind))
        const before = await reset(context, donation)
        const body = { ...valid, ...bad }
        await expectNothingApplied(context, donation, before, body, by, comparable(valid, before))
      },
      { share: 0.15 },
    )
  }),
  cases<UpdateBody>(
    'each kind',
    {
      'a wrong type': { memo: 7 },
      'a wrong type of a shown field': { donor_city: 7 },
      'a bad country': { donor_country: 'ZZZ' },
      'a bad email': { donor_email: 'no address' },
      'an advisor without email': { advisor: {} },
      'a designation that is malformed': { designation_id: 'none' },
      'a designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
    },
    async (context, bad) => expectNothingAppliedByBoth(context, await context.donation(), bad),
  ),
  test('a field that only a pledged donation takes', async (context) => {
    await expectNothingAppliedByBoth(context, await context.donation(context.known('other')), {
      identifier: 'A-17',
    })
  }),
)

/** Judges UPDATE-13 for one bad field beside every valid one that an answer shows. */
async function expectNothingAppliedByBoth(
  context: Context,
  donation: string,
  bad: UpdateBody,
): Promise<void> {
  const before = await reset(context, donation)
  for (const by of UPDATE_METHODS)
    await expectNothingApplied(context, donation, before, { ...OTHER_DONOR, ...bad }, by)
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
  const exchange = await context.api.update(by, donation, body)
  if (!isRefused(exchange))
    throw new InconclusiveError('the update was not refused, so there is nothing to look at')
  await expectUntouched(context, donation, before, [exchange], fields)
}
