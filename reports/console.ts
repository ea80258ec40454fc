import { styleText } from 'node:util'
import { familyOf } from '../contract/index.ts'
import { type Verdict, verdicts } from '../contract/verdict.ts'
import { remarkSentence } from '../harness/model/remarks.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import { adviceSentence } from './advice.ts'
import { limitsSentence } from './limits.ts'
import type { Output } from './progress.ts'
import {
  brokenPendingOf,
  countsPhrase,
  countVerdicts,
  followersOf,
  groupBy,
  idsByVerdict,
  newlyBrokenOf,
  outcomeSentence,
  overlaySentence,
  targetName,
  undecidedOf,
  warnedOf,
  waysPhrase,
  wayToDecide,
} from './summary.ts'
import { count, duration, oneLine, visible, wrap } from './text.ts'
import { type Layout, type Role, violationsText } from './violations.ts'

type Style = Parameters<typeof styleText>[0]
type Colour = (style: Style, text: string) => string

const verdictStyles: Record<Verdict, Style> = {
  pass: 'green',
  fail: 'red',
  warn: 'yellow',
  inconclusive: 'magenta',
  'not-applicable': 'dim',
  observed: 'cyan',
  error: 'red',
}
const roleStyles: Record<Role, Style> = { heading: 'bold', label: 'dim', expected: 'green', received: 'red' }

/** Whoever waited longer than this wants to know what for. */
const LONG_MS = 60_000

/**
 * Whether to colour: on a terminal that knows colours, unless the user set NO_COLOR to anything; elsewhere where
 * FORCE_COLOR is set, but for 0: the logs of many CI servers show colours and are no terminals.
 */
export function wantsColour(stream: Output, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env.FORCE_COLOR && !env.NO_COLOR) return env.FORCE_COLOR !== '0'
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

/** The table: a row a family, a column a verdict that occurs, and who did not pass. */
function familyTable({ requirements }: RunResult, width: number, colour: Colour): string[] {
  const totals = countVerdicts(requirements)
  const columns = verdicts.filter((verdict) => totals[verdict] > 0)
  const families = groupBy(requirements, ({ id }) => familyOf(id))
  const nameWidth = Math.max(6, ...[...families.keys()].map((name) => name.length))
  const cells = (of: (verdict: Verdict) => string) =>
    columns.map((verdict) => {
      const text = of(verdict)
      const padded = text.padStart(Math.max(verdict.length, 3) + 2)
      return text === '·' ? colour('dim', padded) : colour(verdictStyles[verdict], padded)
    })
  const counted = (counts: Record<Verdict, number>) =>
    cells((verdict) => (counts[verdict] === 0 ? '·' : String(counts[verdict]))).join('')
  const margin = nameWidth + columns.reduce((sum, verdict) => sum + Math.max(verdict.length, 3) + 2, 0) + 2
  const beside = width - margin >= 30

  const row = (name: string, members: readonly RequirementResult[]): string[] => {
    const left = name.padEnd(nameWidth) + counted(countVerdicts(members))
    const indent = beside ? margin : 4
    const notes = idsByVerdict(members).flatMap(([verdict, ids]) =>
      wrap(`${verdict} ${ids.map(visible).join(' ')}`, width - indent).map((line) =>
        colour(verdictStyles[verdict], line),
      ),
    )
    if (!beside) return [left, ...notes.map((note) => ' '.repeat(indent) + note)]
    const [first, ...rest] = notes
    return [
      first === undefined ? left : `${left}  ${first}`,
      ...rest.map((note) => ' '.repeat(margin) + note),
    ]
  }
  return [
    ' '.repeat(nameWidth) + cells((verdict) => verdict).join(''),
    ...[...families].flatMap(([name, members]) => row(name, members)),
    'all'.padEnd(nameWidth) + counted(totals),
  ]
}

function violationsSection(
  title: string,
  members: readonly RequirementResult[],
  layout: Layout,
  result: RunResult,
): string[] {
  if (members.length === 0) return []
  return [
    '',
    layout.paint('heading', `${title} (${members.length})`),
    ...members.flatMap((requirement) => [
      '',
      violationsText(requirement, layout, followersOf(result, requirement.id)),
    ]),
  ]
}

/** Requirements under what they have in common, such as the keys that would decide them. */
function groupedSection(
  title: string,
  members: readonly RequirementResult[],
  layout: Layout,
  commonOf: (requirement: RequirementResult) => string,
): string[] {
  if (members.length === 0) return []
  const groups = groupBy(members, commonOf)
  return [
    '',
    layout.paint('heading', `${title} (${members.length})`),
    ...[...groups].flatMap(([common, group]) => [
      ...wrap(common, layout.width - 2).map((line) => `  ${line}`),
      ...wrap(group.map(({ id }) => visible(id)).join(' '), layout.width - 6).map((line) => `      ${line}`),
    ]),
  ]
}

function knownSection({ baseline }: RunResult, { width, paint }: Layout): string[] {
  if (!baseline?.known.length) return []
  const lines = baseline.known.flatMap(({ requirement, cases, reason = 'no reason given' }) => {
    const ways = cases ? ` (${oneLine(waysPhrase(cases))})` : ''
    return wrap(`${requirement}${ways}: ${oneLine(reason)}`, width - 2)
  })
  return [
    '',
    paint('heading', `Known violations (${baseline.known.length})`),
    ...lines.map((line) => `  ${line}`),
  ]
}

/** What was odd about requirements that are kept. */
function remarksSection(requirements: readonly RequirementResult[], { width, paint }: Layout): string[] {
  const remarked = requirements.filter(({ remarks = [] }) => remarks.length > 0)
  if (remarked.length === 0) return []
  const lines = remarked.flatMap(({ id, remarks = [] }) =>
    remarks.flatMap((one) => wrap(`${id} ${oneLine(remarkSentence(one))}`, width - 2)),
  )
  return ['', paint('heading', `Remarks (${remarked.length})`), ...lines.map((line) => `  ${line}`)]
}

function pendingSection(result: RunResult, { paint }: Layout): string[] {
  const broken = brokenPendingOf(result)
  if (broken.length === 0) return []
  const lines = broken.map(({ requirement, until }) => `  ${requirement} until ${until}`)
  return ['', paint('heading', `Pending violations (${broken.length})`), ...lines]
}

function notesSection(notes: readonly string[], { width, paint }: Layout): string[] {
  if (notes.length === 0) return []
  const lines = notes.flatMap((note) => wrap(oneLine(note), width - 2))
  return ['', paint('heading', 'Notes'), ...lines.map((line) => `  ${line}`)]
}

/**
 * Prints what a run found: the table by family, what is broken, the warnings, what is undecided and why, and
 * the outcome. The last line names what was tested.
 *
 * @param options.color forces colour on or off; else {@link wantsColour} decides
 * @param options.files the reports written, to name them at the end
 * @param options.isRecording whether the traffic was there before: then no seed chose it, and its time is not ours
 */
export function printSummary(
  result: RunResult,
  options: { stream: Output; color?: boolean; files: readonly string[]; isRecording?: boolean },
): void {
  const { stream, files, color = wantsColour(stream), isRecording = false } = options
  const width = Math.max(40, Math.min(stream.isTTY ? (stream.columns ?? 80) : 100, 120))
  const colour: Colour = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  const layout: Layout = { width, paint: (role, text) => colour(roleStyles[role], text) }

  const { requirements, observations, run, outcome } = result
  const having = (verdict: Verdict) => requirements.filter((requirement) => requirement.verdict === verdict)
  const counts = countVerdicts(requirements)
  const verdictStyle = { conforms: 'green', violates: 'red', undecided: 'yellow', error: 'red' } as const
  const known = overlaySentence(result)
  const sentence = wrap(
    `${visible(outcomeSentence(result))} ${countsPhrase(counts)}.${known === undefined ? '' : ` ${visible(known)}`}`,
    width,
  )
  const facts = isRecording
    ? `Judged a recording of ${visible(targetName(result.target))}: ${count(run.requests, 'request')}.`
    : `Tested ${visible(targetName(result.target))}: ${count(run.requests, 'request')} in ${duration(run.durationMs)}, seed ${run.seed}.`
  const written = files.length > 0 ? ` Reports: ${files.map(visible).join(', ')}` : ''

  const lines = [
    '',
    ...(requirements.length > 0 ? familyTable(result, width, colour) : []),
    ...violationsSection('Violations', newlyBrokenOf(result), layout, result),
    ...knownSection(result, layout),
    ...pendingSection(result, layout),
    ...(run.strict ? [] : violationsSection('Warnings', warnedOf(result), layout, result)),
    ...groupedSection('Errors of the suite', having('error'), layout, ({ reason }) =>
      oneLine(reason ?? 'unknown'),
    ),
    ...groupedSection('Undecided', undecidedOf(result), layout, (one) => oneLine(wayToDecide(one))),
    ...groupedSection('Not applicable', having('not-applicable'), layout, ({ reason }) =>
      oneLine(reason ?? ''),
    ),
    ...remarksSection(requirements, layout),
    ...(observations.length > 0 ? ['', `${count(observations.length, 'observation')}, in record.json`] : []),
    ...(result.advice ? ['', ...wrap(oneLine(adviceSentence(result.advice)), width)] : []),
    ...notesSection(result.notes ?? [], layout),
    '',
    ...sentence.map((line) => colour(['bold', verdictStyle[outcome]], line)),
    ...(run.limits && run.durationMs > LONG_MS
      ? wrap(oneLine(`Time: ${limitsSentence(run, run.limits)}.`, 600), width).map((line) =>
          colour('dim', line),
        )
      : []),
    facts + written,
    '',
  ]
  stream.write(lines.join('\n'))
}
