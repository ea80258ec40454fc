import { randomUUID } from 'node:crypto'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { ownerOf } from '../../axes/holders.ts'
import { BY_BOTH, otherMethod } from '../../axes/methods.ts'
import { actAs } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { untilOverlap } from '../../support/at-once.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { twoDonations } from '../../support/donations.ts'
import { canLook, hiddenValue, isAsSent, notShown } from '../../support/hidden.ts'
import { type Shown, shownIfAny } from '../../support/record.ts'
import { WITHOUT_EMAIL } from './examples.ts'
import { idOf } from './linked.ts'

/** The advisor is linked once more. */
interface Step {
  readonly id: string
  readonly advisor: UpdateBody
  /** Whose tokens, of those in turn; the suite's own unless told otherwise. */
  readonly owner?: number
  /** What is sent beside the advisor. */
  readonly others?: UpdateBody
  /** What is sent as the advisor just before, whether it is taken or refused. */
  readonly after?: UpdateBody
  /** Whether both donations are cleared of the advisor just before: whom nobody has is known still. */
  readonly cleared?: true
  /** The method of the test unless told otherwise. */
  readonly by?: UpdateMethod
}

/** The same email links the same advisor again, whatever name comes with it: no second one is created. */
export const advisor7 = requirement(
  'ADVISOR-7',
  cases(BY_BOTH, async (context, method) => {
    const [one, other] = await twoDonations(context)
    // A new one: those of an earlier run may have been created twice.
    // Of each kind that a service may look up by other means than it stores: marks, capitals, a long one.
    const name = method === 'PATCH' ? "o'linked+twice" : 'Linked.Twice.By.Whoever.Looks.Advisors.Up'
    const email = `${name}.${randomUUID().slice(0, 8)}@example.com`
    const [designation_id = null] = context.target.designationIds
    const updates: Exchange[] = []
    const ids: string[] = []
    const adaKing = { ...WITHOUT_EMAIL, email, last_name: 'King' }
    const augusta = { email, first_name: 'Žofie', last_name: 'Lovelace' }
    const steps: readonly Step[] = [
      { id: one, advisor: adaKing },
      { id: other, advisor: adaKing, owner: 1 },
      // Each method may look advisors up in a way of its own.
      {
        id: one,
        advisor: adaKing,
        owner: 2,
        others: { ...PLAIN_UPDATE, designation_id },
        by: otherMethod(method),
      },
      { id: other, advisor: augusta },
      { id: one, advisor: augusta, after: { email, last_name: 7 } },
      { id: one, advisor: { email }, cleared: true },
    ]
    for (const { id, advisor, owner = 0, others, after, cleared, by = method } of steps) {
      await actAs(context, ownerOf(owner))
      if (cleared) for (const each of [one, other]) await context.api.update(by, each, { advisor: null })
      if (after !== undefined) await context.api.update(by, id, { advisor: after })
      const shown = await apply(context, id, { ...others, advisor }, by)
      updates.push(shown.exchange)
      const linked = await linkedOn(context, id, shown, email, ids.at(-1))
      if (linked !== undefined) ids.push(linked)
      if (id === other) await expectLinkedOnBoth(context, one, updates)
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
  test('at the same moment', async (context) => {
    const donations = await twoDonations(context)
    await untilOverlap(context, async () => {
      const advisor = { email: `linked.at.once.${randomUUID().slice(0, 8)}@example.com`, last_name: 'King' }
      const updates = await context.atOnce(
        context.target.apiUrl,
        donations.map((id) => () => context.api.update('PATCH', id, { advisor })),
      )
      // One of them may be refused, such as with 409.
      if (!updates.every(isAccepted))
        throw new NotApplicableError('updates at the same moment are not all taken')
      const ids = await Promise.all(
        updates.map((exchange, index) => {
          const shown = shownIfAny(exchange)
          return linkedOn(context, donations[index] ?? '', shown, advisor.email)
        }),
      )
      if (ids.includes(undefined)) throw notShown(context, 'advisor')
      ensure(
        new Set(ids).size === 1,
        'the same advisor on both donations',
        `advisors ${ids.join(', ')}`,
        updates,
      )
      return updates
    })
  }),
)

/**
 * The id of the advisor whom a donation has after an update; undefined where it has none.
 * @param email whose address it is, where the target shows that
 * @param before whom it had, where that is known
 * @throws InconclusiveError where the target does not show it.
 */
async function linkedOn(
  context: Context,
  donation: string,
  shown: Shown,
  email: string,
  before?: string,
): Promise<string | undefined> {
  const now = await hiddenValue(context, donation, shown, 'advisor', (value) => isOne(value, email, before))
  if (!now.seen) throw notShown(context, 'advisor')
  const linked = idOf(now)
  if (linked === undefined && now.value !== undefined) throw notShown(context, 'advisor')
  return linked
}

/** Judges that an advisor who is linked to another donation is not taken from the first, as far as that can be seen. */
async function expectLinkedOnBoth(
  context: Context,
  first: string,
  updates: readonly Exchange[],
): Promise<void> {
  if (!canLook(context)) return
  const isThere = (value: unknown) => value !== undefined
  const advisor = await hiddenValue(context, first, { record: {} }, 'advisor', isThere)
  if (!advisor.seen) return
  ensure(isThere(advisor.value), 'the advisor of the other donation to stay', 'none', updates, 'UPDATE-15')
}

/** Whether this id is shown, or any at all where none was shown before, of an advisor with this address. */
function isOne(value: unknown, email: string, before: string | undefined): boolean {
  const id = idOf({ seen: true, value })
  return id !== undefined && (before === undefined || id === before) && isAsSent('advisor', { email }, value)
}
