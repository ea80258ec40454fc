import { closest } from 'fastest-levenshtein'

/**
 * Finds the item with this id.
 * @param kind what an item is called in the error message, such as `fault`
 * @throws Error where no item has it; its message is one line that names the nearest known id
 */
export function findNamed<Named extends { readonly id: string }>(
  kind: string,
  all: readonly Named[],
  id: string,
): Named {
  const found = all.find((one) => one.id === id)
  if (found !== undefined) return found
  const nearest = closest(
    id.toLowerCase(),
    all.map((one) => one.id),
  )
  throw new Error(`unknown ${kind} ${JSON.stringify(id)}${nearest ? `: the nearest is ${nearest}` : ''}`)
}
