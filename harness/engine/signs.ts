import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { causes } from '../causes/causes.ts'
import { type Control, controls } from '../causes/controls.ts'
import type { FailedCase } from '../causes/failure.ts'
import type { ShownSign } from '../causes/known-signs.ts'
import { signsOf } from '../causes/signs.ts'
import type { Session } from '../session/session.ts'
import { Trial } from '../session/trial.ts'
import type { TestRun } from './run-test.ts'

/** At most this many controls are sent: a service that needs more is broken in several places. */
const MAX_CONTROLS = 150

/**
 * Says of each failure what it shows beside what its requirement says, now that all is known that was sent; and tries
 * those once more without what may be the cause, where two requirements are broken of which one may follow from the
 * other.
 */
export async function withSigns(session: Session, broken: readonly TestRun[]): Promise<readonly TestRun[]> {
  const signs = new Map<FailedCase, readonly ShownSign[]>()
  const failures = broken.flatMap((run) => run.failures)
  for (const failure of failures)
    signs.set(failure, signsOf(failure.finding, { ...failure, traffic: session.observers.traffic }))
  const ids = new Set(failures.map(({ requirement }) => requirement))
  // In a shard nobody knows what others find broken: where it is not, what a control tells explains nothing.
  const isShard = session.settings.shard !== undefined
  const planned = controls
    .filter(({ cause }) => isShard || ids.has(cause))
    .flatMap((control) =>
      failures
        .filter((failure) => isOpen(failure, control) && control.key(failure.finding) !== undefined)
        .map((failure) => ({ control, failure })),
    )
  const groups = groupBy(planned, ({ control, failure }) =>
    JSON.stringify([control.sign, control.key(failure.finding)]),
  )
  // Where every cause is asked about, none takes the place of another.
  const budgets = groupBy(groups, ([{ control }]) => (isShard ? control.cause : ''))
  const affordable = budgets.filter((those) => those.length <= MAX_CONTROLS).flat()
  for (const [{ control, failure: first }, ...others] of affordable) {
    if (session.abort.signal.aborted) break
    if (!(await tells(session, control, first))) continue
    for (const failure of [first, ...others.map((one) => one.failure)])
      signs.set(failure, [...(signs.get(failure) ?? []), control.sign])
  }
  return broken.map((run) => signed(run, signs))
}

/** Whether a rule asks for the control of this failure. */
function isOpen({ requirement }: FailedCase, { sign, cause }: Control): boolean {
  return causes.some(
    (rule) => rule.sign === sign && rule.cause === cause && rule.explains.some((id) => id === requirement),
  )
}

/** A control that cannot be tried tells nothing. */
async function tells(
  session: Session,
  control: Control,
  { requirement, finding }: FailedCase,
): Promise<boolean> {
  const trial = new Trial(session, requirement, 'control')
  const context = trial.context()
  try {
    return await control.tells(finding, context)
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof NotApplicableError) return false
    throw error
  } finally {
    trial.close()
  }
}

function signed(run: TestRun, signs: ReadonlyMap<FailedCase, readonly ShownSign[]>): TestRun {
  const tests = run.evidence.tests.map((test) => {
    const own = run.failures.filter(({ requirement }) => requirement === test.id)
    return own.length > 0 ? { ...test, failures: own.map((failure) => signs.get(failure) ?? []) } : test
  })
  return { ...run, evidence: { ...run.evidence, tests } }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups.values()]
}
