import type { DonationKind } from '../../client/donations/pool.ts'
import type { Session } from './session.ts'

/** The donations that one test was lent. */
export class LentDonations {
  readonly #session: Session
  readonly #rank: number
  readonly #ids: string[] = []
  readonly #byKinds = new Map<string, Promise<readonly string[]>>()

  /** @param rank of the test, where donations have to be waited for. */
  constructor(session: Session, rank: number) {
    this.#session = session
    this.#rank = rank
  }

  /** One of each kind, all at once; the same ones each time. */
  take(kinds: readonly DonationKind[]): Promise<readonly string[]> {
    const key = kinds.join()
    const taken = this.#byKinds.get(key) ?? this.#lease(kinds)
    this.#byKinds.set(key, taken)
    return taken
  }

  giveBack(): void {
    this.#byKinds.clear()
    this.#session.donations.release(this.#ids.splice(0))
  }

  async #lease(kinds: readonly DonationKind[]): Promise<readonly string[]> {
    const ids = await this.#session.lease(kinds, this.#rank)
    this.#ids.push(...ids)
    return ids
  }
}
