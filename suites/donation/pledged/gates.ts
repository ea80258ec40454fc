import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { methodOf } from '../../axes/methods.ts'
import { HARMLESS, OPENERS, type Surroundings } from '../../axes/surroundings.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { besideAxis } from './beside-others.ts'

/** Bodies that pass a gate which compares values, or counts fields, in the text of the JSON. */
export const PASSING: Readonly<Record<string, string>> = {
  'one of it': '{"quantity":1}',
  'one, with an exponent': '{"quantity":1e0}',
  'one, with a fraction of zeros': '{"quantity":1.0}',
  'one again, behind a memo of null': '{"memo":null,"quantity":1}',
  'very many': '{"quantity":100000}',
  'one text for both': '{"identifier":"gala","source":"gala"}',
  'fewer than none': '{"quantity":-1}',
  'more than 32 bits': '{"quantity":4294967296}',
  'a fraction': '{"quantity":1.5}',
  'digits in a text': '{"quantity":"2"}',
  'an identifier of zero': '{"identifier":"0"}',
  'a source of another script': '{"source":"Žižkov 東京"}',
  'a long source':
    '{"source":"a newsletter that was sent in the autumn to all who gave at the gala of the year before, and to their friends"}',
  'in the other order': '{"source":"gala","identifier":"A-1","quantity":2}',
  // Whatever becomes of null, it does not let through what stands beside it.
  'behind null': '{"quantity":null,"source":"gala"}',
  'before null': '{"quantity":2,"identifier":null}',
  'zero, under an escaped key': '{"sour\\u0063e":"0"}',
  twice: '{"identifier":"A-1","identifier":"A-2"}',
}

/** Three things that a gate may look at together: the surroundings, the gated field, and what stands beside it. */
interface Surrounded {
  readonly surroundings: Surroundings
  readonly others: UpdateBody
  readonly field: UpdateBody
  readonly by: UpdateMethod
}

/** The surroundings in turn, so that over them each field meets each method beside each of the others. */
export function surrounded(target: TargetConfig): Readonly<Record<string, Surrounded>> {
  const fields = Object.values(ONE_GATED_FIELD)
  const beside = Object.values(besideAxis(target).values).toReversed()
  return Object.fromEntries(
    Object.entries({ ...OPENERS, ...HARMLESS }).map(([name, surroundings], index) => {
      const field = fields[Math.floor(index / UPDATE_METHODS.length) % fields.length] ?? {}
      const round = Math.floor(index / (UPDATE_METHODS.length * fields.length))
      const others = beside[round % beside.length] ?? {}
      return [name, { surroundings, others, field, by: methodOf(index) }]
    }),
  )
}
