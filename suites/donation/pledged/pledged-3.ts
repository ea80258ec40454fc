import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isRefused } from '../../../client/http/answer.ts'
import { GATED_FIELDS, OBSERVABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { GATED_EXAMPLES } from '../../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import { expectKept, read, reset } from '../../support/donation.ts'
import { hidden, notShown } from '../../support/hidden.ts'

export const pledged3 = requirement(
  'PLEDGED-3',
  cases(GATED_EXAMPLES, async (context, body) => {
    const donation = await context.donation('other')
    const before = await reset(context, donation)
    const fields = Object.keys(body).filter((field) => GATED_FIELDS.some((one) => one === field))
    for (const by of UPDATE_METHODS) {
      const was = await gatedState(context, donation, before)
      const refused = await context.api.update(by, donation, { donor_city: 'Rome', ...body })
      if (!isRefused(refused)) throw new InconclusiveError('the update was not refused (see PLEDGED-2)')
      const after = await read(context, donation)
      const is = await gatedState(context, donation, after)
      ensure(
        fields.every((field) => JSON.stringify(was[field]) === JSON.stringify(is[field])),
        `the gated fields as they were: ${JSON.stringify(was)}`,
        JSON.stringify(is),
        [refused, after.exchange],
      )
      await judgeWithControl(
        async () => expectKept(before.record, after, OBSERVABLE_FIELDS, [refused]),
        () => expectPlainStored(context, donation),
        'UPDATE-3',
      )
    }
  }),
)

/** The gated fields as far as they are shown. */
async function gatedState(
  context: Context,
  donation: string,
  shown: Parameters<typeof hidden>[2],
): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {}
  for (const field of GATED_FIELDS) {
    const now = await hidden(context, donation, shown, field)
    if (now.seen) state[field] = now.value
  }
  if (Object.keys(state).length === 0) throw notShown('quantity')
  return state
}
