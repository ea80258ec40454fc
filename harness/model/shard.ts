/** One part of something that is divided over several machines. */
export interface Shard {
  /** From 1 on. */
  readonly index: number
  readonly of: number
}

/** The shard as a sentence names it: `2 of 3`. */
export function shardName({ index, of }: Shard): string {
  return `${index} of ${of}`
}

/** What falls to one shard of things that weigh the same: every third of three shards, in their order. */
export function shareOf<Item>(items: readonly Item[], { index, of }: Shard): readonly Item[] {
  return items.filter((_, position) => position % of === index - 1)
}

/** What each thing weighs, and which of them have to be in the first part. */
interface Weighing<Item> {
  costOf(item: Item): number
  isFirst(item: Item): boolean
}

/**
 * Divides things into parts of about the same cost, always in the same way: the most expensive first, each to the part
 * that has cost least so far (LPT scheduling). Within a part they keep their order.
 */
export function divide<Item>(
  items: readonly Item[],
  of: number,
  { costOf, isFirst }: Weighing<Item>,
): readonly (readonly Item[])[] {
  const parts = Array.from({ length: of }, () => ({ cost: 0, items: new Set<Item>() }))
  const inTurn = items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || costOf(b) - costOf(a))
  for (const item of inTurn) {
    const open = isFirst(item) ? parts.slice(0, 1) : parts
    const part = open.reduce((least, one) => (one.cost < least.cost ? one : least))
    part.items.add(item)
    part.cost += costOf(item)
  }
  return parts.map((part) => items.filter((item) => part.items.has(item)))
}
