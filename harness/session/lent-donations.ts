import type { Wanted } from '../../client/donations/pool.ts'
import { prepareDonations } from './before-test.ts'
import type { Strand } from './dependencies.ts'
import type { Session } from './session.ts'

/** The donations that one test was lent. */
export class LentDonations {
  readonly #session: Session
  readonly #rank: number
  readonly #strand: Strand
  readonly #requirement: string
  readonly #ids: string[] = []
  /** What was lent, and where the chain of requests was that first needed it. */
  readonly #since: { readonly kinds: readonly Wanted[]; readonly ms: number }[] = []
  readonly #byKinds = new Map<string, Promise<readonly string[]>>()

  /**
   * @param requirement that the test decides.
   * @param rank of the test, where donations have to be waited for.
   * @param strand the requests that they are for.
   */
  constructor(session: Session, requirement: string, rank: number, strand: Strand) {
    this.#session = session
    this.#requirement = requirement
    this.#rank = rank
    this.#strand = strand
  }

  /** One of each kind, all at once; the same ones each time. */
  take(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const key = kinds.join()
    const taken = this.#byKinds.get(key) ?? this.#lease(kinds)
    this.#byKinds.set(key, taken)
    return taken
  }

  giveBack(): void {
    this.#byKinds.clear()
    this.#session.donations.release(this.#ids.splice(0))
    for (const { kinds, ms } of this.#since.splice(0))
      this.#session.dependencies.donations.held(kinds, this.#strand.ms - ms)
  }

  async #lease(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const asked = performance.now()
    const ids = await this.#session.lease(kinds, this.#rank)
    this.#session.dependencies.donations.waitedMs += performance.now() - asked
    this.#ids.push(...ids)
    this.#since.push({ kinds, ms: this.#strand.ms })
    await prepareDonations(this.#session, { requirement: this.#requirement, donations: ids })
    return ids
  }
}
