import type { Exchange } from '../../client/http/exchange.ts'
import { mostAtOnce } from '../../client/http/overlap.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** On a busy machine the first answer may come before the second request is sent, but rarely three times in a row. */
const ATTEMPTS = 3

/**
 * Repeats what sends requests at the same moment until at least two of them were under way together; only once where a
 * login costs somebody's time.
 *
 * @param round sends them, anew each time, and judges what can be judged whether they overlapped or not.
 * @returns the exchanges of the round that overlapped.
 * @throws InconclusiveError where each was answered before the next was sent, every time: that shows nothing
 *   of a race.
 */
export async function untilOverlap<Round extends readonly Exchange[]>(
  { canLogIn }: Pick<Context, 'canLogIn'>,
  round: () => Promise<Round>,
): Promise<Round> {
  const attempts = canLogIn ? ATTEMPTS : 1
  for (let attempt = 0; attempt < attempts; attempt++) {
    const exchanges = await round()
    if (mostAtOnce(exchanges) >= 2) return exchanges
  }
  throw new InconclusiveError(
    'the requests did not overlap, so nothing was shown of what happens at the same moment',
    ['a run without --no-burst'],
  )
}
