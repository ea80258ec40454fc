import { type EnvironmentName, environmentNames, type Stores } from './store.ts'

/**
 * Remembers what both environments store.
 * @returns what makes them store just that again; whoever holds a token that was given meanwhile holds nothing then
 */
export function remember(stores: Stores): () => void {
  const before = structuredClone(stores)
  return () => {
    // Together, so that what one record says of another is true of the copies.
    const again = structuredClone(before)
    for (const environment of environmentNames) refill(stores, again, environment)
  }
}

function refill(stores: Stores, again: Stores, environment: EnvironmentName): void {
  const { environment: _, ...maps } = stores[environment]
  const { environment: __, ...contents } = again[environment]
  const kinds = new Map<string, Map<string, unknown>>(Object.entries(maps))
  for (const [kind, records] of Object.entries(contents)) {
    const map = kinds.get(kind)
    map?.clear()
    for (const [key, record] of records) map?.set(key, record)
  }
}
