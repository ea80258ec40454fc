import { raw } from 'hono/html'
import { verdicts } from '../../contract/verdict.ts'
import { html, type Markup, type Part } from '../html/markup.ts'
import { contentPolicy } from '../html/policy.ts'
import { style as reportStyle } from '../html/style.ts'
import { badge, verdictStyles } from '../html/verdicts.ts'
import { countsPhrase } from '../summary.ts'
import { clip, count, duration } from '../text.ts'
import type { KeptRecord, ObservationHistory, RequirementHistory, Trend } from './history.ts'
import { valuePlot, verdictBars, verdictStrip } from './plots.ts'
import { brokenSentence, targetOf, timeOf, trendSentence } from './text.ts'

const style = `${reportStyle}
.plot { display: block; width: 100%; height: 1.6rem }
.plot.bars { height: 9rem; margin: .6rem 0 }
.plot.line { height: 3.2rem; border-bottom: 1px solid var(--line) }
.plot rect { fill: var(--bg) }
.plot path { fill: none; stroke: var(--link); stroke-width: 2 }
.plot .error { fill: var(--ink) }
.history td:last-child { width: 40% }
@media print { .plot rect { print-color-adjust: exact } }
`

const at = (run: KeptRecord) => html`<time datetime="${run.record.run.startedAt}">${timeOf(run)}</time>`

/** How many changes of one thing are listed: its plot shows all. */
const MAX_CHANGES = 12

/** The values in the order of the runs, each where it differs from the one before; of many the latest. */
function changes<Value>(
  values: readonly (Value | undefined)[],
  runs: readonly KeptRecord[],
  show: (value: Value) => Markup,
): Markup {
  let last: Value | undefined
  const items = values.flatMap((value, index) => {
    const run = runs[index]
    if (value === undefined || value === last || !run) return []
    last = value
    return [html`<li>${show(value)} since ${at(run)}</li>`]
  })
  const more = items.length - MAX_CHANGES
  return html`<ul>${more > 0 && html`<li class="quiet">${count(more, 'change')} before</li>`}${items.slice(-MAX_CHANGES)}</ul>`
}

function requirementRow({ id, level, title, verdicts: all }: RequirementHistory, { runs }: Trend): Markup {
  return html`<tr><td><b>${id}</b> <span class="level">${level}</span><br>${clip(title, 300)}</td>
<td>${changes(all, runs, badge)}</td><td>${verdictStrip(all)}</td></tr>`
}

function observationRow(history: ObservationHistory, { runs }: Trend): Markup {
  const { requirement, name, values } = history
  return html`<tr><td><b>${requirement}</b><br>${clip(name, 300)}</td>
<td>${changes(values, runs, (value) => html`<code>${clip(value, 400)}</code>`)}</td><td>${valuePlot(history)}</td></tr>`
}

function table(heads: readonly string[], rows: readonly Markup[]): Markup {
  return html`<table class="observations history"><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`
}

function runRow(run: KeptRecord): Markup {
  const { record, file } = run
  const { summary, run: facts } = record
  return html`<tr><td>${at(run)}<br><span class="quiet">${clip(file, 200)}</span></td>
<td><b>${summary.outcome}</b>: ${countsPhrase(summary.verdicts)}${facts.only && html`<br><span class="quiet">confined to ${clip(facts.only.join(', '), 200)}</span>`}</td>
<td>${clip(targetOf(run), 200)}, ${count(facts.requests, 'request')} in ${duration(facts.durationMs)}</td></tr>`
}

function legend(): Part {
  return html`<ul class="legend">${verdicts.map((verdict) => html`<li><span class="cell ${verdict}" aria-hidden="true">${verdictStyles[verdict].symbol}</span> ${verdict}</li>`)}</ul>`
}

/** The trends as one HTML page that needs nothing else, not even a script. */
export function trendHtml(trends: readonly Trend[]): string {
  // The last run may have tried a part alone, and be green.
  const outcome = trends.some(({ broken }) => broken.length > 0)
    ? 'violates'
    : trends.at(-1)?.runs.at(-1)?.record.summary.outcome
  const [first, ...others] = trends
  const isOne = others.length === 0
  const title = first && isOne ? trendSentence(first) : count(trends.length, 'target')
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${contentPolicy({ style })}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><title>Trend of contract conformance</title><style>${raw(style)}</style></head>
<body><header class="masthead ${outcome}"><p class="quiet">Contract conformance over time</p>
<h1>${clip(title, 2_000)}</h1>${trends.map((trend) => html`<p class="counts">${!isOne && html`${clip(trendSentence(trend), 2_000)} `}${clip(brokenSentence(trend), 2_000)}</p>`)}</header>
<main>
${trends.map((trend, index) => sections(trend, isOne ? '' : `-${index + 1}`))}
</main></body></html>
`.toString()
}

/** @param suffix tells the sections of one target from those of another */
function sections(trend: Trend, suffix: string): Markup {
  const { runs, requirements, observations } = trend
  const [run] = runs
  const of = suffix !== '' && run ? html`: ${clip(targetOf(run), 200)}` : ''
  return html`<section aria-labelledby="verdicts${suffix}"><h2 id="verdicts${suffix}">Verdicts, run by run${of}</h2>${legend()}${verdictBars(runs)}<p class="quiet">A bar a run, the oldest first; the table of runs below has the numbers.</p></section>
<section aria-labelledby="requirements${suffix}"><h2 id="requirements${suffix}">Requirements that changed${of}</h2>${
    requirements.length === 0
      ? html`<p>None did.</p>`
      : table(
          ['Requirement', 'Verdict', 'Run by run'],
          requirements.map((one) => requirementRow(one, trend)),
        )
  }</section>
<section aria-labelledby="observations${suffix}"><h2 id="observations${suffix}">Observations that drifted${of}</h2><p>What the contract leaves open, as the service does it. None of it is right or wrong.</p>${
    observations.length === 0
      ? html`<p>None did.</p>`
      : table(
          ['Observation', 'Value', 'Run by run'],
          observations.map((one) => observationRow(one, trend)),
        )
  }</section>
<section aria-labelledby="runs${suffix}"><h2 id="runs${suffix}">Runs${of}</h2>${table(['Run', 'Outcome', 'Of what'], runs.map(runRow))}</section>`
}
