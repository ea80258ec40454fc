import type { UpdateMethod } from '../../../client/donations/api.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { hiddenValue } from '../../support/hidden.ts'
import { readBack } from '../../support/read-back.ts'
import type { Shown } from '../../support/record.ts'
import { advisorName } from '../advisor/linked.ts'

/**
 * Judges that an advisor who is taken from one donation stays with another.
 * @throws InconclusiveError where an advisor does not stay anyway; NotApplicableError as {@link advisorOf}
 */
export async function advisorOfBoth(context: Context, by: UpdateMethod): Promise<void> {
  const [one, other] = await context.donations('any', 'any')
  const advisor = { email: `advisor.of.both.${by.toLowerCase()}@example.com` }
  await apply(context, other, { advisor })
  // Read as it is read afterwards: a service may lose an advisor by that alone.
  const before = await advisorOf(context, other, await readBack(context, other))
  if (before === undefined)
    throw new InconclusiveError('an advisor was not linked, or does not stay (see ADVISOR-1, ADVISOR-4)')
  // To link it here takes it from nobody, nor does to clear it.
  const linked = await apply(context, one, { advisor })
  const update = await context.api.update(by, one, { advisor: null })
  const after = await readBack(context, other)
  const left = await advisorOf(context, other, after)
  const evidence = [linked.exchange, update, after.exchange]
  ensure(left === before, `the advisor ${before} of the other donation as before`, left ?? 'none', evidence)
}

/**
 * What the advisor of a donation is called; undefined where it has none.
 * @throws NotApplicableError where the target shows none: what it shows of the other donation decides then.
 */
async function advisorOf(context: Context, donation: string, shown: Shown): Promise<string | undefined> {
  const advisor = await hiddenValue(context, donation, shown, 'advisor')
  if (!advisor.seen) throw new NotApplicableError('no answer of this target shows advisors')
  return advisorName(context, advisor)
}
