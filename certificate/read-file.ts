import { readFile, stat } from 'node:fs/promises'
import { UnreadableError } from '../reports/read-json.ts'
import { oneLine, visible } from '../reports/text.ts'

export { parseAs, UnreadableError } from '../reports/read-json.ts'

/** The largest files that are read, in bytes. */
export const LIMITS = {
  /** Record, JUnit, HAR and report of a run, and a matrix: the suite itself stays far below. */
  evidence: 128 * 2 ** 20,
  certificate: 4 * 2 ** 20,
  policy: 2 ** 20,
  key: 64 * 2 ** 10,
} as const

/**
 * Reads a regular file.
 * @param name as messages call it
 * @param limit bytes
 * @throws UnreadableError where there is none, where it is no regular file, or larger than the limit
 */
export async function readBounded(path: string, limit: number, name = oneLine(path)): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new UnreadableError(`${name} is no regular file`)
    if (found.size > limit) throw new UnreadableError(tooLarge(name, limit))
    const bytes = await readFile(path)
    if (bytes.length > limit) throw new UnreadableError(tooLarge(name, limit))
    return bytes
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be opened'
    throw new UnreadableError(`${name} cannot be read: ${code}`)
  }
}

function tooLarge(name: string, limit: number): string {
  const size = limit < 2 ** 20 ? `${limit / 2 ** 10} KiB` : `${limit / 2 ** 20} MiB`
  return `${name} is larger than ${size}, more than is read`
}

/**
 * The JSON value of bytes. A key that stands twice in one object is refused: of two readers each might believe
 * another of the two.
 * @throws UnreadableError where it is no UTF-8, no JSON, or names a key twice
 */
export function parseJson(bytes: Uint8Array, name: string): unknown {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    value = JSON.parse(text)
  } catch {
    throw new UnreadableError(`${name} is no JSON`)
  }
  const twice = duplicateKey(text)
  if (twice !== undefined)
    throw new UnreadableError(
      `${name} has the key ${visible(JSON.stringify(twice.slice(0, 80)))} twice in one object`,
    )
  return value
}

/** A key that one object of a JSON text has twice. The text is JSON: a string before a colon is a key. */
function duplicateKey(json: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, string] of json.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")\s*:?|[{}[\]]/g)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (string !== undefined && token.endsWith(':')) {
      const key = String(JSON.parse(string))
      const keys = open.at(-1)
      if (keys?.has(key)) return key
      keys?.add(key)
    }
  }
  return undefined
}
