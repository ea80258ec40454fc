import { isJsonObject } from '../../../client/http/answer.ts'

/** How many keys are enough to tell a shape, and after how many characters a key is cut. */
const MOST_KEYS = 40
const LONGEST_KEY = 60

/** The keys of a JSON payload with those that they are in, sorted; those of a list's entries once. */
export function payloadKeys(body: string): string {
  const keys = new Set<string>()
  const walk = (node: unknown, path: string) => {
    if (keys.size >= MOST_KEYS) return
    if (Array.isArray(node)) for (const item of node) walk(item, `${path}[]`)
    else if (isJsonObject(node))
      for (const [key, value] of Object.entries(node)) {
        const name = `${path}${path && '.'}${key.slice(0, LONGEST_KEY)}`
        keys.add(name)
        walk(value, name)
      }
  }
  try {
    walk(JSON.parse(body), '')
  } catch {
    return 'no JSON'
  }
  return [...keys].toSorted().join(', ') || 'none'
}

/** The names of headers that look as if they signed or named the delivery. */
export function signatureHeaders(headers: Readonly<Record<string, string>>): string {
  const telling = Object.keys(headers).filter((name) =>
    /signature|digest|hmac|webhook|^x-.*(event|delivery|timestamp)/.test(name),
  )
  return telling.toSorted().join(', ') || 'none'
}
