import type { Exchange } from '../../client/http/exchange.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** Headers whose values clients rely on. They are the same from run to run, unlike those of `date`, say. */
const HEADERS_WITH_STABLE_VALUES = ['content-type', 'cache-control']

/**
 * Records the names of an answer's headers, and the values of those that say the same in every run.
 * @param what names the answer in the records, such as `the token response`.
 */
export function observeHeaders({ observe }: Context, what: string, { response }: Exchange): void {
  const headers = response?.headers ?? {}
  observe(`headers of ${what}`, Object.keys(headers).toSorted().join(', '))
  for (const name of HEADERS_WITH_STABLE_VALUES)
    observe(`${name} of ${what}`, headers[name]?.join(', ') ?? 'none')
}
