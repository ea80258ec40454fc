import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Grant, Stores } from '../store.ts'
import { MOVED, type StateTable, tablesOf } from './records.ts'
import { StateError, type StateFile, type StateRow } from './state-file.ts'

/** A row to write, and what it says in the words of its table. */
interface Change extends StateRow {
  readonly content?: unknown
}

/** Makes a state file hold what the stores and the clock hold. */
export class StateKeeper {
  readonly #file: StateFile
  readonly #stores: Stores
  readonly #clock: Clock
  readonly #grantKeys = new WeakMap<Grant, string>()
  readonly #failed = new AbortController()
  /** What the file holds, by environment and kind, and by key. */
  readonly #written = new Map<string, Map<string, unknown>>()
  #saving: Promise<void> | undefined

  constructor(file: StateFile, stores: Stores, clock: Clock) {
    this.#file = file
    this.#stores = stores
    this.#clock = clock
    // Without the contents: the first time, all is written, since this start may have overruled what the file held.
    for (const row of file.read()) this.#note(row)
  }

  /** Aborted with a StateError once something could not be written. */
  get failed(): AbortSignal {
    return this.#failed.signal
  }

  /**
   * Writes what has changed, at once for all that ask in this turn of the event loop.
   * @throws StateError where it cannot be written
   */
  save(): Promise<void> {
    this.#saving ??= setImmediate().then(() => {
      this.#saving = undefined
      this.#write()
    })
    return this.#saving
  }

  /** Writes what has changed, and closes the file. */
  close(): void {
    try {
      if (!this.failed.aborted) this.#write()
    } finally {
      this.#file.close()
    }
  }

  #write(): void {
    const changes = [...this.#changes()]
    if (changes.length === 0) return
    try {
      this.#file.write(changes)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const failure = new StateError(`cannot write ${this.#file.path}: ${reason}`)
      this.#failed.abort(failure)
      throw failure
    }
    for (const change of changes) this.#note(change)
  }

  *#changes(): Generator<Change> {
    const { environment, kind, key } = MOVED
    yield* this.#changesOf(environment, {
      kind,
      contents: new Map([[key, this.#clock.moved()]]),
      json: (moved) => JSON.stringify(moved),
    })
    for (const store of Object.values(this.#stores)) {
      const tables = tablesOf(store, (grant) => this.#keyOf(grant))
      for (const table of tables) yield* this.#changesOf(store.environment, table)
    }
  }

  *#changesOf(environment: string, { kind, contents, json }: StateTable): Generator<Change> {
    const written = this.#writtenOf({ environment, kind })
    let known = 0
    for (const [key, content] of contents) {
      if (written.has(key)) known += 1
      if (written.get(key) !== content) yield { environment, kind, key, content, value: json(content) }
    }
    if (known === written.size) return
    for (const key of written.keys())
      if (!contents.has(key)) yield { environment, kind, key, value: undefined }
  }

  #writtenOf({ environment, kind }: Pick<StateRow, 'environment' | 'kind'>): Map<string, unknown> {
    const id = `${environment} ${kind}`
    const written = this.#written.get(id) ?? new Map<string, unknown>()
    this.#written.set(id, written)
    return written
  }

  #note({ key, value, content, ...table }: Change): void {
    const written = this.#writtenOf(table)
    if (value === undefined) written.delete(key)
    else written.set(key, content)
  }

  #keyOf(grant: Grant): string {
    const key = this.#grantKeys.get(grant) ?? randomUUID()
    this.#grantKeys.set(grant, key)
    return key
  }
}
