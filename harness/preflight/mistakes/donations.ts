import { randomUUID } from 'node:crypto'
import { recordOf } from '../../../client/donations/record.ts'
import type { Mistake } from '../../../client/environment/mistakes.ts'
import { isAccepted, isRefused, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { GATED_FIELDS } from '../../../contract/fields.ts'
import { unlessUndecided } from '../../../contract/verdict.ts'
import type { Session } from '../../session/session.ts'

export const PLEDGED_KEY = 'SANDBOX_PLEDGED_DONATION_IDS'
export const OTHER_KEY = 'SANDBOX_NON_PLEDGED_DONATION_IDS'
type Key = typeof PLEDGED_KEY | typeof OTHER_KEY

/** A donation of the environment, and how an empty update of it was answered. */
export interface Seen {
  readonly id: string
  readonly key: Key
  /** To PATCH. */
  readonly patched: Exchange
  /** To PUT where only that was accepted, otherwise to PATCH. */
  readonly answer: Exchange
}

/** A donation that is not what its key says. */
interface WrongDonation extends Mistake {
  readonly key: Key
  readonly id: string
}

/**
 * Sends every donation an empty update, by PATCH, and by PUT where that is refused: one of them is enough to know it. In one
 * session all of this is sent once.
 */
export function lookAtDonations({ api, target, findings }: Session): Promise<readonly Seen[]> {
  const look =
    (key: Key) =>
    async (id: string): Promise<Seen> => {
      const patched = await api.update('PATCH', id, {})
      const answer = isRefused(patched) ? await api.update('PUT', id, {}) : patched
      return { id, key, patched, answer: isAccepted(answer) ? answer : patched }
    }
  return findings.once('the donations of the environment', () =>
    Promise.all([
      ...target.pledgedDonationIds.map(look(PLEDGED_KEY)),
      ...target.nonPledgedDonationIds.map(look(OTHER_KEY)),
    ]),
  )
}

/** 404 (410) is how a service answers what it does not know, 403 how it answers what is another organization's. */
const FOREIGN = 403
const STRANGE = [FOREIGN, 404, 410]

/** Whether a donation is refused as one that is unknown, or another organization's. */
function isStrange({ answer }: Seen): boolean {
  return STRANGE.includes(statusOf(answer))
}

/** Whether a donation is refused as another organization's. */
export function isRefusedAsForeign({ answer }: Seen): boolean {
  return statusOf(answer) === FOREIGN
}

/**
 * Donations that the service does not know, or that are another organization's.
 *
 * Where some of the donations can be updated and others are refused whatever is sent, those are wrong. Where all of
 * them are refused, a service that refuses every update looks the same: it is the ids only where the service shows that
 * it knows the operation (it wants a token first), and does not answer 403 whatever it is asked.
 */
export async function strangeDonations(
  { api }: Session,
  donations: readonly Seen[],
): Promise<readonly WrongDonation[]> {
  const strange = donations.filter(isStrange)
  const [first] = strange
  if (!first) return []
  if (strange.length === donations.length) {
    const [withoutToken, madeUp] = await Promise.all([
      api.update('PATCH', first.id, {}, { authorization: null }),
      api.update('PATCH', randomUUID(), {}),
    ])
    if (statusOf(withoutToken) !== 401 || statusOf(madeUp) === FOREIGN) return []
  }
  return strange.map(({ id, key, answer }) => {
    const as = statusOf(answer) === FOREIGN ? 'a donation of another organization' : 'an unknown donation'
    return { key, id, says: `${id} is refused as ${as} (${statusOf(answer)})` }
  })
}

/**
 * Donations whose status is not the one that their key stands for.
 *
 * Where a status is shown, it decides. Otherwise all there is to see is which of them take a quantity, and that a
 * service may do wrong as well. What is decided then: all of a list alike is the service (PLEDGED-1 and PLEDGED-2 judge
 * it), unless both lists do the opposite of what they should, which are lists that were swapped; so are as many of the
 * one as of the other; and one that differs from at least two others of its list is a wrong id. A service that takes
 * one status for pledged, and has one donation of it in the list, cannot be told from that: a status that is shown, in
 * the record or by SANDBOX_READ_DONATION, tells them apart.
 */
export async function donationsOfWrongStatus(
  session: Session,
  donations: readonly Seen[],
): Promise<readonly WrongDonation[]> {
  const known = donations.filter(({ answer }) => isAccepted(answer))
  const statuses = await shownStatuses(session, known)
  if (statuses)
    return known
      .filter(({ id, key }) => statuses.has(id) && isPledged(statuses.get(id)) !== (key === PLEDGED_KEY))
      .map(({ id, key }) => ({ id, key, says: `${id} has the status ${statuses.get(id)}` }))
  const takes = await Promise.all(known.map((one) => takesGatedField(session, one)))
  const listed = (key: Key) =>
    known.flatMap((one, index) => (one.key === key ? [{ ...one, takes: takes[index] }] : []))
  const [pledged, others] = [listed(PLEDGED_KEY), listed(OTHER_KEY)]
  const closed = pledged.filter((one) => one.takes === false)
  const open = others.filter((one) => one.takes === true)
  const areSwapped = closed.length > 0 && closed.length === pledged.length && open.length === others.length
  const areMixed = closed.length > 0 && closed.length === open.length
  const oneDiffers =
    (closed.length === 1 && open.length === 0 && pledged.length > 1) ||
    (open.length === 1 && closed.length === 0 && others.length > 2)
  if (!(areSwapped && open.length > 0) && !areMixed && !oneDiffers) return []
  return [
    ...closed.map(({ id, key }) => ({
      id,
      key,
      says: `${id} takes no quantity, as one that is not pledged`,
    })),
    ...open.map(({ id, key }) => ({ id, key, says: `${id} takes a quantity, as a pledged one` })),
  ]
}

/** Sent with the value that is there, where it is shown. */
async function takesGatedField({ api, reader }: Session, { id, answer }: Seen): Promise<boolean | undefined> {
  const [field] = GATED_FIELDS
  const read = await reader?.read(id).catch(unlessUndecided)
  const present = read?.[field] ?? recordOf(answer)?.[field]
  const exchange = await api.update('PATCH', id, { [field]: typeof present === 'number' ? present : 1 })
  if (isAccepted(exchange)) return true
  return isRefused(exchange) ? false : undefined
}

/**
 * The status of each donation, as far as one is shown; undefined where none is, or where a record has something else
 * under that name: no donation's is `pledged` then.
 */
async function shownStatuses(
  { reader }: Session,
  donations: readonly Seen[],
): Promise<ReadonlyMap<string, string> | undefined> {
  const shown = async ({ id, answer }: Seen): Promise<[string, unknown, boolean]> => {
    const read = await reader?.read(id).catch(unlessUndecided)
    return read?.status === undefined ? [id, recordOf(answer)?.status, false] : [id, read.status, true]
  }
  const all = await Promise.all(donations.map(shown))
  const texts = all.flatMap(([id, status]): [string, string][] =>
    typeof status === 'string' ? [[id, status]] : [],
  )
  const isMeant = all.some(([, , wasRead]) => wasRead) || texts.some(([, status]) => isPledged(status))
  return isMeant && texts.length > 0 ? new Map(texts) : undefined
}

function isPledged(status: string | undefined): boolean {
  return status?.toLowerCase() === 'pledged'
}
