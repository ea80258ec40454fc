import type { AdviceReport, AdviceResult } from '../../advice/advice.ts'
import { adviceSentence, seenPhrase } from '../advice.ts'
import { clip } from '../text.ts'
import { html, type Markup, type Part } from './markup.ts'

/** Advice has words of its own, so that nobody takes it for a verdict. */
const LOOKS = {
  advised: { symbol: '!', style: 'warn' },
  safe: { symbol: '✓', style: 'pass' },
  'not seen': { symbol: '?', style: 'not-applicable' },
} as const

/** An advice's status as symbol, colour and word. */
function adviceBadge(status: AdviceResult['status']): Markup {
  const { symbol, style } = LOOKS[status]
  return html`<span class="badge ${style}"><span aria-hidden="true">${symbol}</span> ${status}</span>`
}

/** A text of ours, whose code stands between backticks. */
function withCode(text: string): Part {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

function row(advice: AdviceResult, isDeep: boolean): Markup {
  const { id, title, clause, status, safe, todo } = advice
  return html`<tr id="advice-${id}"><td>${adviceBadge(status)}</td><td><b>${id}</b><br>${title}<br><span class="quiet">${clause}</span></td>
<td>${clip(seenPhrase(advice, isDeep), 1_000)}</td><td>${safe}${status === 'advised' && html`<br><b>To do:</b> ${withCode(todo)}`}</td></tr>`
}

function refusalTable({ refusals }: AdviceReport): Part {
  if (refusals.length === 0) return undefined
  return html`<h3>How the token endpoint refuses</h3><p>Code of partners branches on these. A later run that differs shows a change.</p>
<table class="observations"><thead><tr><th scope="col">Requirement</th><th scope="col">grant_type</th><th scope="col">Status and error</th></tr></thead>
<tbody>${refusals.map(({ requirement, grant, answers }) => html`<tr><td><a href="#${requirement}">${requirement}</a></td><td>${grant}</td><td>${clip(answers.join('; '), 600)}</td></tr>`)}</tbody></table>`
}

/** What the standards advise beyond the contract, what to mend first. */
export function adviceSection(advice: AdviceReport | undefined): Part {
  if (!advice) return undefined
  const order = Object.keys(LOOKS)
  const rows = advice.results.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return html`<section aria-labelledby="advice"><h2 id="advice">Security advice</h2>
<p>${adviceSentence(advice)} The contract asks for none of it: it decides no verdict and no exit status.</p>
<table class="observations advice"><thead><tr><th scope="col">Status</th><th scope="col">What is looked at</th><th scope="col">Seen</th><th scope="col">Safe</th></tr></thead>
<tbody>${rows.map((one) => row(one, advice.isDeep))}</tbody></table>
${refusalTable(advice)}</section>`
}
