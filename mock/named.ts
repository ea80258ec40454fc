import { editDistance } from '../contract/edit-distance.ts'

/** Finds what has this id. Throws an error of one line, with the nearest id there is, where nothing has. */
export function findNamed<Named extends { readonly id: string }>(
  kind: string,
  all: readonly Named[],
  id: string,
): Named {
  const found = all.find((one) => one.id === id)
  if (found !== undefined) return found
  const [nearest] = all
    .map((one) => ({ id: one.id, distance: editDistance(id.toLowerCase(), one.id) }))
    .sort((a, b) => a.distance - b.distance)
  throw new Error(`unknown ${kind} ${JSON.stringify(id)}${nearest ? `: the nearest is ${nearest.id}` : ''}`)
}
