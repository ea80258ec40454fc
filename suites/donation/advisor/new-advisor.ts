import { randomUUID } from 'node:crypto'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isJsonObject } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, ensure, violate } from '../../../harness/authoring/index.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { shownIfAny } from '../../support/record.ts'
import { WITHOUT_EMAIL } from './examples.ts'

/** Half of the members, by one bit of their numbers: over the three bits, each member is once sent without each other one. */
function half(bit: 0 | 1 | 2, value: 0 | 1): UpdateBody {
  return Object.fromEntries(
    Object.entries(WITHOUT_EMAIL).filter((_, index) => (((index + 1) >> bit) & 1) === value),
  )
}

/** Where an advisor is linked: by which method, on which of two donations, and beside what. */
export const PLACES: readonly {
  readonly by: UpdateMethod
  readonly on: UpdateMethod
  readonly members: UpdateBody
  readonly others?: UpdateBody
}[] = [
  { by: 'PATCH', on: 'PATCH', members: WITHOUT_EMAIL },
  { by: 'PUT', on: 'PUT', members: WITHOUT_EMAIL },
  { by: 'PATCH', on: 'PUT', members: WITHOUT_EMAIL },
  { by: 'PUT', on: 'PATCH', members: half(0, 0), others: PLAIN_UPDATE },
  { by: 'PATCH', on: 'PATCH', members: half(0, 1), others: PLAIN_UPDATE },
  { by: 'PUT', on: 'PUT', members: half(1, 0) },
  { by: 'PATCH', on: 'PUT', members: half(1, 1) },
  { by: 'PUT', on: 'PATCH', members: half(2, 0) },
  { by: 'PATCH', on: 'PATCH', members: half(2, 1) },
]

/** A new advisor that was linked: which members were sent beside the email, and which of them are not shown. */
export interface Linking {
  readonly exchange: Exchange
  readonly sent: readonly string[]
  readonly lost: readonly string[]
  /** Those of the lost ones that are shown as empty: the target knows them, and has not stored them. */
  readonly emptied: readonly string[]
  /** Those that were not sent and are shown as of the advisor who was linked before. */
  readonly inherited: readonly string[]
}

/** Judges that no place loses a member that another one keeps, or shows one as empty beside others that it keeps. */
export function expectNoneLost(linkings: readonly Linking[], stored: readonly string[]): void {
  for (const { exchange, sent, lost, emptied } of linkings) {
    for (const member of lost)
      ensure(!stored.includes(member), `advisor.${member}, which is stored elsewhere`, 'none', [exchange])
    const isPartKept = sent.some((member) => !lost.includes(member))
    for (const member of isPartKept ? emptied : [])
      violate(`advisor.${member}, as it was sent with the others`, 'none', [exchange])
  }
}

/** Judges that none shows a member that only the advisor before had. */
export function expectNoneInherited(linkings: readonly Linking[]): void {
  for (const { exchange, inherited } of linkings)
    ensure(
      inherited.length === 0,
      'nothing of the advisor who was linked before in one who is new',
      inherited.map((member) => `advisor.${member}`).join(', '),
      [exchange],
    )
}

/**
 * Links an advisor who is new: what becomes of the members of a known one is open. The address comes last in every
 * second body and first in the others: a service might read only what stands before it, or only what stands behind it.
 */
export async function linkNew(
  context: Context,
  donation: string,
  turn: number,
  { members, by, others = {} }: (typeof PLACES)[number],
): Promise<Linking> {
  const email = `advisor-${randomUUID().slice(0, 8)}@example.com`
  const advisor = turn % 2 === 0 ? { ...members, email } : { email, ...members }
  const exchange = await expectAccepted(context, donation, { ...others, advisor }, by, others)
  const isIt = (value: unknown) => isJsonObject(value) && value.email === email
  const record = shownIfAny(exchange)
  const now = await hiddenValue(context, donation, record, 'advisor', isIt)
  const shown = now.seen && isJsonObject(now.value) && isIt(now.value) ? now.value : {}
  const sent = Object.keys(members)
  return {
    exchange,
    sent,
    lost: sent.filter((member) => shown[member] !== members[member]),
    emptied: sent.filter((member) => member in shown && (shown[member] ?? '') === ''),
    inherited: Object.entries(WITHOUT_EMAIL).flatMap(([member, value]) =>
      !sent.includes(member) && shown[member] === value ? [member] : [],
    ),
  }
}
