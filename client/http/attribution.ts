import { type HttpClient, withSend } from './client.ts'
import type { Sender } from './sender.ts'

/**
 * Exchanges, and authorization flows made of them or of a person's clicks, by who caused them or was given them: where
 * nobody can log in, tests share what one login gave.
 */
const senders = new WeakMap<object, Set<Sender>>()

/** A client whose every exchange names the requirement of this sender, and counts for it when it is judged. */
export function attributed(http: HttpClient, sender: Sender): HttpClient {
  const { requirement, irregular } = sender
  const send: HttpClient['send'] = async (request) => {
    const { rank = sender.holdsDonations ? 0 : sender.rank } = request
    const exchange = await http.send({
      ...request,
      requirement,
      ...(irregular ? { irregular: true } : {}),
      ...(rank > 0 ? { rank } : {}),
      ...(sender.isSendingAtOnce ? { how: 'at once' } : {}),
    })
    attribute(exchange, sender)
    return exchange
  }
  return withSend(http, send, sender)
}

/** Lets a sender have what its client did not send, such as the flow of a real browser, or tokens that tests share. */
export function attribute(evidence: object, sender: Sender | undefined): void {
  if (!sender) return
  const known = senders.get(evidence)
  if (known) known.add(sender)
  else senders.set(evidence, new Set([sender]))
}

function sendersOf(evidence: readonly object[]): ReadonlySet<Sender> {
  return new Set(evidence.flatMap((one) => [...(senders.get(one) ?? [])]))
}

/** Counts one judgement for each sender of this evidence. */
export function countJudgement(evidence: readonly object[]): void {
  for (const sender of sendersOf(evidence)) sender.judged++
}

/** Keeps for each sender of this evidence what is odd about it, though it breaks nothing. */
export function addRemark(evidence: readonly object[], says: string): void {
  for (const { remarks } of sendersOf(evidence)) remarks.set(says, (remarks.get(says) ?? 0) + 1)
}
