import { diffBlocks } from '../diff/text.ts'
import { targetName } from '../summary.ts'
import { count, oneLine } from '../text.ts'
import type { KeptRecord, Trend } from './history.ts'

/** When a run began, for people. */
export function timeOf({ record }: KeptRecord): string {
  return `${new Date(record.run.startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** What a run was about. */
export function targetOf({ record }: KeptRecord): string {
  const { clientId: _, appUrl, ...target } = record.target
  return targetName({ ...target, ...(appUrl !== undefined && { appUrl }) })
}

/** The trend in one sentence. */
export function trendSentence({ runs, requirements, observations }: Trend): string {
  const [first] = runs
  const last = runs.at(-1)
  const span = first && last && runs.length > 1 ? ` from ${timeOf(first)} to ${timeOf(last)}` : ''
  const changed = `${count(requirements.length, 'requirement')} changed ${requirements.length === 1 ? 'its verdict' : 'their verdicts'}`
  const of = last ? ` of ${targetOf(last)}` : ''
  return `${count(runs.length, 'run')}${of}${span}: ${changed}, ${count(observations.length, 'observation')} drifted.`
}

/** What is broken now, and since when. */
export function brokenSentence({ broken }: Trend): string {
  if (broken.length === 0) return 'Nothing is broken now.'
  return `Broken now: ${broken.map(({ id, since }) => `${id} since ${timeOf(since)}`).join(', ')}.`
}

/** The trends as plain text for the console: what each run changed, ending in a line break. */
export function trendText(trends: readonly Trend[]): string {
  return trends.map(textOf).join('\n')
}

function textOf(trend: Trend): string {
  const steps = trend.steps.map(
    (step) => `${timeOf(step)}, ${oneLine(step.file)}\n\n${diffBlocks(step.diff).join('\n')}\n`,
  )
  return `${steps.join('')}${oneLine(trendSentence(trend), 2_000)} ${oneLine(brokenSentence(trend), 2_000)}\n`
}
