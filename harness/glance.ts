import type { RunSettings } from './settings.ts'

/** What a run tries of a list that is always the same: all of it, or a few, spread over it as the seed says. */
export function tried<Item>(items: readonly Item[], { glance, seed }: RunSettings): readonly Item[] {
  if (glance === undefined || items.length <= glance) return items
  const chosen = Array.from(
    { length: glance },
    (_, index) => (seed + Math.floor((index * items.length) / glance)) % items.length,
  )
  return items.filter((_, index) => chosen.includes(index))
}
