import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { gatedCombinations, gatedUpdate } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectAccepted } from '../../support/donation.ts'
import { method, ORDINARY_GATED } from './gated.ts'

export const pledged1 = requirement(
  'PLEDGED-1',
  property(
    fc.tuple(
      method,
      fc.constantFrom(...gatedCombinations).chain((fields) => gatedUpdate(fields)),
    ),
    async (context, [by, body]) => {
      const donation = await context.donation('pledged')
      await expectAccepted(context, donation, body, by)
    },
    { share: 0.5 },
  ),
  cases(
    'each combination',
    Object.fromEntries(gatedCombinations.map((fields) => [fields.join(', '), fields])),
    async (context, fields) => {
      const donation = await context.donation('pledged')
      const body = Object.fromEntries(fields.map((field) => [field, ORDINARY_GATED[field]]))
      for (const by of UPDATE_METHODS) await expectAccepted(context, donation, body, by)
    },
  ),
)
