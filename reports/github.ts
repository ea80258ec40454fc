import { appendFile } from 'node:fs/promises'
import { remarkSentence } from '../harness/model/remarks.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import { adviceMarkdown } from './advice.ts'
import { annotation } from './annotation.ts'
import { familiesMarkdown, inMarkdown, requirementsMarkdown } from './markdown.ts'
import type { Output } from './progress.ts'
import {
  baselineSentence,
  breadthPhrase,
  countsPhrase,
  countVerdicts,
  followersOf,
  newlyBrokenOf,
  outcomeSentence,
  overlaySentence,
  warnedOf,
} from './summary.ts'
import { duration } from './text.ts'
import { threatsMarkdown } from './threats.ts'
import { followerSentence } from './violations.ts'
import { actionsOf } from './who-acts.ts'

/** GitHub shows ten annotations of a kind for a step and drops the others without a word. */
const MAX_ANNOTATIONS = 10

function wrongIn(requirement: RequirementResult): string {
  const { violations, title, reason } = requirement
  const [first] = violations
  if (!first) return reason ?? title
  const breadth = breadthPhrase(requirement)
  const where = breadth === undefined ? '' : `${breadth}: `
  return `${where}expected ${first.expected}, received ${first.received}`
}

function annotationOf(kind: 'error' | 'warning', requirement: RequirementResult): string {
  const { id, level, title } = requirement
  return annotation(kind, `${id} (${level}): ${title}`, wrongIn(requirement))
}

function annotations(result: RunResult): string {
  const warned = result.run.strict ? [] : warnedOf(result)
  const errors = newlyBrokenOf(result).map((requirement) => annotationOf('error', requirement))
  const problem =
    result.problem === undefined ? [] : [annotation('error', 'The run did not finish', result.problem)]
  const stale = result.baseline?.stale.length
    ? [annotation('error', 'Stale baseline', baselineSentence(result) ?? '')]
    : []
  return [
    ...[...problem, ...stale, ...errors].slice(0, MAX_ANNOTATIONS),
    ...warned.slice(0, MAX_ANNOTATIONS).map((requirement) => annotationOf('warning', requirement)),
  ].join('')
}

/** The run as Markdown, short enough for the page of a job. */
export function summaryMarkdown(result: RunResult): string {
  const { requirements, run, target } = result
  const isError = ({ verdict }: RequirementResult) => verdict === 'error'
  const beneath = ({ id }: RequirementResult) =>
    followersOf(result, id)
      .map((one) => `<br>${inMarkdown(followerSentence(one), 300)}`)
      .join('')
  const rows = [
    ...newlyBrokenOf(result),
    ...requirements.filter(isError),
    ...(run.strict ? [] : warnedOf(result)),
  ].map(
    (requirement) =>
      `| ${requirement.id} | ${requirement.level} | ${requirement.verdict} | ${inMarkdown(requirement.title, 200)}<br>${inMarkdown(wrongIn(requirement), 300)}${beneath(requirement)} |`,
  )
  const known = overlaySentence(result)
  const remarks = requirements.flatMap(({ id, remarks: said = [] }) =>
    said.map((one) => `- ${id} ${inMarkdown(remarkSentence(one), 300)}`),
  )
  return [
    `### ${inMarkdown(outcomeSentence(result), 1_000)}`,
    `${countsPhrase(countVerdicts(requirements))}.${known === undefined ? '' : ` ${inMarkdown(known, 1_000)}`}`,
    actionsOf(result)
      .map(({ who, what }) => `- **${who}**: ${inMarkdown(what, 500)}.`)
      .join('\n'),
    ...(rows.length > 0
      ? [`| Requirement | Level | Verdict | What |\n| --- | --- | --- | --- |\n${rows.join('\n')}`]
      : []),
    ...(requirements.length > 0 ? [familiesMarkdown(requirements)] : []),
    ...(remarks.length > 0 ? [`Remarks:\n\n${remarks.join('\n')}`] : []),
    ...adviceMarkdown(result),
    ...threatsMarkdown(result),
    ...(requirements.length > 0 ? [requirementsMarkdown(requirements)] : []),
    `${inMarkdown(target.apiUrl, 200)}, ${run.requests} requests in ${duration(run.durationMs)}, seed ${run.seed}.`,
    '',
  ].join('\n\n')
}

/** What later steps of the job can ask for, as `steps.<id>.outputs.verdict`. */
function stepOutputs({ outcome, requirements }: RunResult): string {
  const { pass, fail, warn, inconclusive } = countVerdicts(requirements)
  const outputs = { verdict: outcome, pass, fail, warn, undecided: inconclusive }
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** On GitHub Actions: annotations in the log, a summary on the job's page, outputs of the step. Nothing anywhere else. */
export async function tellGitHub(result: RunResult, env: NodeJS.ProcessEnv, stream: Output): Promise<void> {
  if (env.GITHUB_ACTIONS !== 'true') return
  stream.write(annotations(result))
  const append = async (file: string | undefined, text: string, missing: string) => {
    if (!file) return
    // A job without its summary is no reason to lose the verdict.
    await appendFile(file, text).catch((error: unknown) => {
      stream.write(annotation('warning', missing, String(error)))
    })
  }
  await append(env.GITHUB_STEP_SUMMARY, summaryMarkdown(result), 'No job summary')
  await append(env.GITHUB_OUTPUT, stepOutputs(result), 'No outputs')
}
