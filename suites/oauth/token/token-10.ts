import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { axis, expect, requirement } from '../../../harness/authoring/index.ts'
import { LACKING, LACKING_MORE } from '../../axes/token-requests.ts'
import { inChains } from '../flows/in-chains.ts'
import { inTriedCodes } from '../flows/tried-codes.ts'
import { type Spoil, withLivingCode } from './living-code.ts'

const spoiling = (table: Readonly<Record<string, FormParameters>>): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(Object.entries(table).map(([name, changes]) => [name, () => changes]))

/**
 * Exchanges of a living code that lack something, alone or beside something else that is missing or wrong, and refreshes that
 * do not say what they are.
 */
export const token10 = requirement(
  'TOKEN-10',
  withLivingCode(
    'one parameter or two',
    axis('what is missing, beside what', spoiling({ ...LACKING, ...LACKING_MORE })),
  ),
  inTriedCodes('TOKEN-10', (exchange) => expect(exchange).toGiveNoToken()),
  inChains('TOKEN-10', (exchange) => expect(exchange).toGiveNoToken()),
)
