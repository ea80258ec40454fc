import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, inParts } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'

/** Fields that are refused together, none of which can be spared, and what was answered to these alone. */
export interface Culprit {
  readonly fields: readonly string[]
  readonly exchange: Exchange
}

/**
 * Finds out which fields of a refused update it is refused for (delta debugging). A service is often wrong in one way, so
 * what other rows were refused for is tried first.
 */
export async function dissect(
  context: Context,
  donation: string,
  by: UpdateMethod,
  body: UpdateBody,
  refused: Exchange,
): Promise<Culprit> {
  const known = await context.once('what rows are refused for', async () => new Set<string>(), false)
  const tried = new Map<string, Exchange>()
  const isBad = async (fields: readonly string[]) => {
    if (fields.length === 0) return false
    const exchange = await context.api.update(by, donation, part(body, fields))
    if (isRefused(exchange)) tried.set(fields.join(), exchange)
    return isRefused(exchange)
  }
  const culprit = (fields: readonly string[]) => ({ fields, exchange: tried.get(fields.join()) ?? refused })
  for (const one of known) {
    const fields = one.split(',')
    if (fields.every((field) => field in body) && (await isBad(fields))) return culprit(fields)
  }
  let left: readonly string[] = Object.keys(body)
  for (let parts = 2; left.length > 1; ) {
    const smaller = await smallerOf(left, parts, isBad)
    if (smaller) {
      parts = smaller.length * 2 <= left.length ? 2 : Math.max(parts - 1, 2)
      left = smaller
    } else if (parts >= left.length) break
    else parts = Math.min(parts * 2, left.length)
  }
  known.add(left.join())
  return culprit(left)
}

/** A part of the fields, or all but a part, that is refused as well. */
async function smallerOf(
  fields: readonly string[],
  parts: number,
  isBad: (fields: readonly string[]) => Promise<boolean>,
): Promise<readonly string[] | undefined> {
  const chunks = inParts(fields, Math.ceil(fields.length / parts))
  for (const chunk of chunks) if (await isBad(chunk)) return chunk
  if (chunks.length === 2) return undefined
  for (const chunk of chunks) {
    const others = fields.filter((field) => !chunk.includes(field))
    if (await isBad(others)) return others
  }
  return undefined
}

function part(body: UpdateBody, fields: readonly string[]): UpdateBody {
  return Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)))
}
