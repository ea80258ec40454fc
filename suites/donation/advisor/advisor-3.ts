import { isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH, expectAccepted, read, recordOf, type Shown } from '../../support/donation.ts'
import { hidden } from '../../support/hidden.ts'
import { emailOf, FULL_ADVISOR, link } from './linked.ts'

export const advisor3 = requirement(
  'ADVISOR-3',
  cases(BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    // Where none can be set either, it is not about null.
    await expectAccepted(context, donation, { advisor: null }, by, { advisor: FULL_ADVISOR })
    await expectAccepted(context, donation, { advisor: null, donor_city: 'Rome' }, by, { donor_city: 'Rome' })
    await link(context, donation)
    const exchange = await expectAccepted(context, donation, { advisor: null }, by)
    for (const shown of [shownBy(exchange), await read(context, donation)]) {
      const left = await remainsOf(context, donation, shown)
      ensure(left === undefined, 'no advisor after null', `advisor ${left}`, [exchange, shown.exchange])
    }
  }),
)

/** What is shown of an advisor where none should be linked: a service may show the fields of nobody, all empty. */
async function remainsOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const now = await hidden(context, donation, shown, 'advisor')
  const fields = now.seen && isJsonObject(now.value) ? Object.values(now.value) : []
  if (fields.length > 0 && fields.every((value) => value === null || value === '')) return undefined
  const sent: readonly unknown[] = Object.values(FULL_ADVISOR)
  const left = fields.filter((value) => value !== '' && sent.includes(value))
  return left.length > 0 ? left.join(', ') : emailOf(now)
}

function shownBy(exchange: Exchange): Shown {
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
}
