import type { Exchange } from './exchange.ts'

/** How many of these exchanges were under way at one moment, at most. */
export function mostAtOnce(exchanges: readonly Exchange[]): number {
  const changes = exchanges.flatMap(({ startedAt, durationMs }) => [
    { at: startedAt, by: 1 },
    { at: startedAt + durationMs, by: -1 },
  ])
  let [underWay, most] = [0, 0]
  // What ends at the moment at which another starts is no longer under way.
  for (const { by } of changes.toSorted((a, b) => a.at - b.at || a.by - b.by)) {
    underWay += by
    most = Math.max(most, underWay)
  }
  return most
}
