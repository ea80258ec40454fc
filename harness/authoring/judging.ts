import { requirementById } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../session/context.ts'
import type { Trial } from '../session/trial.ts'

/**
 * Runs one case and sees to it that something was judged: a case that only ends shows nothing.
 *
 * @param context where the case works; it may have served other cases before.
 * @throws InconclusiveError where the case ended without a judgement or an observation, unless a rule judges what it
 * sent; NotApplicableError where it only observed, though its requirement is one that is judged. And what `body` throws.
 */
export async function judging(
  { options, requirement }: Pick<Trial, 'options' | 'requirement'>,
  context: Context,
  body: (context: Context) => Promise<void>,
): Promise<void> {
  const { judged, observed } = context
  await body(context)
  if (options.judgedByRule || context.judged > judged) return
  if (context.observed === observed)
    throw new InconclusiveError('nothing was judged: the test ended before it came to that')
  if (requirementById(requirement).level !== 'MAY')
    throw new NotApplicableError('it was recorded what the service does, not judged')
}
