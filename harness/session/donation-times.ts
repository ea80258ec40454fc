import type { DonationKind, DonationPool } from '../../client/donations/pool.ts'

/** How long donations were held and waited for. */
export class DonationTimes {
  /** How long tests waited for donations, all together. */
  waitedMs = 0
  readonly #heldMs: Record<DonationKind, number> = { pledged: 0, other: 0, any: 0 }

  /** One donation of each of these kinds was held for so long. */
  held(kinds: readonly DonationKind[], milliseconds: number): void {
    for (const kind of kinds) this.#heldMs[kind] += milliseconds
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
