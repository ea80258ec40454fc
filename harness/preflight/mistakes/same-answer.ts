import { isJsonObject, jsonOf, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'

/** An answer, and the value that it may repeat. */
export interface AnswerAbout {
  readonly value: string
  readonly exchange: Exchange
}

/**
 * Whether a service answers of one value as it does of two that it cannot know: with the same status, and a body that
 * differs in no more than the two do (times, ids of requests), the values themselves apart.
 */
export function isAnsweredAlike(one: AnswerAbout, others: readonly [AnswerAbout, AnswerAbout]): boolean {
  if (others.some(({ exchange }) => statusOf(exchange) !== statusOf(one.exchange))) return false
  const [body, first, second] = [one, ...others].map(leavesOf)
  if (!body || !first || !second) return false
  const paths = new Set([...body.keys(), ...first.keys(), ...second.keys()])
  return [...paths].every(
    (path) => first.get(path) !== second.get(path) || first.get(path) === body.get(path),
  )
}

/** The plain values of a JSON body by their path; a body that is no JSON as one value. */
function leavesOf({ value, exchange }: AnswerAbout): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const json = jsonOf(exchange)
  const walk = (node: unknown, path: string) => {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) walk(item, `${path}/${index}`)
    else if (isJsonObject(node)) for (const [key, item] of Object.entries(node)) walk(item, `${path}/${key}`)
    else leaves.set(path, String(node).replaceAll(value, '…'))
  }
  walk(json === undefined ? (exchange.response?.body ?? '') : json, '')
  return leaves
}
