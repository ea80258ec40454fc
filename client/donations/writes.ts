import { SETTABLE_FIELDS } from '../../contract/fields.ts'
import type { Exchange } from '../http/exchange.ts'
import { recordOf } from './record.ts'

/** Shorter ones stand in too many others to tell where they came from. */
const SHORTEST_TELLING = 3

/** A value of a donation that this run never sent. */
export interface ForeignValue {
  readonly donation: string
  readonly field: string
  readonly value: string
}

/**
 * What a run sent, and what it found in donations at first: whatever else they show, somebody else may have written.
 */
export class Writes {
  readonly #bodies = new Set<string>()
  readonly #found = new Map<string, readonly string[]>()
  #known: readonly string[] | undefined

  /** Remembers what an exchange sent, and what it showed where its donation had not been seen yet. */
  observe(exchange: Exchange): void {
    const { method, url, body } = exchange.request
    if (body === undefined || (method !== 'PATCH' && method !== 'PUT')) return
    if (!this.#bodies.has(body)) {
      this.#bodies.add(body)
      this.#known = undefined
    }
    if (this.#found.has(url)) return
    const record = recordOf(exchange)
    if (record)
      this.#found.set(
        url,
        SETTABLE_FIELDS.map((field) => String(record[field])),
      )
  }

  /**
   * The values in an answer that this run never sent, and that a service has not made of one: in other letter case, cut,
   * or with something added.
   */
  foreignIn(exchange: Exchange): readonly ForeignValue[] {
    const record = recordOf(exchange)
    if (!record) return []
    return SETTABLE_FIELDS.flatMap((field) => {
      const value = record[field]
      if (typeof value !== 'string' || !this.#isForeign(value, exchange.request.url)) return []
      return [{ donation: String(record.id), field, value }]
    })
  }

  #isForeign(value: string, url: string): boolean {
    // What was redacted was known.
    if (/<[a-z_ ]+>/.test(value)) return false
    const plain = plainly(value)
    if (plain.length < SHORTEST_TELLING) return false
    this.#known ??= [...this.#bodies].flatMap(textsIn).map(plainly)
    const known = [...this.#known, ...(this.#found.get(url) ?? []).map(plainly)]
    return !known.some(
      (one) => one.includes(plain) || (one.length * 2 >= plain.length && plain.includes(one)),
    )
  }
}

/** The texts in a JSON body; of what is no JSON the whole. */
function textsIn(body: string): readonly string[] {
  const texts: string[] = [body]
  try {
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value)
      return value
    })
  } catch {
    // Malformed on purpose: a service may have understood any part of it.
  }
  return texts
}

/** Letters and digits alone, as services may make one text of another. */
function plainly(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
