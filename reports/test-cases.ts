import { familyOf } from '../contract/index.ts'
import { decidedNothing } from '../harness/model/outcome.ts'
import { remarkSentence } from '../harness/model/remarks.ts'
import type { Observation, RequirementResult, RunResult } from '../harness/model/result.ts'
import { baselineSentence, breadthPhrase, brokenOf, followersOf, groupBy } from './summary.ts'
import { plainLayout, violationsText } from './violations.ts'

/** What says of a test case that it did not simply pass. */
export interface Mark {
  readonly kind: 'failure' | 'error' | 'skipped'
  /** In short. It may hold line breaks of a service. */
  readonly message: string
  /** In full; what some viewers show instead of the message, so it says no less. */
  readonly text: string
  /** The level that a failure has, or what else failed. */
  readonly type?: string
  /** Set where a requirement is broken and that counts for nothing: it is known, or pending. */
  readonly isExcused?: true
}

/** A requirement, or something about the run itself, as formats made for tests want it. */
export interface TestCase {
  /** The family of the requirement; `RUN` where the case is about the run. */
  readonly family: string
  readonly name: string
  /** Absent where the case is about the run. */
  readonly requirement?: RequirementResult
  /** Its share of the run's time. */
  readonly durationMs: number
  /** Absent where it passed. */
  readonly mark?: Mark
  /** What a case that passed has to say. */
  readonly output?: string
}

function textOf(requirement: RequirementResult, result: RunResult): string {
  return violationsText(requirement, plainLayout, followersOf(result, requirement.id))
}

function markOf(requirement: RequirementResult, result: RunResult): Mark | undefined {
  const { baseline, pending } = result
  const { verdict, level, title, violations, reason = verdict, needs = [] } = requirement
  const known = baseline?.known.find((entry) => entry.requirement === requirement.id)
  if (known) {
    const message = `known violation: ${known.reason ?? 'in the baseline'}`
    return { kind: 'skipped', message, text: message, isExcused: true }
  }
  if (brokenOf(result).some(({ id }) => id === requirement.id)) {
    const until = pending?.entries.find((entry) => entry.requirement === requirement.id)?.until
    if (until !== undefined) {
      const message = `pending until ${until}: the catalogue demands it for the first time`
      return {
        kind: 'skipped',
        message,
        text: `${message}\n${textOf(requirement, result)}`,
        isExcused: true,
      }
    }
    const [first] = violations
    const inCase = first?.case === undefined ? '' : `${first.case}: `
    const breadth = breadthPhrase(requirement)
    const where = breadth === undefined ? '' : `${breadth}; `
    const message = first ? `${where}${inCase}expected ${first.expected}, received ${first.received}` : title
    return { kind: 'failure', type: level, message, text: textOf(requirement, result) }
  }
  if (verdict === 'error') return { kind: 'error', type: 'error', message: reason, text: reason }
  if (verdict === 'inconclusive' || verdict === 'not-applicable') {
    const missing = needs.length > 0 ? ` (needs ${needs.join(', ')})` : ''
    const message = `${verdict}: ${reason}${missing}`
    return { kind: 'skipped', message, text: message }
  }
  return undefined
}

function testCaseOf(
  requirement: RequirementResult,
  observations: readonly Observation[],
  result: RunResult,
): TestCase {
  const { id, verdict, title, durationMs } = requirement
  const mark = markOf(requirement, result)
  const observed = observations.map(({ name, value }) => `observed ${name}: ${value}`)
  const said = [...(requirement.remarks ?? []).map(remarkSentence), ...observed]
  const output = verdict === 'warn' && !mark ? [textOf(requirement, result), ...said] : said
  return {
    family: familyOf(id),
    name: `${id} ${title}`,
    requirement,
    durationMs,
    ...(mark && { mark }),
    ...(output.length > 0 && { output: output.join('\n') }),
  }
}

/** A case for the run itself where it has no result: a file of skipped cases alone looks green to every viewer. */
function runCaseOf({ problem, requirements }: RunResult): TestCase[] {
  const message = problem ?? (decidedNothing(requirements) ? 'the run decided no requirement' : undefined)
  if (message === undefined) return []
  return [
    {
      family: 'RUN',
      name: 'RUN the run was finished',
      durationMs: 0,
      mark: { kind: 'error', type: 'error', message, text: message },
    },
  ]
}

/** A case for the baseline where it says what is no longer so: the run fails, and a viewer has to show why. */
function baselineCaseOf(result: RunResult): TestCase[] {
  if (!result.baseline) return []
  const message = baselineSentence(result) ?? ''
  const mark = { kind: 'failure', type: 'baseline', message, text: message } as const
  return [
    {
      family: 'RUN',
      name: 'RUN the baseline is up to date',
      durationMs: 0,
      ...(result.baseline.stale.length > 0 && { mark }),
    },
  ]
}

/**
 * The cases with their shares of the run's time. All run at once, and viewers add up what cases took: what each took by
 * itself is told by its requirement.
 */
function sharing(cases: readonly TestCase[], runMs: number): readonly TestCase[] {
  const sum = cases.reduce((all, { durationMs }) => all + durationMs, 0)
  const share = sum > runMs ? runMs / sum : 1
  return cases.map((one) => ({ ...one, durationMs: one.durationMs * share }))
}

/** The run as test cases, one a requirement; a strict run turns warnings into failures. */
export function testCasesOf(result: RunResult): readonly TestCase[] {
  const { requirements, observations, run } = result
  const observationsById = groupBy(observations, ({ requirement }) => requirement)
  const tested = requirements.map((requirement) =>
    testCaseOf(requirement, observationsById.get(requirement.id) ?? [], result),
  )
  return [...sharing(tested, run.durationMs), ...runCaseOf(result), ...baselineCaseOf(result)]
}
