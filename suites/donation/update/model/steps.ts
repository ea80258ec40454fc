import fc from 'fast-check'
import type { UpdateMethod } from '../../../../client/donations/api.ts'
import { type InvalidUpdate, invalidUpdate, partialUpdate, reducible } from '../../../../generators/index.ts'
import { anyMethod } from '../../../axes/methods.ts'
import type { UpdateBody } from '../../../support/bodies.ts'

/** The donations that a sequence is about; a step names one by its index. */
export const DONATIONS = ['other', 'other', 'pledged'] as const

/** One step of a sequence, as plain data: it can be printed, shrunk and replayed. */
export type Step =
  | { readonly do: 'update'; readonly donation: number; readonly by: UpdateMethod; readonly body: UpdateBody }
  | {
      readonly do: 'invalid'
      readonly donation: number
      readonly by: UpdateMethod
      readonly update: InvalidUpdate
    }
  | { readonly do: 'read'; readonly donation: number }

/** The body that a step sends; a reading is an empty update. */
export function stepBody(step: Step): UpdateBody {
  if (step.do === 'update') return step.body
  return step.do === 'invalid' ? step.update.body : {}
}

/** Enough for several updates of each donation; every step costs a request. */
const MAX_STEPS = 12

/** Sequences of valid updates, invalid ones and readings, over several donations. */
export const anySequence: fc.Arbitrary<readonly Step[]> = reducible(
  fc.array(fc.constant(fc.oneof(...DONATIONS.map((_, index) => stepOn(index)))), {
    minLength: 1,
    maxLength: MAX_STEPS,
  }),
)

/** Steps on one of the donations. */
function stepOn(index: number): fc.Arbitrary<Step> {
  const pledged = DONATIONS[index] === 'pledged'
  const donation = fc.constant(index)
  // Only fields that any service takes in this status, so that a refusal is a matter of what came before.
  const body = partialUpdate({ pledged }).map(({ designation_id: _cleared, ...fields }): UpdateBody => fields)
  const update = invalidUpdate({ pledged })
  return fc.oneof(
    {
      weight: 4,
      arbitrary: plainRecord({ do: fc.constant('update' as const), donation, by: anyMethod, body }),
    },
    {
      weight: 3,
      arbitrary: plainRecord({ do: fc.constant('invalid' as const), donation, by: anyMethod, update }),
    },
    { weight: 1, arbitrary: plainRecord({ do: fc.constant('read' as const), donation }) },
  )
}

/** Objects with a prototype: they are printed as a person writes them. */
function plainRecord<Model extends object>(fields: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) {
  return fc.record<Model>(fields, { noNullPrototype: true })
}
