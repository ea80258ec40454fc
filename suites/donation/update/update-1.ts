import fc from 'fast-check'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { cases, expect, property, requirement } from '../../../harness/authoring/index.ts'
import { updateEnvelope } from '../../../harness/rules/shapes.ts'
import { apply } from '../../support/apply.ts'
import { ONE_FIELD } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { anyMethod, BY_BOTH } from '../../support/methods.ts'

/**
 * A valid update is accepted by PATCH and by PUT, and its answer is a JSON object whose single key is `data`.
 */
export const update1 = requirement(
  'UPDATE-1',
  ...KINDS.map((kind) =>
    cases(kind, BY_BOTH, async (context, by) => {
      const donation = await context.donation(context.known(kind))
      for (const body of [
        { donor_first_name: 'Ada' },
        { donor_first_name: 'Ada', donor_last_name: 'Lovelace' },
      ]) {
        const exchange = await context.api.update(by, donation, body)
        expect(exchange).toBeAcceptedAsJson()
        expect(exchange).toKeep(updateEnvelope)
      }
    }),
  ),
  ...KINDS.map((kind) =>
    property(
      `any valid body, ${kind}`,
      fc.tuple(anyMethod, partialUpdate({ pledged: kind === 'pledged' })),
      async (context, [by, body]) => {
        const donation = await context.donation(context.known(kind))
        const exchange = await context.api.update(by, donation, body)
        // Where one of its fields is refused by itself, the requirement of that field says so.
        if (!isAccepted(exchange))
          for (const [field, value] of Object.entries(body))
            await apply(context, donation, { [field]: value }, by)
        expect(exchange).toBeAccepted()
        expect(exchange).toKeep(updateEnvelope)
      },
      { share: 0.25 },
    ),
  ),
  cases('one field at a time', { nothing: {}, ...ONE_FIELD }, async (context, body) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) {
      const exchange = await context.api.update(by, donation, body)
      if (!isAccepted(exchange))
        throw new NotApplicableError('the requirement of the field says whether it is accepted')
      expect(exchange).toKeep(updateEnvelope)
    }
  }),
)
