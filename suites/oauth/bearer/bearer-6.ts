import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { axis, covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { FEW_OWNERS_AXIS, METHOD_AXIS, share } from '../../axes/bearer.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { read } from '../../support/read-back.ts'
import { donationOf, OWN_DONATION_AXIS } from './donation-axis.ts'
import { expectHiddenState, foreignLook, hiddenState } from './hidden-state.ts'
import { REASONS } from './reasons.ts'
import { everyField } from './refused-update.ts'

/** Lets asynchronous writes land: a queue of updates is usually worked off within half a second. */
const ASYNCHRONOUS_WRITE_MS = 600

/** Updates refused for each reason; what was there is looked at after each, and once more a little later. */
export const bearer6 = requirement(
  'BEARER-6',
  covering(
    'each reason',
    { reason: axis('reason', REASONS), donation: OWN_DONATION_AXIS },
    async (context, { reason, donation }) => {
      const id = await donationOf(context, donation)
      const { authorization, query } = await reason(context)
      const before = await read(context, id)
      const hidden = await hiddenState(context, id, before)
      const options = { authorization, ...(query === undefined ? {} : { query }) }
      const refused: Exchange[] = []
      for (const method of UPDATE_METHODS) {
        const exchange = await context.api.update(method, id, everyField(context, donation), options)
        if (isAccepted(exchange))
          throw new InconclusiveError('the call was not refused (see BEARER-1 to BEARER-9)')
        refused.push(exchange)
      }
      await sleep(ASYNCHRONOUS_WRITE_MS)
      await expectHiddenState(context, id, before, hidden, refused)
      await expectUnchanged(context, id, before.record, refused)
    },
    { strength: 1 },
  ),
  covering(
    'a foreign donation',
    { holder: FEW_OWNERS_AXIS, method: METHOD_AXIS },
    async (context, { holder, method }, name) => {
      const { foreignDonationId: id, api } = context
      const look = await foreignLook(context, id)
      const { accessToken } = await share(context, holder)
      // Others are after the same donation: what this update stores is told by a word of its own.
      const mark = `refused${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
      const authorization = `Bearer ${accessToken}`
      const body = everyField(context, 'pledged', mark)
      const refused = await api.update(method, id, body, { authorization })
      if (isAccepted(refused)) throw new InconclusiveError('the call was not refused (see BEARER-5)')
      await sleep(ASYNCHRONOUS_WRITE_MS)
      const after = await look()
      ensure(!after.includes(mark), `nothing of the refused update (${mark}) in the donation`, after, [
        refused,
      ])
    },
  ),
)
