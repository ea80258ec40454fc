import { isForm } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'

/** What shows a violation. */
interface Shown {
  readonly expected: string
  readonly exchanges: readonly Exchange[]
}

/** What a further request costs whoever reads it, in characters; one that only reads is soon understood. */
const REQUEST = 300
const READING = 100

/** How much a person has to read of what shows a violation. */
function sizeOf({ exchanges, expected }: Shown): number {
  const sizes = exchanges.map((exchange, index) => (index > 0 && isPage(exchange) ? 0 : lengthOf(exchange)))
  return sizes.reduce((sum, size) => sum + size, expected.length)
}

/** What is read soonest comes first. */
export function bySize(a: Shown, b: Shown): number {
  return sizeOf(a) - sizeOf(b)
}

/** Whether a user agent went through it, behind what it was sent to at first. */
function isPage({ request }: Exchange): boolean {
  return request.body === undefined || (isForm(request) && !/\bgrant_type=/.test(request.body))
}

function lengthOf({ request: { url, body } }: Exchange): number {
  if (body === undefined) return READING + url.length
  return body === '{}' ? READING : REQUEST + body.length
}
