import { type Verdict, verdicts } from '../../contract/verdict.ts'
import { html, type Markup } from '../html/markup.ts'
import type { KeptRecord, ObservationHistory } from './history.ts'

/** The height of a plot, in its own units; a run is 1 wide. The page stretches both. */
const HEIGHT = 100

/** A picture of what the text beside it says. */
function plot(runs: number, kind: string, content: readonly Markup[]): Markup {
  return html`<svg class="plot ${kind}" viewBox="0 0 ${runs} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">${content}</svg>`
}

function box(style: string, at: number, { top = 0, height = HEIGHT } = {}): Markup {
  return html`<rect class="${style}" x="${at}" y="${Number(top.toFixed(2))}" width=".92" height="${Number(height.toFixed(2))}"/>`
}

/** How many requirements got which verdict, a bar a run. */
export function verdictBars(runs: readonly KeptRecord[]): Markup {
  const bars = runs.flatMap(({ record: { requirements } }, at) => {
    let bottom = HEIGHT
    return verdicts.flatMap((verdict) => {
      const n = requirements.filter((one) => one.verdict === verdict).length
      if (n === 0) return []
      const height = (n / requirements.length) * HEIGHT
      bottom -= height
      return [box(verdict, at, { top: bottom, height })]
    })
  })
  return plot(runs.length, 'bars', bars)
}

/** The verdicts of one requirement, a box a run; none where it was not tested. */
export function verdictStrip(all: readonly (Verdict | undefined)[]): Markup {
  return plot(
    all.length,
    'strip',
    all.flatMap((verdict, at) => (verdict === undefined ? [] : [box(verdict, at)])),
  )
}

/** The values of an observation: numbers by their height, of all else where it changed. */
export function valuePlot({ values }: ObservationHistory): Markup {
  const numbers = values.map((value) => (value.trim() === '' ? Number.NaN : Number(value)))
  if (!numbers.every(Number.isFinite)) {
    let isOdd = false
    const boxes = values.map((value, at) => {
      if (at > 0 && value !== values[at - 1]) isOdd = !isOdd
      return box(isOdd ? 'observed' : 'not-applicable', at)
    })
    return plot(values.length, 'strip', boxes)
  }
  const least = Math.min(...numbers)
  const range = Math.max(...numbers) - least || 1
  const line = numbers.map((number, at) => {
    const y = HEIGHT - 5 - ((number - least) / range) * (HEIGHT - 10)
    return `${at === 0 ? 'M' : 'L'}${at} ${y.toFixed(1)}H${at + 1}`
  })
  return plot(values.length, 'line', [html`<path d="${line.join('')}" vector-effect="non-scaling-stroke"/>`])
}
