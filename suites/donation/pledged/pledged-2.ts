import fc from 'fast-check'
import { GATED_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { forbiddenUpdate, gatedCombinations } from '../../../generators/index.ts'
import { type Context, cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { GATED_EXAMPLES, PLAIN_GATED } from '../../support/gated.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { read } from '../../support/read-back.ts'
import { gatedBesideOthers } from './beside-others.ts'

/** Gated fields are rejected in any status but pledged: all combinations, and even the present values. */
export const pledged2 = requirement(
  'PLEDGED-2',
  cases('each combination', gatedBesideOthers, async (context, body) => {
    await expectRefusedByBoth(context, await context.donation('other'), body)
  }),
  property(
    'beside anything',
    fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields)),
    async (context, body) => expectRefusedByBoth(context, await context.donation('other'), body),
    { share: 0.05 },
  ),
  // A service may gate in one status and not in another; which statuses there are, the contract does not say.
  cases(
    'every donation',
    ({ nonPledgedDonationIds }) => Object.fromEntries(nonPledgedDonationIds.map((id) => [id, id])),
    async ({ api }, id) => {
      expect(await api.update('PUT', id, PLAIN_GATED)).toBeRefused()
      for (const field of GATED_FIELDS)
        expect(await api.update('PATCH', id, GATED_EXAMPLES[field])).toBeRefused()
    },
  ),
  cases('the values that are there', BY_BOTH, async (context, by) => {
    const donation = await context.donation('other')
    const present = await presentValues(context, donation)
    if (present.length === 0) throw new NotApplicableError('no gated value is shown: made-up ones decide')
    for (const body of present) expect(await context.api.update(by, donation, body)).toBeRefused()
  }),
)

/** Updates to the gated values that a donation has already, as far as they are shown: one for each field. */
async function presentValues(context: Context, donation: string): Promise<readonly UpdateBody[]> {
  const shown = await read(context, donation)
  const present: UpdateBody[] = []
  for (const field of GATED_FIELDS) {
    const now = await hiddenValue(context, donation, shown, field)
    if (now.seen && now.value !== undefined) present.push({ [field]: now.value })
  }
  return present
}
