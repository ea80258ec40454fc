import fc from 'fast-check'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { GATED_FIELDS } from '../../../contract/index.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { forbiddenUpdate, type Gated, gatedCombinations } from '../../../generators/index.ts'
import { cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { GATED_EXAMPLES } from '../../support/bodies.ts'
import { BY_BOTH, expectRefusedByBoth, read, type UpdateBody } from '../../support/donation.ts'
import { hidden } from '../../support/hidden.ts'
import { ORDINARY_GATED } from './gated.ts'

/** Values that a careless check for presence takes for nothing. */
const FALSY_EXAMPLES: Readonly<Record<string, Partial<Gated>>> = {
  'quantity 0': { quantity: 0 },
  'an empty identifier': { identifier: '' },
  'an empty source': { source: '' },
}

/** Valid fields that gated ones may hide behind. */
const BESIDE: Readonly<Record<string, UpdateBody>> = {
  alone: {},
  'beside a memo': { memo: 'thank you' },
  'beside a donor field': { donor_city: 'Rome' },
  'beside an advisor': { advisor: { email: 'advisor@example.com' } },
  'beside a cleared designation': { designation_id: null },
  'beside everything else': {
    donor_first_name: 'Ada',
    donor_last_name: 'Lovelace',
    donor_email: 'ada@example.com',
    donor_country: 'ad',
    memo: 'thank you',
    advisor: { email: 'advisor@example.com' },
    designation_id: null,
  },
}

export const pledged2 = requirement(
  'PLEDGED-2',
  cases('each combination', combined, async (context, body) => {
    await expectRefusedByBoth(context, await context.donation('other'), body)
  }),
  property(
    'beside anything',
    fc.constantFrom(...gatedCombinations).chain((fields) => forbiddenUpdate(fields)),
    async (context, body) => expectRefusedByBoth(context, await context.donation('other'), body),
    { share: 0.25 },
  ),
  // A service may gate in one status and not in another; which statuses there are, the contract does not say.
  cases(
    'every donation',
    ({ nonPledgedDonationIds }) => Object.fromEntries(nonPledgedDonationIds.map((id) => [id, id])),
    async ({ api }, id) => {
      expect(await api.update('PUT', id, ORDINARY_GATED)).toBeRefused()
      for (const body of [{ quantity: 2 }, { identifier: 'A-1' }, { source: 'newsletter' }]) {
        expect(await api.update('PATCH', id, body)).toBeRefused()
      }
    },
  ),
  cases('the values that are there', BY_BOTH, async (context, by) => {
    const donation = await context.donation('other')
    const shown = await read(context, donation)
    const present: UpdateBody[] = []
    for (const field of GATED_FIELDS) {
      const now = await hidden(context, donation, shown, field)
      if (now.seen && now.value !== undefined) present.push({ [field]: now.value })
    }
    if (present.length === 0) throw new NotApplicableError('no gated value is shown: made-up ones decide')
    for (const body of present) {
      expect(await context.api.update(by, donation, body)).toBeRefused()
    }
  }),
)

/** With a designation that is set, where one is known. */
function combined({ designationIds }: TargetConfig): Record<string, UpdateBody> {
  const beside: Readonly<Record<string, UpdateBody>> = {
    ...BESIDE,
    'beside a designation': { designation_id: designationIds[0] ?? null },
  }
  return Object.fromEntries(
    Object.entries({ ...GATED_EXAMPLES, ...FALSY_EXAMPLES }).flatMap(([gated, values]) =>
      Object.entries(beside).map(([where, others]): [string, UpdateBody] => [
        `${gated}, ${where}`,
        { ...others, ...values },
      ]),
    ),
  )
}
