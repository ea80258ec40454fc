import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectCleared, setDesignation } from './present.ts'
import { WITHOUT_DESIGNATION, withDesignation } from './without-designation.ts'

const CLEARING: Readonly<Record<string, readonly [UpdateMethod, UpdateBody]>> = Object.fromEntries(
  UPDATE_METHODS.flatMap((by) =>
    Object.entries(WITHOUT_DESIGNATION).map(([name, others]) => [
      `${by}, with ${name} else`,
      [by, others] as const,
    ]),
  ),
)

/** `null` is accepted and clears the designation. */
export const designation5 = requirement(
  'DESIGNATION-5',
  cases(CLEARING, async (context, [by, others]) => {
    const donation = await context.donation()
    const body = withDesignation(others, null)
    await expectAccepted(context, donation, body, by, others)
    const id = await setDesignation(context, donation)
    const exchange = await expectAccepted(context, donation, body, by, others)
    await expectCleared(context, donation, exchange, id, 'null')
  }),
)
