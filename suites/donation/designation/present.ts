import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply, recordOf, type Shown, type UpdateBody } from '../../support/donation.ts'
import { hidden, isDesignation, notShown } from '../../support/hidden.ts'

/** Other fields of an update that says nothing of the designation. */
export const WITHOUT_DESIGNATION: Readonly<Record<string, UpdateBody>> = {
  nothing: {},
  'a donor field': { donor_city: 'Rome' },
  'a memo': { memo: 'thank you' },
  'an advisor': { advisor: { email: 'advisor@example.com' } },
  'a cleared advisor': { advisor: null },
  'several fields': {
    donor_first_name: 'Ada',
    donor_last_name: 'Lovelace',
    donor_country: 'ad',
    memo: 'thank you',
  },
}

/** Sets a designation where the target shows that it is set. */
export async function setDesignation(
  context: Context,
  donation: string,
): Promise<{ id: string; shown: Shown }> {
  const id = context.designationIds[0]
  const shown = await apply(context, donation, { designation_id: id })
  const now = await hidden(context, donation, shown, 'designation_id')
  if (!now.seen) throw notShown('designation_id')
  if (isDesignation(now.value, id) !== true)
    throw new InconclusiveError('a designation that was set is not shown as set (see DESIGNATION-1)')
  return { id, shown }
}

export async function expectCleared(
  context: Context,
  donation: string,
  exchange: Exchange,
  id: string,
  how: string,
): Promise<void> {
  const record = recordOf(exchange)
  if (!record) throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
  const stored = await hidden(context, donation, { record, exchange }, 'designation_id')
  // How a target shows that there is none is its own affair: null, nothing, an empty text, an object without an id.
  const left = [record.designation_id, stored.seen ? stored.value : undefined].find((value) =>
    typeof value === 'string' ? value !== '' : isDesignation(value, id),
  )
  ensure(left === undefined, `no designation after ${how}`, `designation_id ${JSON.stringify(left)}`, [
    exchange,
  ])
}
