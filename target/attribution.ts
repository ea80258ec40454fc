import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** Runs `fn` so that every exchange it sends, however deep in its async calls, names this requirement. */
export function attribute<T>(requirement: string, fn: () => T): T {
  return storage.run(requirement, fn)
}

/** The requirement whose test is running here; undefined where the suite itself acts. */
export function currentRequirement(): string | undefined {
  return storage.getStore()
}

/** Runs `fn` as something that the suite itself does, whoever's test it happens in. */
export function unattributed<T>(fn: () => T): T {
  return storage.exit(fn)
}
