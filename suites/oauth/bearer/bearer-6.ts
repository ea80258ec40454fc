import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  covering,
  ensure,
  requirement,
  ViolationError,
} from '../../../harness/authoring/index.ts'
import { FEW_OWNERS_AXIS } from '../../axes/holders.ts'
import { METHOD_AXIS, methodOf } from '../../axes/methods.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { NOTHING_LINKED } from '../../support/donations.ts'
import { expectStillUnchanged } from '../../support/expect-record.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { canLook } from '../../support/hidden.ts'
import { seenBy } from '../flows/seen-by.ts'
import { donationOfKind, OWN_DONATION_AXIS } from './donation-axis.ts'
import { expectHiddenState, foreignLook, hiddenStateAfter } from './hidden-state.ts'
import { type Credentials, REASONS, type Reason } from './reasons.ts'
import { everyField } from './refused-update.ts'

/** Lets asynchronous writes land: a queue of updates is usually worked off within half a second. */
const ASYNCHRONOUS_WRITE_MS = 600

/** A quantity that nothing else in a donation equals: longer than a year and shorter than a time. */
const LEAST_TELLING = 1_000_000
const MOST_TELLING = 10_000_000

type Own = 'pledged' | 'other'

/**
 * Updates refused for every reason, after which the donation is as before; where it is not, the reasons are tried one
 * by one.
 */
export const bearer6 = requirement(
  'BEARER-6',
  covering(
    'each reason',
    { reason: axis('reason', REASONS), donation: OWN_DONATION_AXIS },
    async (context, { reason, donation }) => {
      const harmless = await context.once(`updates refused for their tokens: ${donation}`, () =>
        harmlessUpdates(context, donation),
      )
      const updates = harmless.get(reason)
      if (updates) countAsJudged(context, updates)
      else await expectNothingChanged(context, donation, [reason])
    },
  ),
  covering(
    'a foreign donation',
    { holder: FEW_OWNERS_AXIS, method: METHOD_AXIS },
    async (context, { holder, method }) => {
      const { api } = context
      const id = await donationOfKind(context, 'foreign')
      const look = await foreignLook(context, id)
      const { authorization } = await authorizationOf(context, holder)
      // Other runs may write to the same donation, and nobody restores it. A word and a number that nobody else sends
      // tell what this update stored.
      const mark = `refused${randomBytes(4).toString('hex')}`
      const quantity = randomInt(LEAST_TELLING, MOST_TELLING)
      const body = { ...everyField(context, 'pledged', mark), quantity }
      const refused = await api.update(method, id, body, { authorization })
      if (isAccepted(refused)) throw new InconclusiveError('the call was not refused (see BEARER-5)')
      await sleep(ASYNCHRONOUS_WRITE_MS)
      const after = await look()
      const isStored = after.includes(mark) || new RegExp(`\\b${quantity}\\b`).test(after)
      ensure(!isStored, `nothing of the refused update (${mark}, ${quantity}) in the donation`, after, [
        refused,
      ])
    },
  ),
)

/** Evidence of this case too: after the updates for all reasons together, the donation was as before. */
function countAsJudged(context: Context, updates: readonly Exchange[]): void {
  const seen = updates.map((exchange) => seenBy(context, exchange))
  ensure(true, 'the donation as it was', '', seen)
}

/**
 * Updates refused for all reasons, one after the other, by their reasons. Empty where one was not refused, or the
 * donation changed: then each reason is tried by itself.
 */
async function harmlessUpdates(
  context: Context,
  donation: Own,
): Promise<ReadonlyMap<Reason, readonly Exchange[]>> {
  try {
    return await expectNothingChanged(context, donation, Object.values(REASONS))
  } catch (error) {
    if (error instanceof ViolationError || error instanceof InconclusiveError) return new Map()
    throw error
  }
}

/**
 * Sends updates that are refused for these reasons, and judges that the donation stays as it was.
 * @returns the answers by reason, without the reasons that this target cannot show.
 * @throws ViolationError where it does not; InconclusiveError where an update was not refused; NotApplicableError where
 * the target cannot show the only reason.
 */
async function expectNothingChanged(
  context: Context,
  donation: Own,
  reasons: readonly Reason[],
): Promise<ReadonlyMap<Reason, readonly Exchange[]>> {
  const id = await donationOfKind(context, donation)
  const filled = filling(context, donation)
  const before = await apply(context, id, filled)
  const hidden = await hiddenStateAfter(context, id, before, filled)
  const refused = new Map<Reason, readonly Exchange[]>()
  for (const [index, reason] of reasons.entries()) {
    try {
      const credentials = await reason(context)
      const body = everyField(context, donation, `Refused${index}`)
      refused.set(reason, await sendRefused(context, id, body, methodOf(index), credentials))
    } catch (error) {
      if (!(error instanceof NotApplicableError) || reasons.length === 1) throw error
    }
  }
  await sleep(ASYNCHRONOUS_WRITE_MS)
  const sent = [...refused.values()].flat()
  await expectHiddenState(context, id, before, hidden, sent)
  await withControl(
    () => expectStillUnchanged(context, id, before.record, sent),
    () => expectPlainStored(context, id),
    'UPDATE-3',
  )
  return refused
}

/**
 * Gives every field another value than the refused updates have: whatever they store shows. Sets a designation and an
 * advisor too, where they can be seen.
 */
function filling(context: Context, kind: Own): UpdateBody {
  const designation = context.target.designationIds.at(-1)
  const advisor = { email: 'kept.advisor@example.com' }
  return {
    ...PLAIN_UPDATE,
    ...(kind === 'pledged' ? PLAIN_GATED : {}),
    ...(canLook(context) && designation !== undefined ? { designation_id: designation, advisor } : {}),
  }
}

/**
 * Sends the update by both methods.
 * @param clears the method by which it takes away what is linked; by the other one it links something else.
 * @throws InconclusiveError where one was accepted.
 */
async function sendRefused(
  { api }: Context,
  id: string,
  body: UpdateBody,
  clears: UpdateMethod,
  { authorization, query }: Credentials,
): Promise<readonly Exchange[]> {
  const sent: Exchange[] = []
  for (const method of UPDATE_METHODS) {
    const exchange = await api.update(method, id, method === clears ? { ...body, ...NOTHING_LINKED } : body, {
      authorization,
      ...(query === undefined ? {} : { query }),
    })
    if (isAccepted(exchange))
      throw new InconclusiveError('the call was not refused (see BEARER-1 to BEARER-9)')
    sent.push(exchange)
  }
  return sent
}
