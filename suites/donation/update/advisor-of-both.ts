import type { UpdateMethod } from '../../../client/donations/api.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { hiddenValue, isAsSent } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import { comparableFields, type Shown } from '../../support/record.ts'
import { advisorName } from '../advisor/linked.ts'
import { mineOf, OTHER_VALUES } from './of-another.ts'

/**
 * Judges that an advisor who is taken from one donation stays with another, and that what is written to one of two donations
 * of an advisor stays out of the other.
 * @throws InconclusiveError where an advisor does not stay anyway; NotApplicableError as {@link advisorOf}
 */
export async function advisorOfBoth(context: Context, by: UpdateMethod): Promise<void> {
  const [one, other] = await context.donations('any', 'any')
  const mine = mineOf(`shared${by.toLowerCase()}`)
  const advisor = { email: `advisor.of.both.${by.toLowerCase()}@example.com` }
  await apply(context, other, { ...mine, advisor })
  // Read as it is read afterwards: a service may lose an advisor by that alone.
  const shown = await readBack(context, other)
  const isLinked = (value: unknown) => isAsSent('advisor', advisor, value)
  const before = await advisorOf(context, other, shown, isLinked)
  if (before === undefined)
    throw new InconclusiveError('an advisor was not linked, or does not stay (see ADVISOR-1, ADVISOR-4)')
  // To link it here takes it from nobody, nor does to clear it.
  const linked = await apply(context, one, { ...OTHER_VALUES, advisor })
  const update = await context.api.update(by, one, { ...OTHER_VALUES, advisor: null })
  const after = await readBack(context, other)
  const left = await advisorOf(context, other, after, isLinked)
  const evidence = [linked.exchange, update, after.exchange]
  ensure(left === before, `the advisor ${before} of the other donation as before`, left ?? 'none', evidence)
  expectUnchanged(shown.record, after, comparableFields(mine, shown), evidence)
}

/**
 * What the advisor of a donation is called; undefined where it has none.
 * @param isLinked whether it is the one that is linked: what is read may lag behind.
 * @throws NotApplicableError where the target shows none: what it shows of the other donation decides then.
 */
async function advisorOf(
  context: Context,
  donation: string,
  shown: Shown,
  isLinked: (value: unknown) => boolean,
): Promise<string | undefined> {
  const advisor = await hiddenValue(context, donation, shown, 'advisor', isLinked)
  if (!advisor.seen) throw new NotApplicableError('no answer of this target shows advisors')
  return advisorName(context, advisor)
}
