import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import type { TargetConfig } from '../environment/config.ts'

const entrySchema = z.object({
  value: z.string().min(1),
  /** When it expires, in milliseconds since the epoch. */
  expiredFrom: z.number().positive(),
})

const fileSchema = z.object({
  /** A hash of what it may be sent to, and by which client. */
  target: z.string(),
  accessToken: entrySchema.optional(),
  code: entrySchema.optional(),
})

/** What one run leaves for the next one to find expired. */
type LeftoverKind = 'accessToken' | 'code'

/** Clocks differ, and a service may accept what has just expired a little longer. */
const MARGIN_MS = 5_000

/** What the file holds: something that has expired, or something that has not yet. */
type Kept =
  | { readonly is: 'expired'; readonly value: string }
  | { readonly is: 'alive'; readonly expiredFrom: Date }

/**
 * Keeps one access token and one unused authorization code of a run in a file that only its owner can read, until
 * they have expired and a later run has asked with them. What it holds for another target or client is ignored.
 */
export class LeftBehind {
  readonly #file: string
  readonly #target: string
  readonly #leaves: boolean
  readonly #now: () => number
  /** What this run took out of the file; several cases of a requirement may use it. */
  readonly #taken = new Map<LeftoverKind, Kept>()

  /**
   * @param leaves whether anything may be added to the file; what is in it is used in any case.
   * @param now milliseconds since the epoch.
   */
  constructor(
    file: string,
    { authUrl, apiUrl, client }: Pick<TargetConfig, 'authUrl' | 'apiUrl' | 'client'>,
    leaves: boolean,
    now: () => number = Date.now,
  ) {
    this.#file = file
    this.#target = createHash('sha256').update([authUrl, apiUrl, client.id].join('\n')).digest('hex')
    this.#leaves = leaves
    this.#now = now
  }

  /**
   * What the file holds of this kind. Something that has expired is removed from the file, and returned again to
   * whoever asks later in this run.
   */
  take(kind: LeftoverKind): Kept | undefined {
    const taken = this.#taken.get(kind)
    if (taken) return taken
    const { [kind]: entry, ...others } = this.#read()
    if (!entry) return undefined
    if (entry.expiredFrom > this.#now()) return { is: 'alive', expiredFrom: new Date(entry.expiredFrom) }
    const kept: Kept = { is: 'expired', value: entry.value }
    this.#taken.set(kind, kept)
    this.#write(others)
    return kept
  }

  /**
   * Leaves something for the next run.
   * @param get gets the value; not called where this run leaves nothing.
   * @param lifetime in seconds from now.
   * @returns when it will have expired; undefined where this run leaves nothing.
   */
  async leave(kind: LeftoverKind, get: () => Promise<string>, lifetime: number): Promise<Date | undefined> {
    if (!this.#leaves) return undefined
    const value = await get()
    const expiredFrom = this.#now() + lifetime * 1000 + MARGIN_MS
    this.#write({ ...this.#read(), [kind]: { value, expiredFrom } })
    return new Date(expiredFrom)
  }

  /** The values in the file, which no report may show. */
  get secrets(): readonly string[] {
    const { accessToken, code } = this.#read()
    return [accessToken, code].flatMap((entry) => (entry ? [entry.value] : []))
  }

  /** What the file holds for this target; nothing where it holds anything else. */
  #read(): Omit<z.infer<typeof fileSchema>, 'target'> {
    try {
      const { target, ...kept } = fileSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')))
      return target === this.#target ? kept : {}
    } catch {
      return {}
    }
  }

  #write(kept: Omit<z.infer<typeof fileSchema>, 'target'>): void {
    if (!kept.accessToken && !kept.code) {
      rmSync(this.#file, { force: true })
      return
    }
    const text = `${JSON.stringify({ target: this.#target, ...kept }, null, 2)}\n`
    writeFileAtomic.sync(this.#file, text, { mode: 0o600 })
  }
}
