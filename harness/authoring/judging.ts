import { requirementById } from '../../contract/index.ts'
import { InconclusiveError, LostRequestError, NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'

/** How often a case begins anew whose requests are lost on the way. */
const ATTEMPTS = 3

/**
 * Runs one case and sees to it that something was judged: a case that only ends shows nothing.
 *
 * @param context where the case works; it may have served other cases before.
 * @throws InconclusiveError where the case ended without a judgement or an observation, unless a rule judges what it
 * sent; NotApplicableError where it only observed, though its requirement is one that is judged. And what `fn` throws.
 */
export async function judging(
  { options, requirement }: Pick<Trial, 'options' | 'requirement'>,
  context: Context,
  fn: (context: Context) => Promise<void>,
): Promise<void> {
  const { judged, observed } = context
  await untilNoneIsLost(() => fn(context))
  if (options.judgedByRule || context.judged > judged) return
  if (context.observed === observed)
    throw new InconclusiveError('nothing was judged: the test ended before it came to that')
  if (requirementById(requirement).level !== 'MAY')
    throw new NotApplicableError('it was recorded what the service does, not judged')
}

/** @throws what `fn` throws; LostRequestError only where each attempt loses a request. */
async function untilNoneIsLost(fn: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fn()
    } catch (error) {
      if (!(error instanceof LostRequestError) || attempt === ATTEMPTS) throw error
    }
  }
}
