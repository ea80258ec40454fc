import { randomUUID } from 'node:crypto'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { twoDonations } from '../../support/donations.ts'
import { hiddenValue, notShown } from '../../support/hidden.ts'
import { BY_BOTH } from '../../support/methods.ts'
import type { Shown } from '../../support/record.ts'
import { idOf } from './linked.ts'

/** The same email links the same advisor again, whatever name comes with it: no second one is created. */
export const advisor7 = requirement(
  'ADVISOR-7',
  cases(BY_BOTH, async (context, by) => {
    const [one, other] = await twoDonations(context)
    // A new one: those of an earlier run may have been created twice.
    const email = `linked.twice.${randomUUID().slice(0, 8)}@example.com`
    const updates: Exchange[] = []
    const ids: string[] = []
    for (const [id, first_name, last_name] of [
      [one, 'Ada', 'King'],
      [other, 'Ada', 'King'],
      [one, 'Ada', 'King'],
      [other, 'Augusta', 'Lovelace'],
      [one, 'Augusta', 'Lovelace'],
      [one, undefined, undefined],
      [one, 'Ada', 'King'],
    ] as const) {
      if (first_name === undefined) {
        // Whom it was cleared of is linked again, and not made anew.
        await apply(context, id, { advisor: null }, by)
        continue
      }
      const shown = await apply(context, id, { advisor: { email, first_name, last_name } }, by)
      updates.push(shown.exchange)
      const advisor = await hiddenValue(context, id, shown, 'advisor', (value) => isOne(value, ids.at(-1)))
      if (!advisor.seen) throw notShown('advisor')
      const linked = idOf(advisor)
      if (linked === undefined && advisor.value !== undefined) throw notShown('advisor')
      if (linked !== undefined) ids.push(linked)
      if (id === other) await expectLinkedOnBoth(context, one, shown, updates)
    }
    const known = new Set(ids)
    ensure(
      known.size === 1 && ids.length === updates.length,
      'the same advisor each time, on both donations',
      `advisors ${[...known].join(', ') || 'that are not linked'}`,
      updates,
    )
    // An advisor that was made and linked to nothing is seen by the inspector alone.
    const advisors = await context.inspectorIfAny?.advisors(email)
    if (advisors) ensure(advisors.length === 1, 'one advisor with this email', `${advisors.length}`, updates)
  }),
)

/** Judges that an advisor who is linked to another donation is not taken from the first, as far as that can be seen. */
async function expectLinkedOnBoth(
  context: Context,
  first: string,
  { exchange }: Shown,
  updates: readonly Exchange[],
): Promise<void> {
  if (!context.inspectorIfAny && !context.reader) return
  const isThere = (value: unknown) => value !== undefined
  const advisor = await hiddenValue(context, first, { record: {}, exchange }, 'advisor', isThere)
  if (!advisor.seen) return
  ensure(isThere(advisor.value), 'the advisor of the other donation to stay', 'none', updates, 'UPDATE-15')
}

/** Whether this id is shown, or any at all where none was shown before. */
function isOne(value: unknown, before: string | undefined): boolean {
  const id = idOf({ seen: true, value })
  return id !== undefined && (before === undefined || id === before)
}
