import type { Exchange } from '../../client/http/exchange.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** Headers whose values clients rely on, and that say the same from run to run. */
export const TELLING_HEADERS = ['content-type', 'cache-control']

export function headerNames({ response }: Exchange): string {
  return Object.keys(response?.headers ?? {})
    .toSorted()
    .join(', ')
}

export function observeHeaders({ observe }: Context, what: string, exchange: Exchange): void {
  observe(`headers of ${what}`, headerNames(exchange))
  for (const name of TELLING_HEADERS)
    observe(`${name} of ${what}`, exchange.response?.headers[name]?.join(', ') ?? 'none')
}
