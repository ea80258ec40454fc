import { NotApplicableError } from '../../contract/verdict.ts'
import type { Trial } from '../engine/judge.ts'
import { sample } from '../model/sampling.ts'
import { ManyViolationsError, ViolationError } from '../model/violation.ts'
import type { Context } from '../session/context.ts'

/** Cases by name; the name tells a person what is special about one. */
export type Table<Case> = Readonly<Record<string, Case>>

/**
 * Tries all cases at once, each in a context of its own.
 * @throws ManyViolationsError with every case that broke the requirement; else what the first other failed case threw.
 */
export async function tryCases<Case>(
  trial: Trial,
  table: Table<Case>,
  each: (context: Context, one: Case, name: string) => Promise<void>,
): Promise<void> {
  const cases = sample(Object.entries(table), trial.session.settings.seed, trial.sampling)
  const names = cases.map(([name]) => name)
  const settled = await Promise.allSettled(
    cases.map(async ([name, one]) => {
      trial.tried()
      const context = trial.context()
      // Given back at once: a table may have more cases than the target has donations.
      await each(context, one, name).finally(() => context.close())
    }),
  )
  const failed = settled.flatMap((result, index) =>
    result.status === 'rejected' ? [{ name: names[index] ?? '', reason: result.reason as unknown }] : [],
  )
  const broken = failed.flatMap(({ name, reason }) =>
    reason instanceof ViolationError ? [{ case: name, broken: reason }] : [],
  )
  if (broken.length > 0) throw new ManyViolationsError(broken)
  // A case that does not apply here leaves the verdict to the others.
  const open = failed.filter(({ reason }) => !(reason instanceof NotApplicableError))
  if (open[0]) throw open[0].reason
  if (failed[0] && failed.length === names.length) throw failed[0].reason
}
