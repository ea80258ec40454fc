/** A list in its order, in parts of so many; the last may be shorter. */
export function inParts<Item>(all: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
