import { closest, distance } from 'fastest-levenshtein'

/**
 * Finds the item with this id.
 * @param kind what an item is called in the error message, such as `fault`
 * @throws Error where no item has it; its message is one line that names the nearest known id, if one is near
 */
export function findNamed<Named extends { readonly id: string }>(
  kind: string,
  all: readonly Named[],
  id: string,
): Named {
  const found = all.find((one) => one.id === id)
  if (found !== undefined) return found
  const ids = all.map((one) => one.id)
  const asked = id.toLowerCase()
  // Of `token-3-no-single-use` the family is meant for certain, however the rest is spelled.
  const [family] = /^[a-z]+-\d+-/.exec(`${asked}-`) ?? []
  const alike = family === undefined ? [] : ids.filter((one) => one.startsWith(family))
  const nearest = closest(asked, alike.length > 0 ? alike : ids)
  // Of a word that is like none of them a guess misleads.
  const isLike = alike.length > 0 || distance(asked, nearest) <= asked.length / 2
  throw new Error(`unknown ${kind} ${JSON.stringify(id)}${isLike ? `: the nearest is ${nearest}` : ''}`)
}
