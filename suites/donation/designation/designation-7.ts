import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isRefused } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/donation.ts'
import { setDesignation } from './present.ts'

/** Updates that every service refuses, each for a reason of its own. */
const REFUSED: Readonly<Record<string, UpdateBody>> = {
  'a bad email': { donor_email: 'no address' },
  'a bad country': { donor_country: 'ZZZ' },
  'a wrong type': { donor_city: 7 },
  'an advisor without email': { advisor: {} },
  'another designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
  'a designation that is malformed': { designation_id: 'none' },
  'a null designation beside a bad email': { designation_id: null, donor_email: 'no address' },
  'a gated field': { quantity: 2 },
  'a gated field of a wrong type': { quantity: 'two' },
}

export const designation7 = requirement(
  'DESIGNATION-7',
  cases(REFUSED, async (context, body) => {
    const { inspector } = context
    const donation = await context.donation('other')
    const { id } = await setDesignation(context, donation)
    for (const by of UPDATE_METHODS) {
      const refused = await context.api.update(by, donation, body)
      if (!isRefused(refused))
        throw new InconclusiveError('the update was not refused, so there is nothing to look at')
      const { designation_id } = await inspector.donation(donation)
      ensure(designation_id === id, `designation_id ${id}, as it was`, `designation_id ${designation_id}`, [
        refused,
      ])
    }
  }),
)
