import type { Exchange } from '../../client/http/exchange.ts'
import { mostAtOnce } from '../../client/http/overlap.ts'
import { InconclusiveError } from '../../contract/verdict.ts'

/**
 * Makes sure that requests which were to be sent at the same moment were under way together, at least two of them.
 * @throws InconclusiveError where each was answered before the next was sent: that shows nothing of a race.
 */
export function requireOverlap(exchanges: readonly Exchange[]): void {
  if (mostAtOnce(exchanges) >= 2) return
  throw new InconclusiveError(
    'the requests did not overlap, so nothing was shown of what happens at the same moment',
    ['a run without --no-burst'],
  )
}
