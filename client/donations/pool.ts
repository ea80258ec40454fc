import { InconclusiveError } from '../../contract/verdict.ts'
import type { TargetConfig } from '../environment/config.ts'

/** `pledged` and `other` by status; `any` takes either. */
export type DonationKind = 'pledged' | 'other' | 'any'

/** A donation of a kind, or the one with this id. */
export type Wanted = DonationKind | `id:${string}`

interface Waiting {
  readonly rank: number
  readonly kinds: readonly Wanted[]
  readonly take: (ids: readonly string[]) => void
}

const KEYS: Record<DonationKind, readonly string[]> = {
  pledged: ['SANDBOX_PLEDGED_DONATION_IDS'],
  other: ['SANDBOX_NON_PLEDGED_DONATION_IDS'],
  any: ['SANDBOX_PLEDGED_DONATION_IDS', 'SANDBOX_NON_PLEDGED_DONATION_IDS'],
}

/**
 * The target's donations, lent to one test at a time: what two tests change at once, neither can judge.
 * First come, first served among those of one rank, and several at once or none, so that nobody deadlocks.
 */
export class DonationPool {
  readonly #all: Record<DonationKind, readonly string[]>
  readonly #free: Set<string>
  /** By rank, and then in the order in which they came. */
  #queue: Waiting[] = []

  constructor(target: TargetConfig) {
    const pledged = target.pledgedDonationIds
    const other = target.nonPledgedDonationIds
    this.#all = { pledged, other, any: [...other, ...pledged] }
    this.#free = new Set(this.#all.any)
  }

  /** How many donations of a kind there are, lent or not. */
  count(kind: DonationKind): number {
    return this.#all[kind].length
  }

  isPledged(id: string): boolean {
    return this.#all.pledged.includes(id)
  }

  /**
   * Takes one donation for each kind or id named, in that order, waiting until all are free.
   * @param rank who has a lower one is served before, whoever came first.
   * @throws InconclusiveError where the target has not that many.
   */
  async lease(kinds: readonly Wanted[], rank = 0): Promise<readonly string[]> {
    for (const kind of kinds) this.#requireEnough(kind, kinds)
    return new Promise((take) => {
      const before = this.#queue.findLastIndex((other) => other.rank <= rank)
      this.#queue.splice(before + 1, 0, { rank, kinds, take })
      this.#serve()
    })
  }

  /** Gives donations back. */
  release(ids: readonly string[]): void {
    if (ids.length === 0) return
    for (const id of ids) this.#free.add(id)
    this.#serve()
  }

  #requireEnough(kind: Wanted, kinds: readonly Wanted[]): void {
    if (!isKind(kind)) {
      if (this.#thoseOf(kind).length > 0) return
      throw new InconclusiveError(`donation ${kind.slice('id:'.length)} is not one of the target`, KEYS.any)
    }
    const wanted = kind === 'any' ? kinds.length : kinds.filter((one) => one === kind).length
    const known = this.count(kind)
    if (known >= wanted) return
    const sort = { any: '', other: 'non-pledged ', pledged: 'pledged ' }[kind]
    const have = known === 0 ? 'none is known' : `only ${known} known`
    throw new InconclusiveError(
      `needs ${wanted} ${sort}donation${wanted > 1 ? 's' : ''}: ${have}`,
      KEYS[kind],
    )
  }

  #thoseOf(wanted: Wanted): readonly string[] {
    return isKind(wanted) ? this.#all[wanted] : this.#all.any.filter((id) => `id:${id}` === wanted)
  }

  #serve(): void {
    // Whoever waits keeps what is free of its kinds from those who came later.
    const open = new Set(this.#free)
    // Kinds of which nothing is free. Nothing is given back during this loop: with hundreds waiting, none is looked for twice.
    const spent = new Set<Wanted>()
    const served = new Set<Waiting>()
    for (const waiting of this.#queue) {
      if (open.size === 0) break
      const ids: string[] = []
      for (const kind of waiting.kinds) {
        const id = spent.has(kind) ? undefined : this.#thoseOf(kind).find((one) => open.has(one))
        if (id === undefined) {
          spent.add(kind)
          continue
        }
        open.delete(id)
        ids.push(id)
      }
      if (ids.length < waiting.kinds.length) continue
      for (const id of ids) this.#free.delete(id)
      served.add(waiting)
      waiting.take(ids)
    }
    if (served.size > 0) this.#queue = this.#queue.filter((waiting) => !served.has(waiting))
  }
}

/** Whether any donation of a kind is wanted, and not a certain one. */
export function isKind(wanted: Wanted): wanted is DonationKind {
  return wanted === 'pledged' || wanted === 'other' || wanted === 'any'
}
