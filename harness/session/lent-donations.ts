import type { Wanted } from '../../client/donations/pool.ts'
import type { Sender } from '../../client/http/sender.ts'
import type { Strand } from './dependencies.ts'
import type { Session } from './session.ts'

/** The donations that one test was lent. */
export class LentDonations {
  readonly #session: Session
  readonly #sender: Sender
  readonly #strand: Strand
  readonly #test: string
  readonly #holdsTokens: () => boolean
  readonly #ids: string[] = []
  /** What was lent, and the point in the chain of requests that first needed it. */
  readonly #since: { readonly kinds: readonly Wanted[]; readonly ms: number }[] = []
  readonly #byKinds = new Map<string, Promise<readonly string[]>>()

  /**
   * @param sender the test.
   * @param strand the requests that they are for.
   * @param test the name of the test.
   * @param holdsTokens whether it holds the tokens that all tests share.
   */
  constructor(session: Session, sender: Sender, strand: Strand, test: string, holdsTokens: () => boolean) {
    this.#session = session
    this.#sender = sender
    this.#strand = strand
    this.#test = test
    this.#holdsTokens = holdsTokens
  }

  /**
   * One of each kind, all at once; the same ones each time.
   * @throws Error where the test holds others, or the tokens that all share: two tests that hold something and wait for
   * what the other one holds would wait for ever.
   */
  async take(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const key = kinds.join()
    const taken = this.#byKinds.get(key)
    if (taken) return taken
    const [held] = this.#byKinds.keys()
    if (held !== undefined)
      throw new Error(`a test asks for donations (${key}) while it holds some (${held})`)
    if (this.#holdsTokens())
      throw new Error(`a test asks for donations (${key}) while it holds the tokens that all tests share`)
    const leased = this.#lease(kinds)
    this.#byKinds.set(key, leased)
    leased.catch(() => this.#byKinds.delete(key))
    return leased
  }

  giveBack(): void {
    this.#byKinds.clear()
    this.#sender.holdsDonations = false
    this.#release(this.#ids.splice(0))
    for (const { kinds, ms } of this.#since.splice(0))
      this.#session.dependencies.donations.held(kinds, this.#strand.ms - ms)
  }

  async #lease(kinds: readonly Wanted[]): Promise<readonly string[]> {
    const asked = performance.now()
    const ids = await this.#session.lease(kinds, this.#sender.rank)
    this.#session.dependencies.donations.waitedMs += performance.now() - asked
    try {
      await this.#session.hooks?.before(this.#about(ids))
    } catch (error) {
      this.#session.donations.release(ids)
      throw error
    }
    this.#sender.holdsDonations = true
    this.#ids.push(...ids)
    this.#since.push({ kinds, ms: this.#strand.ms })
    return ids
  }

  /** The next test gets them only when the user's module has cleaned up. */
  #release(ids: readonly string[]): void {
    const { donations, hooks } = this.#session
    if (ids.length === 0 || !hooks) donations.release(ids)
    else void hooks.after(this.#about(ids)).then(() => donations.release(ids))
  }

  #about(ids: readonly string[]) {
    const pledged = ids.filter((id) => this.#session.donations.isPledged(id))
    return { requirement: this.#sender.requirement, test: this.#test, donations: ids, pledged }
  }
}
