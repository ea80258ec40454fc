import { familyOf } from '../contract/index.ts'
import { verdicts } from '../contract/verdict.ts'
import type { RequirementResult } from '../harness/model/result.ts'
import { countVerdicts, groupBy, idsByVerdict } from './summary.ts'
import { count, oneLine } from './text.ts'

/**
 * What GitHub or GitLab would take for markup, a mention or a link: signs wherever they stand, and others where they are
 * more than punctuation. All else stays, so that the text can be read as it is, too.
 */
const MARKUP = /[\\`*{}[\]<>#!|~@&$]|(?<![a-z\d])_|_(?![a-z\d])|:(?=\S)|^[-+]|(?<=\bwww)\./gi

/** Text of a stranger's server inside Markdown: no markup, no mention of anybody, no table cell of its own. */
export function inMarkdown(text: string, max: number): string {
  return oneLine(text, max).replace(MARKUP, (character) => `&#${character.charCodeAt(0)};`)
}

/** Every requirement with its level and verdict: a table that is folded up. */
export function requirementsMarkdown(requirements: readonly RequirementResult[]): string {
  return [
    `<details><summary>All ${count(requirements.length, 'requirement')}</summary>`,
    [
      '| Requirement | Level | Verdict |',
      '| --- | --- | --- |',
      ...requirements.map(({ id, level, verdict }) => `| ${id} | ${level} | ${verdict} |`),
    ].join('\n'),
    '</details>',
  ].join('\n\n')
}

/** A table of the requirements: a row a family, a column a verdict that occurs, and who did not pass. */
export function familiesMarkdown(requirements: readonly RequirementResult[]): string {
  const totals = countVerdicts(requirements)
  const columns = verdicts.filter((verdict) => totals[verdict] > 0)
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const counted = (members: readonly RequirementResult[]) => {
    const counts = countVerdicts(members)
    return columns.map((verdict) => counts[verdict] || '·')
  }
  const notPassed = (members: readonly RequirementResult[]) =>
    idsByVerdict(members)
      .map(([verdict, ids]) => `${verdict} ${ids.join(' ')}`)
      .join('<br>')
  return [
    row(['', ...columns, 'not passed']),
    row(['---', ...columns.map(() => '--:'), '---']),
    ...[...groupBy(requirements, ({ id }) => familyOf(id))].map(([family, members]) =>
      row([family, ...counted(members), notPassed(members)]),
    ),
    row(['all', ...counted(requirements), '']),
  ].join('\n')
}
