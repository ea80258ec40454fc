import { diffTables } from '../diff/text.ts'
import { inMarkdown } from '../markdown.ts'
import type { Trend } from './history.ts'
import { brokenSentence, timeOf, trendSentence } from './text.ts'

/** The trends as Markdown for a pull request or the page of a job: what each run changed, ending in a line break. */
export function trendMarkdown(trends: readonly Trend[]): string {
  return `${trends.flatMap(blocksOf).join('\n\n')}\n`
}

function blocksOf(trend: Trend): readonly string[] {
  return [
    `### ${inMarkdown(trendSentence(trend), 2_000)}`,
    inMarkdown(brokenSentence(trend), 2_000),
    ...trend.steps.flatMap((step) => [
      `#### ${timeOf(step)}, ${inMarkdown(step.file, 200)}`,
      ...diffTables(step.diff, 5).map((table) => table.trimEnd()),
    ]),
  ]
}
