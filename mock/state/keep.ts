import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Grant, Stores } from '../store.ts'
import { recordsOf } from './records.ts'
import { MOVED } from './restore.ts'
import { type Place, type Row, StateError, type StateFile } from './state-file.ts'

/** A record's place in the file, and what it holds: another content once it has changed. */
interface Kept {
  readonly place: Place
  readonly content: unknown
}

/** Makes a state file hold what the stores and the clock hold. */
export class StateKeeper {
  readonly #file: StateFile
  readonly #stores: Stores
  readonly #clock: Clock
  readonly #grantKeys = new WeakMap<Grant, string>()
  readonly #failed = new AbortController()
  #written: Map<string, Kept>
  #saving: Promise<void> | undefined

  constructor(file: StateFile, stores: Stores, clock: Clock) {
    this.#file = file
    this.#stores = stores
    this.#clock = clock
    // Without the contents: the first time, all is written, since this start may have overruled what the file held.
    this.#written = new Map(file.read().map((place) => [idOf(place), { place, content: undefined }]))
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
    const present = new Map<string, Kept>()
    const rows: Row[] = []
    for (const { json, ...kept } of this.#kept()) {
      const id = idOf(kept.place)
      present.set(id, kept)
      if (this.#written.get(id)?.content !== kept.content) rows.push({ ...kept.place, value: json() })
    }
    for (const [id, { place }] of this.#written)
      if (!present.has(id)) rows.push({ ...place, value: undefined })
    try {
      if (rows.length > 0) this.#file.write(rows)
    } catch (error) {
      const failure = new StateError(`cannot write ${this.#file.path}: ${String(error)}`)
      this.#failed.abort(failure)
      throw failure
    }
    this.#written = present
  }

  *#kept(): Generator<Kept & { json(): string }> {
    const moved = this.#clock.moved()
    yield { place: MOVED, content: moved, json: () => JSON.stringify(moved) }
    for (const store of Object.values(this.#stores)) {
      const { environment } = store
      for (const { kind, key, ...rest } of recordsOf(store, (grant) => this.#keyOf(grant)))
        yield { place: { environment, kind, key }, ...rest }
    }
  }

  #keyOf(grant: Grant): string {
    const key = this.#grantKeys.get(grant) ?? randomUUID()
    this.#grantKeys.set(grant, key)
    return key
  }
}

function idOf({ environment, kind, key }: Place): string {
  return `${environment} ${kind} ${key}`
}
