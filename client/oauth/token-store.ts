import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

const storedSchema = z.object({
  /** Of the configured token: another one starts another family. */
  family: z.string(),
  refreshToken: z.string().min(1),
  savedAt: z.string(),
})

/**
 * Keeps the newest refresh token of one family in a file that only its owner can read, so that the next run can
 * start from it. Everything is done before a call returns: what was saved survives the end of the process.
 */
export class TokenStore {
  readonly #file: string
  readonly #family: string

  /** @param configured the token that the family began with; a hash of it is all that is kept. */
  constructor(file: string, configured: string) {
    this.#file = file
    this.#family = createHash('sha256').update(configured).digest('hex')
  }

  /**
   * The newest token of the family; undefined where none was saved.
   * @throws Error where the file cannot be read or holds something else.
   */
  newest(): string | undefined {
    const text = this.#read()
    if (text === undefined) return undefined
    const stored = storedSchema.safeParse(parse(text))
    if (!stored.success)
      throw new Error(`${this.#file} is no token store: remove it, or name another env file`)
    return stored.data.family === this.#family ? stored.data.refreshToken : undefined
  }

  /** Saves the newest token, whole or not at all. */
  save(refreshToken: string): void {
    const stored = { family: this.#family, refreshToken, savedAt: new Date().toISOString() }
    writeFileAtomic.sync(this.#file, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
    // That the file has another content now is durable once its directory is.
    const directory = openSync(dirname(this.#file), 'r')
    try {
      fsyncSync(directory)
    } finally {
      closeSync(directory)
    }
  }

  #read(): string | undefined {
    try {
      return readFileSync(this.#file, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
