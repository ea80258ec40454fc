import { readFileSync, rmSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import type { TargetConfig } from '../environment/config.ts'
import type { JsonObject } from '../http/answer.ts'

const recordsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
const fileSchema = z.object({
  /** Records by the API's URL and the donation's id. */
  services: z.record(z.string(), recordsSchema),
})

type Services = z.infer<typeof fileSchema>['services']

/**
 * Keeps the state of donations before a run changed them, in a file that only its owner can read, so that a later
 * process can put them back if this one is killed. It holds donors' data, so it is removed when nothing is left to be
 * put back. Entries of another service stay untouched.
 */
export class DonationFile {
  readonly path: string
  readonly #apiUrl: string

  /** @param apiUrl the service whose donations these are. */
  constructor(path: string, apiUrl: string) {
    this.path = path
    this.#apiUrl = apiUrl
  }

  /** The file of a target; undefined where it keeps none. */
  static of({
    donationFile,
    apiUrl,
  }: Pick<TargetConfig, 'donationFile' | 'apiUrl'>): DonationFile | undefined {
    return donationFile === undefined ? undefined : new DonationFile(donationFile, apiUrl)
  }

  /**
   * What an earlier run left to be put back, by donation id.
   * @throws Error in one line where the file cannot be read or holds something else.
   */
  kept(): ReadonlyMap<string, JsonObject> {
    return new Map(Object.entries(this.#read()[this.#apiUrl] ?? {}))
  }

  /** Keeps a donation's record; it is on the disk when this returns. */
  keep(id: string, record: JsonObject): void {
    const services = this.#read()
    this.#write({ ...services, [this.#apiUrl]: { ...services[this.#apiUrl], [id]: record } })
  }

  /** Forgets what was put back; the file is removed where nothing is left in it. */
  forget(ids: readonly string[]): void {
    const { [this.#apiUrl]: own = {}, ...others } = this.#read()
    const left = Object.entries(own).filter(([id]) => !ids.includes(id))
    this.#write(left.length > 0 ? { ...others, [this.#apiUrl]: Object.fromEntries(left) } : others)
  }

  #read(): Services {
    let text: string
    try {
      text = readFileSync(this.path, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
      throw error
    }
    const parsed = fileSchema.safeParse(parse(text))
    if (!parsed.success)
      throw new Error(`${this.path} does not hold donations that are to be put back: move it away`)
    return parsed.data.services
  }

  #write(services: Services): void {
    if (Object.keys(services).length === 0) rmSync(this.path, { force: true })
    else writeFileAtomic.sync(this.path, `${JSON.stringify({ services })}\n`, { mode: 0o600 })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
