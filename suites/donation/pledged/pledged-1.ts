import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { gatedCombinations, gatedUpdate } from '../../../generators/index.ts'
import { type Context, cases, property, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectHiddenKept } from '../../support/expect-hidden-kept.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { anyMethod } from '../../support/methods.ts'

/**
 * While the donation is pledged, `quantity`, `identifier` and `source` are accepted in every combination, and kept
 * where the target shows them.
 */
export const pledged1 = requirement(
  'PLEDGED-1',
  property(
    fc.tuple(
      anyMethod,
      fc.constantFrom(...gatedCombinations).chain((fields) => gatedUpdate(fields)),
    ),
    async (context, [by, body]) => {
      const donation = await context.donation('pledged')
      await expectKeptOn(context, donation, body, by)
    },
    { share: 0.5 },
  ),
  cases(
    'each combination',
    Object.fromEntries(gatedCombinations.map((fields) => [fields.join(', '), fields])),
    async (context, fields) => {
      const donation = await context.donation('pledged')
      const body = Object.fromEntries(fields.map((field) => [field, PLAIN_GATED[field]]))
      for (const by of UPDATE_METHODS) await expectKeptOn(context, donation, body, by)
    },
  ),
)

async function expectKeptOn(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  const exchange = await expectAccepted(context, donation, body, by)
  await expectHiddenKept(context, donation, exchange, body)
}
