import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Gated } from '../../../generators/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { GATED_EXAMPLES } from '../../support/gated.ts'

/** Values that a service overlooks where it tests for a value instead of for the field. */
const FALSY_EXAMPLES: Readonly<Record<string, Partial<Gated>>> = {
  'quantity 0': { quantity: 0 },
  'an empty identifier': { identifier: '' },
  'an empty source': { source: '' },
}

/** Valid fields that gated ones may hide behind. */
const OTHERS: Readonly<Record<string, UpdateBody>> = {
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

/**
 * Every combination of gated fields, alone and beside every kind of other fields; beside a designation that
 * is set, where one is known.
 */
export function gatedBesideOthers({ designationIds }: TargetConfig): Record<string, UpdateBody> {
  const designation = { 'beside a designation': { designation_id: designationIds[0] ?? null } }
  return Object.fromEntries(
    Object.entries({ ...GATED_EXAMPLES, ...FALSY_EXAMPLES }).flatMap(([gated, values]) =>
      Object.entries({ ...OTHERS, ...designation }).map(([where, others]): [string, UpdateBody] => [
        `${gated}, ${where}`,
        { ...others, ...values },
      ]),
    ),
  )
}
