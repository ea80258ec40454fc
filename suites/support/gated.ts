import type { Gated } from '../../generators/index.ts'
import type { UpdateBody } from './bodies.ts'

/** A value for each field that only a pledged donation takes; tests start from these. */
export const PLAIN_GATED: Gated = { quantity: 3, identifier: 'B-2', source: 'gala' }

/** Each of these fields by itself. */
export const ONE_GATED_FIELD: Readonly<Record<keyof Gated, UpdateBody>> = {
  quantity: { quantity: PLAIN_GATED.quantity },
  identifier: { identifier: PLAIN_GATED.identifier },
  source: { source: PLAIN_GATED.source },
}

/** Each combination of them, with other values than the plain ones. */
export const GATED_EXAMPLES = {
  quantity: { quantity: 2 },
  identifier: { identifier: 'A-1' },
  source: { source: 'newsletter' },
  'quantity and identifier': { quantity: 2, identifier: 'A-1' },
  'quantity and source': { quantity: 2, source: 'newsletter' },
  'identifier and source': { identifier: 'A-1', source: 'newsletter' },
  'all three': { quantity: 2, identifier: 'A-1', source: 'newsletter' },
} satisfies Readonly<Record<string, Partial<Gated>>>
