import { OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../contract/fields.ts'
import { updateDonationRequestSchema } from '../../contract/schemas.ts'
import { describeAnswer, isJsonObject, type JsonObject, statusOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Api } from './api.ts'
import type { DonationFile } from './donation-file.ts'
import { type DonationRecord, recordOf } from './record.ts'

/** How many donations are put back at the same time. */
const LANES = 4

/** Fields that an update sets, and that a record may or may not show. */
const HIDDEN_FIELDS = UPDATE_FIELDS.filter((field) => !OBSERVABLE_FIELDS.some((shown) => shown === field))

/** How a donation was, or why nobody knows. */
type Reading = { readonly record: JsonObject } | { readonly record?: never; readonly why: string }

/** Remembers how donations looked before the run used them, and puts them back. */
export class DonationSnapshots {
  readonly #api: Api
  readonly #file: DonationFile | undefined
  /** Why the file could not be written, if it could not. */
  #unkept: string | undefined
  /** Donations that an earlier run could not put back. */
  readonly #inherited: ReadonlySet<string>
  readonly #known = new Map<string, Promise<Reading>>()

  /**
   * @param file keeps the records until they are put back, even if this process is killed. Records that an earlier
   * run left there count as the original state.
   * @throws Error where it cannot be read.
   */
  constructor(api: Api, file?: DonationFile) {
    this.#api = api
    this.#file = file
    const kept = file?.kept() ?? new Map<string, JsonObject>()
    this.#inherited = new Set(kept.keys())
    for (const [id, record] of kept) this.#known.set(id, Promise.resolve({ record }))
  }

  /**
   * Reads a donation when it is asked to for the first time. An empty update is the only way to read one. Never
   * throws.
   */
  async capture(id: string): Promise<void> {
    const reading = this.#known.get(id) ?? this.#read(id)
    this.#known.set(id, reading)
    await reading
  }

  /**
   * Restores each field of every donation that its record showed.
   * @param api one that still works when the run was ended early.
   * @param until in milliseconds of `performance.now()`: those that are not done by then stay as they are.
   * @returns what could not be put back, one sentence each.
   */
  async restore(api: Api, until: number): Promise<readonly string[]> {
    const queue = [...this.#known].values()
    const notes: string[] = []
    const unread = new Map<string, string[]>()
    const changed = new Map<string, string[]>()
    const hidden = new Map<string, string[]>()
    const done: string[] = []
    const lane = async () => {
      for (const [id, reading] of queue) {
        const read = await reading
        if (!read.record) add(unread, read.why, id)
        else if (performance.now() > until) add(changed, 'not put back: there was no time', id)
        else {
          const left = await restoreOne(api, id, read.record)
          if (left === undefined) {
            add(changed, 'not put back: no update was accepted', id)
            continue
          }
          // What the service could not take just now is tried later; anything else is final.
          if (!left.isOpen) done.push(id)
          if (left.shown.length > 0) add(changed, `not put back: ${left.shown.join(', ')}`, id)
          if (left.hidden.length > 0) add(hidden, left.hidden.join(', '), id)
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    this.#inFile((file) => file.forget(done))
    for (const [says, ids] of changed)
      notes.push(`${ids.length === 1 ? 'donation' : 'donations'} ${ids.join(', ')}: ${says}`)
    if (this.#unkept !== undefined) notes.push(this.#unkept)
    const inherited = done.filter((id) => this.#inherited.has(id))
    if (inherited.length > 0)
      notes.push(`put back as they were before a run that was killed: donation ${inherited.join(', ')}`)
    for (const [why, ids] of unread)
      notes.push(`how these were before the run could not be read: donation ${ids.join(', ')}: ${why}`)
    for (const [fields, ids] of hidden)
      notes.push(
        `${ids.length === 1 ? '1 donation' : `${ids.length} donations`}: may have changed, since no answer shows what was there: ${fields}`,
      )
    return notes
  }

  async #read(id: string): Promise<Reading> {
    try {
      const exchange = await this.#api.update('PATCH', id, {})
      const record = recordOf(exchange)
      if (!record) return { why: describeAnswer(exchange) }
      // Nobody has changed it yet: whoever asked for it waits for this.
      this.#inFile((file) => file.keep(id, record))
      return { record }
    } catch (error) {
      return { why: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Where the file cannot be written the run goes on: the file is needed only if the run is killed. */
  #inFile(change: (file: DonationFile) => void): void {
    try {
      if (this.#file) change(this.#file)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      this.#unkept = `how donations were before could not be kept in ${this.#file?.path}: ${why}`
    }
  }
}

/** Puts an id to those of which the same is to be said. */
function add(groups: Map<string, string[]>, says: string, id: string): void {
  groups.set(says, [...(groups.get(says) ?? []), id])
}

interface Left {
  /** Fields that show another value than before. */
  readonly shown: readonly string[]
  /** Fields that the target does not show. */
  readonly hidden: readonly string[]
  /** Whether the service may take later what it did not take now: it gave no answer, or one to come back. */
  readonly isOpen: boolean
}

/** @returns undefined where the service took nothing at all: maybe it does so later. */
async function restoreOne(api: Api, id: string, before: JsonObject): Promise<Left | undefined> {
  const body = sendable(before)
  let isOpen = false
  const ask = (part: JsonObject) => api.update('PATCH', id, part).catch(() => undefined)
  const send = async (part: JsonObject) => {
    const first = await ask(part)
    // A connection that was lost says nothing of the service.
    const exchange = first?.response ? first : await ask(part)
    const status = exchange ? statusOf(exchange) : 0
    isOpen ||= status === 0 || status === 429 || status >= 500
    return exchange
  }
  const whole = await send(body)
  if (whole && statusOf(whole) >= 400)
    for (const [field, value] of Object.entries(body)) await send({ [field]: value })
  const after = shownBy(whole) ?? shownBy(await send({}))
  if (after === undefined) return undefined
  const shown = UPDATE_FIELDS.filter((field) => field in before && !same(before[field], after[field]))
  // Every update clears a designation, even the one that read the donation: the original one is unknown.
  const hidden = HIDDEN_FIELDS.filter((field) => !(field in before) || field === 'designation_id')
  return { shown, hidden, isOpen: isOpen && shown.length > 0 }
}

/** The fields of a record that an update may set, where the record holds what an update may hold. */
function sendable(record: JsonObject): JsonObject {
  return Object.fromEntries(
    UPDATE_FIELDS.filter((field) => field in record)
      .map((field): [string, unknown] => [field, record[field]])
      .filter(([field, value]) => updateDonationRequestSchema.safeParse({ [field]: value }).success),
  )
}

/** Whether a value is as before; an object, such as an advisor, may show more than before. */
function same(before: unknown, after: unknown): boolean {
  if (!isJsonObject(before)) return (before ?? null) === (after ?? null)
  return isJsonObject(after) && Object.keys(before).every((key) => same(before[key], after[key]))
}

function shownBy(exchange: Exchange | undefined): DonationRecord | undefined {
  return exchange && recordOf(exchange)
}
