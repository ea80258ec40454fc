import { type HttpClient, withSend } from './client.ts'

/** A test as the one that sends requests: whose they are, and how often what came of them was judged. */
export class Sender {
  readonly requirement: string
  /** What it sends is no call as the contract knows them: what the contract says of answers does not apply. */
  readonly irregular: boolean
  /** Judgements that were made on what it sent. */
  judged = 0

  /** @param requirement the id that every exchange is attributed to. */
  constructor(requirement: string, { irregular = false }: { readonly irregular?: boolean } = {}) {
    this.requirement = requirement
    this.irregular = irregular
  }
}

/** Exchanges, and authorization flows made of them or of a person's clicks, by who caused them. */
const senders = new WeakMap<object, Sender>()

/** A client whose every exchange names the requirement of this sender, and counts for it when it is judged. */
export function attributed(http: HttpClient, sender: Sender): HttpClient {
  const { requirement, irregular } = sender
  const client = withSend(http, async (request) => {
    const exchange = await http.send({
      ...request,
      requirement,
      ...(irregular ? { irregular: true as const } : {}),
    })
    senders.set(exchange, sender)
    return exchange
  })
  return { ...client, sender }
}

/** Says who caused what no client of ours sent, such as the flow of a real browser. */
export function attribute(evidence: object, sender: Sender | undefined): void {
  if (sender) senders.set(evidence, sender)
}

/** Counts one judgement for each sender of this evidence. */
export function countJudgement(evidence: readonly object[]): void {
  for (const sender of new Set(evidence.map((one) => senders.get(one)))) if (sender) sender.judged++
}
