import type { DonationPool } from '../../client/donations/pool.ts'
import { type HttpClient, withSend } from '../../client/http/client.ts'
import type { Logins } from '../../client/login/logins.ts'
import type { RequestChain, Workload } from '../model/limits.ts'
import { DonationTimes } from './donation-times.ts'

const NOTHING: RequestChain = { requests: 0, ms: 0, pausedMs: 0, requirements: [] }

/** Follows which request needed which answer. It looks at each request once, and keeps none. */
export class Dependencies {
  /** The longest chain so far. */
  longest = NOTHING
  /** How long requests waited until it was their turn, all together. */
  waitedMs = 0
  readonly donations = new DonationTimes()
  /** What everything needs that is sent from now on. */
  base = NOTHING

  /** What all requests so far had to wait for. */
  workload(pool: Pick<DonationPool, 'count'>, logins: Pick<Logins, 'waitedMs'>): Workload {
    const waitedMs = { turn: this.waitedMs, donation: this.donations.waitedMs, login: logins.waitedMs }
    return { chain: this.longest, donationsMs: this.donations.atLeast(pool), waitedMs }
  }

  /** What is sent from now on needs all answers that came before. */
  join(): void {
    this.base = this.longest
  }

  /**
   * Requests of one sender that follow one another.
   * @param requirement whose they are; none for the suite's own.
   * @param inTurn whether they need all answers that came before.
   */
  strand(requirement?: string, inTurn = false): Strand {
    return new Strand(this, inTurn ? this.longest : NOTHING, requirement)
  }
}

/** Requests of one sender, such as one row of a table. */
export class Strand {
  readonly #all: Dependencies
  readonly #requirement: string | undefined
  #chain: RequestChain

  constructor(all: Dependencies, chain: RequestChain, requirement: string | undefined) {
    this.#all = all
    this.#chain = chain
    this.#requirement = requirement
  }

  /** How long the chain is that the last answer ended, in milliseconds. */
  get ms(): number {
    return this.#needed.ms
  }

  /** What is sent from now on needs all answers that came before, to whomever. */
  join(): void {
    this.#chain = this.#all.longest
  }

  /** Time had to pass before the next request. */
  pass(milliseconds: number): void {
    this.#add(this.#needed, { requests: 0, ms: milliseconds, pausedMs: milliseconds })
  }

  /** A client whose requests belong to this sender. */
  through(http: HttpClient): HttpClient {
    return withSend(http, async (request) => {
      // Where several are under way, the answer that came last is the one that was waited for.
      const before = this.#needed
      const asked = performance.now()
      const exchange = await http.send(request)
      this.#all.waitedMs += Math.max(0, performance.now() - asked - exchange.durationMs)
      this.#add(before, { requests: 1, ms: exchange.durationMs, pausedMs: 0 })
      return exchange
    })
  }

  /** What comes next needs this. */
  get #needed(): RequestChain {
    const { base } = this.#all
    return base.ms > this.#chain.ms ? base : this.#chain
  }

  #add({ requirements, ...before }: RequestChain, further: Omit<RequestChain, 'requirements'>): void {
    const own = this.#requirement
    this.#chain = {
      requests: before.requests + further.requests,
      ms: before.ms + further.ms,
      pausedMs: before.pausedMs + further.pausedMs,
      requirements: own === undefined || requirements.at(-1) === own ? requirements : [...requirements, own],
    }
    if (this.#chain.ms > this.#all.longest.ms) this.#all.longest = this.#chain
  }
}
