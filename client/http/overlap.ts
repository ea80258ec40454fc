import type { Exchange } from './exchange.ts'

/** How many of these exchanges were under way at one moment, at most. */
export function mostAtOnce(exchanges: readonly Exchange[]): number {
  return Math.max(
    0,
    ...exchanges.map(
      ({ startedAt: moment }) =>
        exchanges.filter(
          ({ startedAt, durationMs }) => startedAt <= moment && moment < startedAt + durationMs,
        ).length,
    ),
  )
}
