/** How little is tried where a sample has to do in place of all. */
export interface Sampling {
  /** Rows of a table and examples of a property, drawn by the seed; absent for all. */
  readonly rows?: number
  /** Cases that a property tries, and times that a test repeats what it repeats. */
  readonly runs: number
  /** The requirements that are looked at in full all the same. */
  readonly except: readonly string[]
}

/** How little is tried of this requirement; undefined where all is. */
export function samplingOf(
  { sampling }: { readonly sampling?: Sampling },
  requirement: string,
): Sampling | undefined {
  return sampling?.except.includes(requirement) ? undefined : sampling
}

/** What is tried of a list that is always the same: all of it, or a few, spread over it as the seed says. */
export function sample<Item>(
  items: readonly Item[],
  seed: number,
  { rows }: Partial<Sampling> = {},
): readonly Item[] {
  if (rows === undefined || items.length <= rows) return items
  const chosen = Array.from(
    { length: rows },
    (_, index) => (seed + Math.floor((index * items.length) / rows)) % items.length,
  )
  return items.filter((_, index) => chosen.includes(index))
}
