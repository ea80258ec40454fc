/** The suites as tests of vitest: one for each requirement, in anyone's own test file. */
import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest'
import { type ServiceRequirement, serviceRequirements } from '../contract/index.ts'
import { remarkSentence } from '../harness/model/remarks.ts'
import type { RequirementResult } from '../harness/model/result.ts'
import { ConformanceError, violationError } from './errors.ts'
import { type ConformanceOptions, openRun, type Run, selectedBy } from './run.ts'

export type { ConformanceOptions } from './run.ts'

/** Longer than any run: requests have time limits of their own. */
const LONGEST_RUN_MS = 3_600_000

/**
 * Declares one vitest test for each requirement of the service's side, named `TOKEN-3: …`. They pass and fail as
 * `donation-conformance run` does with the same seed: the run begins with the first test that vitest wants to know of,
 * and tries those that its filter (`-t`, `.only`) leaves. Undecided ones are skipped with their reason; warnings and
 * observations are annotations. The reports of a run are written at the end.
 *
 * @param options what is tested and how; what is left out comes from `CONFORMANCE_ENV`, `CONFORMANCE_SEED`,
 * `CONFORMANCE_RUNS`, `CONFORMANCE_STRICT`, `CONFORMANCE_OUT`, and else is as for `run`.
 */
export function conformance(options: ConformanceOptions = {}): void {
  describe('Donation Partner API', () => {
    let run: Run | undefined
    beforeAll(async () => {
      run = await openRun(options)
    }, LONGEST_RUN_MS)
    afterAll(async () => run?.close(), LONGEST_RUN_MS)

    for (const requirement of selectedBy(options)) {
      const { id } = requirement
      test(nameOf(requirement), { timeout: LONGEST_RUN_MS }, async (context) => {
        if (!run) throw new Error('the run was not opened')
        const selected = () => selectedBesides(context)
        await tell(context, await run.result(id, selected, context.signal), run)
      })
    }
  })
}

/** What a test is called: `-t TOKEN-1:` finds one, and not TOKEN-10. */
function nameOf({ id, title }: ServiceRequirement): string {
  return `${id}: ${title}`
}

/** The requirements that vitest runs of this suite, as its filter left them. */
function selectedBesides({ task }: TestContext): readonly string[] {
  const tasks = task.suite?.tasks ?? [task]
  const names = tasks.filter(({ mode }) => mode === 'run' || mode === 'queued').map(({ name }) => name)
  return serviceRequirements.filter((one) => names.includes(nameOf(one))).map(({ id }) => id)
}

/** Says in the words of vitest what a run found out about a requirement. */
async function tell({ annotate, skip }: TestContext, result: RequirementResult, run: Run): Promise<void> {
  const { id, verdict, reason, remarks = [] } = result
  for (const { name, value } of run.observations(id)) await annotate(`${name}: ${value}`, 'observation')
  for (const one of remarks) await annotate(remarkSentence(one), 'remark')
  const error = () => violationError(result, run.followers(id))
  if (run.isBroken(id)) throw error()
  if (verdict === 'warn') await annotate(error().message, 'warning')
  if (verdict === 'error') throw new ConformanceError(`${id}: ${reason}`)
  if (verdict === 'inconclusive' || verdict === 'not-applicable') skip(`${verdict}: ${reason}`)
}
