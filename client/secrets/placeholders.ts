import { withTexts } from './texts.ts'

/** What stands for one secret and no other, such as `<code-2>`, or `<code-3.2>` of the third of several shards. */
const numbered = /<([a-z_]+)-(\d+)>/g

/** The same, with a series before each number: what several runs numbered by themselves can then stand together. */
export function inSeries<T>(value: T, series: number): T {
  return withTexts(value, (text) => text.replace(numbered, `<$1-${series}.$2>`))
}
