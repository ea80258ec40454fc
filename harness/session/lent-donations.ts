import type { Wanted } from '../../client/donations/pool.ts'
import type { Sender } from '../../client/http/sender.ts'
import { prepareDonations } from './before-test.ts'
import type { Strand } from './dependencies.ts'
import type { Session } from './session.ts'

/** The donations that one test was lent. */
export class LentDonations {
  readonly #session: Session
  readonly #sender: Sender
  readonly #strand: Strand
  readonly #ids: string[] = []
  /** What was lent, and where the chain of requests was that first needed it. */
  readonly #since: { readonly kinds: readonly Wanted[]; readonly ms: number }[] = []
  readonly #byKinds = new Map<string, Promise<readonly string[]>>()

  /**
   * @param sender the test.
   * @param strand the requests that they are for.
   */
  constructor(session: Session, sender: Sender, strand: Strand) {
    this.#session = session
    this.#sender = sender
    this.#strand = strand
  }

  /**
   * One of each kind, all at once; the same ones each time.
   * @throws Error where others are held: who holds some and waits for more may wait for ever.
   */
  async take(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const key = kinds.join()
    const taken = this.#byKinds.get(key)
    if (taken) return taken
    const [held] = this.#byKinds.keys()
    if (held !== undefined)
      throw new Error(`a test asks for donations (${key}) while it holds some (${held})`)
    const leased = this.#lease(kinds)
    this.#byKinds.set(key, leased)
    leased.catch(() => this.#byKinds.delete(key))
    return leased
  }

  giveBack(): void {
    this.#byKinds.clear()
    this.#sender.holdsDonations = false
    this.#session.donations.release(this.#ids.splice(0))
    for (const { kinds, ms } of this.#since.splice(0))
      this.#session.dependencies.donations.held(kinds, this.#strand.ms - ms)
  }

  async #lease(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const asked = performance.now()
    const { rank, requirement } = this.#sender
    const ids = await this.#session.lease(kinds, rank)
    this.#sender.holdsDonations = true
    this.#session.dependencies.donations.waitedMs += performance.now() - asked
    this.#ids.push(...ids)
    this.#since.push({ kinds, ms: this.#strand.ms })
    await prepareDonations(this.#session, { requirement, donations: ids })
    return ids
  }
}
