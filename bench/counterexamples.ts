/**
 * Measures how small the examples are by which faults are shown: for each fault of the donation half, the steps and the
 * fields of the first violation of its requirement. At most two of each is the goal for nine of ten.
 */
import { runOnThrowaway } from '../harness/engine/in-process.ts'
import type { Violation } from '../harness/model/result.ts'
import { openMock } from '../harness/session/open-target.ts'
import { applyAll } from '../mock/apply.ts'
import { type Fault, faults } from '../mock/faults/index.ts'
import { contractPolicies } from '../mock/policies/index.ts'
import { suites } from '../suites/index.ts'

const FAMILIES = /^(UPDATE|PLEDGED|DESIGNATION|ADVISOR)-/
/** As small as an example should be. */
const GOAL = 2

const [seed = '1', runs = '25', only] = process.argv.slice(2)

/** The first violation of the fault's requirement; undefined where the requirement's own tests show none. */
async function shownBy({ id, requirement }: Fault): Promise<Violation | undefined> {
  const opened = await openMock({ policies: applyAll(contractPolicies, { faults: [id], variants: [] }) })
  try {
    const settings = {
      target: opened.target,
      ...{ seed: Number(seed), runs: Number(runs), strict: false, only: [requirement], shrinkSeconds: 30 },
      ...{ once: true, verdictsOnly: true },
    }
    const { requirements } = await runOnThrowaway(settings, suites)
    return requirements.find((one) => one.id === requirement)?.violations[0]
  } finally {
    await opened.close()
  }
}

/** The bodies of the updates that show it; a reading, which is an empty update, is no step. */
function stepsOf({ exchanges }: Violation): readonly unknown[] {
  const bodies = exchanges.map(({ request: { body } }) => parsed(body ?? ''))
  const steps = bodies.filter((body) => JSON.stringify(body) !== '{}')
  return steps.length > 0 ? steps : [{}]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function fieldsOf(steps: readonly unknown[]): readonly string[] {
  const objects = steps.filter((body) => typeof body === 'object' && body !== null && !Array.isArray(body))
  return [...new Set(objects.flatMap((body) => Object.keys(body ?? {})))]
}

let [total, small, unseen] = [0, 0, 0]
for (const fault of faults.filter(
  ({ id, requirement }) => FAMILIES.test(requirement) && (!only || id === only),
)) {
  const violation = await shownBy(fault)
  if (!violation) {
    unseen += 1
    process.stdout.write(`${fault.id}: not shown by ${fault.requirement} alone\n`)
    continue
  }
  const steps = stepsOf(violation)
  const fields = fieldsOf(steps)
  const isSmall = steps.length <= GOAL && fields.length <= GOAL
  total += 1
  if (isSmall) small += 1
  else
    process.stdout.write(
      `${fault.id}: ${steps.length} steps, ${fields.length} fields (${violation.case ?? 'no case'}; ${violation.received.slice(0, 80)})\n`,
    )
}
process.stdout.write(
  `${small} of ${total} shown by at most ${GOAL} steps and ${GOAL} fields (${((100 * small) / total).toFixed(1)} %), ${unseen} not shown by their own requirement alone\n`,
)
