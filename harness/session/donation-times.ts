import { type DonationKind, type DonationPool, isKind, type Wanted } from '../../client/donations/pool.ts'

/** How long donations were held and waited for. */
export class DonationTimes {
  /** How long tests waited for donations, all together. */
  waitedMs = 0
  readonly #heldMs: Record<DonationKind, number> = { pledged: 0, other: 0, any: 0 }

  /** One donation for each of these was held for so long. */
  held(wanted: readonly Wanted[], milliseconds: number): void {
    for (const one of wanted) this.#heldMs[isKind(one) ? one : 'any'] += milliseconds
  }

  /** What all this takes at least, since no donation serves two tests at a time: whatever the order. */
  atLeast(pool: Pick<DonationPool, 'count'>): number {
    const { pledged, other, any } = this.#heldMs
    const shares = [
      { ms: pledged, count: pool.count('pledged') },
      { ms: other, count: pool.count('other') },
      { ms: pledged + other + any, count: pool.count('any') },
    ]
    return Math.max(0, ...shares.map(({ ms, count }) => (count === 0 ? 0 : ms / count)))
  }
}
