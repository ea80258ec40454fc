import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { sendRefused } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { notShown } from '../../support/hidden.ts'
import { REFUSED_UPDATES } from '../../support/refused-updates.ts'
import { expectStillSet, setDesignation } from './present.ts'

/** Updates that a donation which is not pledged has to refuse. */
const REFUSED: Readonly<Record<string, UpdateBody>> = {
  ...REFUSED_UPDATES,
  'a null designation beside a bad email': { designation_id: null, donor_email: 'no address' },
  'a gated field': { quantity: 2 },
  'a gated field of a wrong type': { quantity: 'two' },
}

/** A rejected update leaves the present designation in place. */
export const designation7 = requirement(
  'DESIGNATION-7',
  cases(REFUSED, async (context, body) => {
    if (!context.inspectorIfAny && !context.reader) throw notShown('designation_id')
    const donation = await context.donation('other')
    const id = await setDesignation(context, donation)
    for (const by of UPDATE_METHODS) {
      const refused = await sendRefused(context, donation, body, by)
      await expectStillSet(context, donation, refused, id)
    }
  }),
)
