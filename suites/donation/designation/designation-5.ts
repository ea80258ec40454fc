import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { BY_BOTH } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectShown } from '../../support/expect-record.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { shownBy } from '../../support/record.ts'
import { expectCleared, setDesignation } from './present.ts'
import { WITHOUT_DESIGNATION, withDesignation } from './without-designation.ts'

/** By which method, beside what, and which turn it is: of the designations, and of those who ask. */
const CLEARING: Readonly<Record<string, readonly [UpdateMethod, UpdateBody, number]>> = Object.fromEntries(
  UPDATE_METHODS.flatMap((by) =>
    Object.entries(WITHOUT_DESIGNATION).map(([name, others], index) => [
      `${by}, with ${name} else`,
      [by, others, index + UPDATE_METHODS.indexOf(by)] as const,
    ]),
  ),
)

/** `null` is accepted and clears the designation. */
export const designation5 = requirement(
  'DESIGNATION-5',
  cases(CLEARING, async (context, [by, others, turn]) => {
    // Donations of the other statuses in every second turn; further tests have pledged ones.
    const donation = await context.donation(turn % 2 === 0 ? context.requireKind('other') : 'any')
    const body = withDesignation(others, null)
    const id = await setDesignation(context, donation, turn)
    await actAs(context, ownerOf(turn))
    const exchange = await expectAccepted(context, donation, body, by, others)
    await expectCleared(context, donation, exchange, id, 'null')
    expectShown(others, shownBy(exchange), [], 'UPDATE-3')
    // Where none is set any more.
    await expectAccepted(context, donation, body, by, others)
  }),
  cases('a pledged donation', BY_BOTH, async (context, by) => {
    const fields = { ...PLAIN_GATED }
    const donation = await context.donation(context.requireKind('pledged'))
    const id = await setDesignation(context, donation)
    const body = withDesignation(fields, null)
    const exchange = await expectAccepted(context, donation, body, by, fields)
    await expectCleared(context, donation, exchange, id, 'null')
  }),
)
