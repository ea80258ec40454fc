import { inMarkdown } from '../markdown.ts'
import { count, oneLine } from '../text.ts'
import type { AdviceChange } from './advice.ts'
import { type Drift, hasDrifted, type RecordDiff, type VerdictChange } from './compare.ts'
import { listedNames } from './volatile.ts'

interface Section {
  readonly title: string
  readonly lines: readonly string[]
}

/** The sections that both output formats show, without empty ones. */
function sectionsOf(
  diff: RecordDiff,
  line: {
    change: (one: VerdictChange) => string
    drift: (one: Drift) => string
    advice: (one: AdviceChange) => string
  },
) {
  const sections: Section[] = [
    { title: 'Newly broken', lines: diff.newlyBroken.map(line.change) },
    { title: 'Silent drift', lines: diff.drift.map(line.drift) },
    { title: 'Observed in one of the runs only', lines: diff.seenInOne.map(line.drift) },
    { title: 'Decided in one of the runs only', lines: diff.undecidedInOne.map(line.change) },
    { title: 'Changed otherwise', lines: diff.otherwise.map(line.change) },
    { title: 'Newly kept', lines: diff.newlyKept.map(line.change) },
    { title: 'Security advice', lines: diff.advice.map(line.advice) },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

/** The values of both runs; of two lists of names, only the names that the other list lacks. */
function sidesOf({ name, before, after }: Drift): { before: string; after: string } {
  const old = listedNames(name, before ?? '')
  const now = listedNames(name, after ?? '')
  if (!old || !now || before === undefined || after === undefined) {
    return { before: before ?? 'not seen', after: after ?? 'not seen' }
  }
  const only = (names: readonly string[], others: readonly string[]) =>
    names.filter((one) => !others.includes(one)).join(', ')
  return { before: only(old, now) || 'none of these', after: only(now, old) || 'none of these' }
}

/** Sums up a comparison in one sentence, such as "Between the two runs: 1 newly broken." */
function diffSentence(diff: RecordDiff): string {
  const { newlyBroken, newlyKept, drift, seenInOne, undecidedInOne, otherwise, advice } = diff
  if (diff.compared === 0) return 'Nothing was compared: no requirement was tested by both runs.'
  const others = newlyKept.length + seenInOne.length + advice.length
  if (newlyBroken.length === 0 && others === 0 && !hasDrifted(diff)) {
    return 'Nothing changed between the two runs.'
  }
  const parts = [
    newlyBroken.length > 0 && `${newlyBroken.length} newly broken`,
    newlyKept.length > 0 && `${newlyKept.length} newly kept`,
    drift.length > 0 && count(drift.length, 'silent change'),
    seenInOne.length > 0 && `${seenInOne.length} observed in one run only`,
    undecidedInOne.length > 0 && `${undecidedInOne.length} decided in one run only`,
    otherwise.length > 0 && `${otherwise.length} changed otherwise`,
    advice.length > 0 && `${advice.length} of security advice`,
  ]
  return `Between the two runs: ${parts.filter(Boolean).join(', ')}.`
}

function notCompared({ notCompared: ids }: RecordDiff): string[] {
  return ids.length > 0 ? [`Not compared, since only one run tested them: ${oneLine(ids.join(', '))}`] : []
}

/** What changed as plain text, a block for each kind of change. */
export function diffBlocks(diff: RecordDiff): string[] {
  const sections = sectionsOf(diff, {
    change: ({ id, level, before, after, title, detail }) =>
      [
        `  ${oneLine(id)} (${level}) ${before} → ${after}: ${oneLine(title)}`,
        ...(detail === undefined ? [] : [`      ${oneLine(detail, 400)}`]),
      ].join('\n'),
    drift: (one) => {
      const { before, after } = sidesOf(one)
      return `  ${oneLine(one.requirement)} ${oneLine(one.name)}\n      before ${oneLine(before, 600)}\n      now    ${oneLine(after, 600)}`
    },
    advice: ({ id, before, after }) =>
      `  ${oneLine(id)}\n      before ${oneLine(before, 600)}\n      now    ${oneLine(after, 600)}`,
  })
  return sections.map(({ title, lines }) => `${title} (${lines.length})\n${lines.join('\n')}\n`)
}

/** Formats a comparison as plain text for the console, ending in a line break. */
export function diffText(diff: RecordDiff): string {
  return `${[...diffBlocks(diff), ...notCompared(diff), diffSentence(diff)].join('\n')}\n`
}

/** Formats a comparison as Markdown for a pull request or a job summary, ending in a line break. */
export function diffMarkdown(diff: RecordDiff): string {
  return `${[`### ${diffSentence(diff)}`, ...diffTables(diff, 4), ...notCompared(diff)].join('\n\n')}\n`
}

/**
 * What changed as Markdown, a table for each kind of change.
 * @param level of their headings
 */
export function diffTables(diff: RecordDiff, level: 4 | 5): string[] {
  const sections = sectionsOf(diff, {
    change: ({ id, level, before, after, title, detail }) =>
      `| ${id} | ${level} | ${before} → ${after} | ${inMarkdown(title, 300)}${detail === undefined ? '' : `<br>${inMarkdown(detail, 300)}`} |`,
    drift: (one) => {
      const { before, after } = sidesOf(one)
      return `| ${one.requirement} | ${inMarkdown(one.name, 200)} | ${inMarkdown(before, 400)} | ${inMarkdown(after, 400)} |`
    },
    advice: ({ id, title, before, after }) =>
      `| ${inMarkdown(id, 100)} | ${inMarkdown(title, 200)} | ${inMarkdown(before, 400)} | ${inMarkdown(after, 400)} |`,
  })
  return sections.map(({ title, lines }) => {
    const head = /^(Silent drift|Observed|Security)/.test(title)
      ? `| ${title === 'Security advice' ? 'Advice' : 'Requirement'} | What | Before | Now |`
      : '| Requirement | Level | Verdict | What |'
    return `${'#'.repeat(level)} ${title} (${lines.length})\n\n${head}\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`
  })
}
