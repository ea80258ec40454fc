import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Gated } from '../../../generators/index.ts'
import { axis, type Table } from '../../../harness/authoring/index.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'

/** Each combination of gated fields, and values that a service overlooks where it tests for a value, not for the field. */
export const GATED_AXIS = axis<Partial<Gated>>('gated fields', {
  ...GATED_EXAMPLES,
  'quantity 0': { quantity: 0 },
  'an empty identifier': { identifier: '' },
  'an empty source': { source: '' },
})

/** Valid fields that gated ones may hide behind. */
const OTHERS: Table<UpdateBody> = {
  nothing: {},
  'a memo': { memo: 'thank you' },
  'a donor field': { donor_city: 'Rome' },
  'an advisor': { advisor: { email: 'advisor@example.com', first_name: 'Ada', bio: 'Knows numbers.' } },
  'the advisor null': { advisor: null },
  'a cleared designation': { designation_id: null },
  'everything else': {
    ...PLAIN_UPDATE,
    advisor: { email: 'advisor@example.com' },
    designation_id: null,
  },
}

/** What they stand beside; a designation that is set, where one is known. */
export function besideAxis({ designationIds }: TargetConfig) {
  const [designation_id = null] = designationIds
  return axis<UpdateBody>('beside', { ...OTHERS, 'a designation': { designation_id } })
}

/** Where in the body they stand. */
export const PLACE_AXIS = axis('place', { first: 'first', middle: 'middle', last: 'last' } as const)

/** The fields of both bodies, the gated ones at their place. */
export function bodyWith(
  gated: UpdateBody,
  others: UpdateBody,
  place: keyof (typeof PLACE_AXIS)['values'],
): UpdateBody {
  if (place === 'first') return { ...gated, ...others }
  if (place === 'last') return { ...others, ...gated }
  const members = Object.entries(others)
  const half = Math.ceil(members.length / 2)
  return {
    ...Object.fromEntries(members.slice(0, half)),
    ...gated,
    ...Object.fromEntries(members.slice(half)),
  }
}
