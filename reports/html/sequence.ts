import type { ExaminationStep, Exchange } from '../../client/http/exchange.ts'
import { groupBy } from '../summary.ts'
import { clip, count } from '../text.ts'
import { answerText } from './exchange.ts'
import { html, type Markup } from './markup.ts'

/** More steps of one scenario, and more scenarios of one requirement, nobody reads. */
const MAX_STEPS = 60
const MAX_SCENARIOS = 30

const parties = ['browser', 'application', 'service'] as const

/** Between whom a step is, as a row of a table with a column for each party. */
function stepRow(exchange: Exchange, { from, to }: ExaminationStep): Markup {
  const [first, last] = [parties.indexOf(from), parties.indexOf(to)]
  const { pathname, search } = new URL(exchange.request.url)
  const before = html`${first > 0 && html`<td colspan="${first}"></td>`}`
  const after = html`${last < parties.length - 1 && html`<td colspan="${parties.length - 1 - last}"></td>`}`
  return html`<tr>${before}<td class="step ${from}-${to}" colspan="${last - first + 1}"><span class="quiet">${from} → ${to}</span> <code>${exchange.request.method} ${clip(pathname + search, 120)}</code> → <b>${answerText(exchange)}</b></td>${after}</tr>`
}

function sequence(name: string, exchanges: readonly Exchange[], isOpen: boolean): Markup {
  const more = exchanges.length - MAX_STEPS
  return html`<details class="sequence"${isOpen && html` open`}><summary>${clip(name, 200)}: <span class="quiet">${count(exchanges.length, 'step')}</span></summary>
<table><thead><tr>${parties.map((party) => html`<th scope="col">${party}</th>`)}</tr></thead>
<tbody>${exchanges.slice(0, MAX_STEPS).map((exchange) => exchange.step && stepRow(exchange, exchange.step))}</tbody></table>
${more > 0 && html`<p class="quiet">and ${count(more, 'step')} more, in exchanges.har</p>`}</details>`
}

/**
 * What happened between browser, application and service, scenario by scenario; empty where a service is the subject.
 * @param exchanges of one requirement
 * @param shown ids of exchanges that show a violation: their scenarios are open
 */
export function sequences(exchanges: readonly Exchange[], shown: ReadonlySet<number>): Markup {
  const steps = exchanges.filter(({ step }) => step !== undefined)
  const scenarios = [...groupBy(steps, ({ step }) => step?.scenario ?? '')]
    .map(([name, all]) => ({ name, all, isOpen: all.some(({ id }) => shown.has(id)) }))
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen))
  if (scenarios.length === 0) return html``
  const more = scenarios.length - MAX_SCENARIOS
  return html`<details class="sequences"${scenarios[0]?.isOpen && html` open`}><summary>What happened, in ${count(scenarios.length, 'scenario')}</summary>
${scenarios.slice(0, MAX_SCENARIOS).map(({ name, all, isOpen }) => sequence(name, all, isOpen))}
${more > 0 && html`<p class="quiet">and ${count(more, 'scenario')} more, in exchanges.har</p>`}</details>`
}
