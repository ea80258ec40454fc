import { isJsonObject } from '../../../client/http/answer.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { read } from '../../support/read-back.ts'
import { type Shown, shownBy } from '../../support/record.ts'
import { FULL_ADVISOR } from './examples.ts'
import { linkAdvisor, nameOf } from './linked.ts'

/** `null` is accepted and clears the advisor. */
export const advisor3 = requirement(
  'ADVISOR-3',
  cases(BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    // Where a service does not take an advisor either, it is not about null.
    await expectAccepted(context, donation, { advisor: null }, by, { advisor: FULL_ADVISOR })
    await expectAccepted(context, donation, { advisor: null, donor_city: 'Rome' }, by, { donor_city: 'Rome' })
    await linkAdvisor(context, donation)
    const exchange = await expectAccepted(context, donation, { advisor: null }, by)
    for (const shown of [shownBy(exchange), await read(context, donation)]) {
      const left = await remainsOf(context, donation, shown)
      ensure(left === undefined, 'no advisor after null', `advisor ${left}`, [exchange, shown.exchange])
    }
  }),
)

/** What is shown of the full advisor where none should be linked; undefined where nothing is. */
async function remainsOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const isGone = (value: unknown) => value === undefined || isEmptyObject(value)
  const now = await hiddenValue(context, donation, shown, 'advisor', isGone)
  const values = now.seen && isJsonObject(now.value) ? Object.values(now.value) : []
  if (now.seen && isEmptyObject(now.value)) return undefined
  const sent: readonly unknown[] = Object.values(FULL_ADVISOR)
  const left = values.filter((value) => value !== '' && sent.includes(value))
  return left.length > 0 ? left.join(', ') : nameOf(now)
}

/** A service may show that there is none as an advisor whose fields are all empty. */
function isEmptyObject(value: unknown): boolean {
  const values = isJsonObject(value) ? Object.values(value) : []
  return values.length > 0 && values.every((one) => one === null || one === '')
}
