import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookSource } from '../../../client/donations/webhook-listener.ts'
import type { WebhookDelivery } from '../../../contract/inspector.ts'
import { isDistinctive, names } from './names.ts'

/** The inspector answers at once, and this is short beside the time that a delivery takes. */
const POLL_MS = 20

/** What makes a delivery one of this run. */
interface InboxOptions {
  /** Ids of the donations that deliveries may name. */
  readonly donations: readonly string[]
  /** A value that nobody else sends. */
  readonly marker: string
  /** Whether nothing but deliveries of this run can arrive, so that one that names nothing counts too. */
  readonly isPrivate: boolean
  /** The contract does not say how soon a webhook is delivered: one that takes longer than this counts as none. */
  readonly patienceMs: number
}

/** What the webhook destinations of both environments have received, as of the last look. */
export class Inbox {
  readonly #source: WebhookSource
  readonly #options: InboxOptions
  #received = 0
  #deliveries: readonly WebhookDelivery[] = []

  constructor(source: WebhookSource, options: InboxOptions) {
    this.#source = source
    this.#options = options
  }

  /** In the order in which they arrived. */
  get deliveries(): readonly WebhookDelivery[] {
    return this.#deliveries
  }

  /**
   * Deliveries of this run at the destination of production. The two environments share no donations, but maybe short
   * ids: there the marker counts, or an id that is no mere number.
   */
  get strays(): readonly WebhookDelivery[] {
    const { donations, marker, isPrivate } = this.#options
    const telling = [marker, ...donations.filter(isDistinctive)]
    return this.#deliveries.filter(
      ({ destination, body }) =>
        destination === 'production' && (isPrivate || telling.some((value) => names(body, value))),
    )
  }

  /** Deliveries there that name a donation of this run by a number alone, which may be another's in production. */
  get doubtful(): readonly WebhookDelivery[] {
    const { donations } = this.#options
    return this.#deliveries.filter(
      ({ destination, body }) => destination === 'production' && donations.some((id) => names(body, id)),
    )
  }

  /**
   * Takes in what has arrived since the last look.
   * @throws Error where the inspector does not answer.
   */
  async look(): Promise<void> {
    const { received, deliveries } = await this.#source.webhooks(this.#received)
    this.#received = received
    this.#deliveries = [...this.#deliveries, ...deliveries]
  }

  /**
   * Looks again and again until the sandbox's destination has a delivery about this donation, or patience ends.
   *
   * @param earlier how many deliveries were there before: they are left out.
   * @param signal ends the waiting early, with an AbortError.
   * @returns the first such delivery; undefined where patience ended.
   */
  async waitForDelivery(
    donation: string,
    earlier: number,
    signal: AbortSignal,
  ): Promise<WebhookDelivery | undefined> {
    const deadline = performance.now() + this.#options.patienceMs
    for (;;) {
      await this.look()
      const about = this.#about(donation, earlier).find(({ destination }) => destination === 'sandbox')
      // What went astray decides already.
      if (about || this.strays.length > 0 || performance.now() > deadline) return about
      await sleep(POLL_MS, undefined, { signal })
    }
  }

  /**
   * What a webhook says is up to the service: only where any names a donation do those alone count that name this.
   * Where others can send too, one that names nothing of this run never counts.
   */
  #about(donation: string, earlier: number): readonly WebhookDelivery[] {
    const { donations, marker, isPrivate } = this.#options
    const later = this.#deliveries.slice(earlier)
    const isNaming = this.#deliveries.some(({ body }) => donations.some((id) => names(body, id)))
    if (isNaming) return later.filter(({ body }) => names(body, donation))
    return isPrivate ? later : later.filter(({ body }) => names(body, marker))
  }
}
