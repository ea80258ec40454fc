import { raw } from 'hono/html'
import { families, familyOf } from '../../contract/index.ts'
import type { RunResult, Violation } from '../../harness/model/result.ts'
import { limitsSentence } from '../limits.ts'
import {
  breadthPhrase,
  brokenOf,
  brokenPendingOf,
  countsPhrase,
  countVerdicts,
  groupBy,
  outcomeSentence,
  overlaySentence,
  warnedOf,
} from '../summary.ts'
import { clip, count, duration } from '../text.ts'
import { threatSentence, threatsOf } from '../threats.ts'
import { actionsOf } from '../who-acts.ts'
import { adviceSection } from './advice.ts'
import { chart } from './chart.ts'
import { contractPart } from './contract.ts'
import { exchangeData } from './exchange-data.ts'
import { filters } from './filters.ts'
import { grid } from './grid.ts'
import { html, type Markup, type Part } from './markup.ts'
import { contentPolicy } from './policy.ts'
import { Budget, beneath, requirementPart } from './requirement.ts'
import { script } from './script.ts'
import { style } from './style.ts'
import { threatsSection } from './threats.ts'
import { undecidedSection } from './undecided.ts'
import { badge } from './verdicts.ts'

/** Room for exchanges in full, so that a run in which everything fails still makes a page that can be mailed. */
const EXCHANGES_IN_FULL = 1_000_000

function masthead(result: RunResult): Markup {
  const { target, run, tool, outcome, requirements } = result
  const fact = (term: string, value: Part) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`
  const isApplication = target.kind === 'application'
  const what = target.kind === 'mock' ? 'the embedded mock' : 'a sandbox'
  return html`<header class="masthead ${outcome}">
<p class="quiet">${isApplication ? "Contract conformance of a partner's application" : 'Contract conformance of a Donation Partner API'}</p>
<h1>${outcomeSentence(result)}</h1>
<p class="counts">${requirements.length > 0 && `${countsPhrase(countVerdicts(requirements))}.`} ${overlaySentence(result)}</p>
<div class="pair">
<section aria-labelledby="who"><h2 id="who">Who must act</h2><ul>${actionsOf(result).map(({ who, what: todo }) => html`<li><b>${who}</b>: ${clip(todo, 1_000)}.</li>`)}</ul></section>
<section aria-labelledby="run"><h2 id="run">The run</h2><dl class="facts">
${
  isApplication
    ? fact('Tested', html`an application at <code>${target.appUrl}</code>`)
    : fact(
        'Tested',
        html`${what}: <code>${target.apiUrl}</code>, authorization <code>${target.authUrl}</code>`,
      )
}
${fact('When', html`<time datetime="${run.startedAt}">${run.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}</time>`)}
${fact('How long', `${duration(run.durationMs)}, ${count(run.requests, 'request')}`)}
${run.limits && fact('Limit', clip(limitsSentence(run, run.limits), 600))}
${fact('Seed', `${run.seed}, ${count(run.runs, 'case')} a property${run.strict ? ', strict' : ''}`)}
${run.only && fact('Confined to', clip(run.only.join(', '), 400))}
${fact('By', `${tool.name} ${tool.version}`)}
</dl></section></div>
${contents(result)}</header>`
}

/** The way to what a reviewer asks for, below all that was tested. */
function contents(result: RunResult): Markup {
  const threats = threatsOf(result)
  return html`<nav aria-label="Sections">${undecidedSection(result) && html`<a href="#undecided">What was not tested, and why</a> · `}<a href="#requirements">Requirement by requirement</a> · <a href="#contract">The contract, sentence by sentence</a>${threats && html` · <a href="#threats">Threats, and what to mend first</a>`}${result.advice && html` · <a href="#advice">Security advice</a>`}${threats && html`<br>${threatSentence(threats)}`}</nav>`
}

/** The request that a violation is about, the first of those that show it, and the case where it has a name. */
function sentBy({ case: name, exchanges: [first] }: Violation): string | undefined {
  if (!first) return name
  const { method, url, body = '' } = first.request
  const { pathname, search } = new URL(url)
  return [`${method} ${pathname}${search}`, body, name && `(${name})`].filter(Boolean).join(' ')
}

/** What is broken, each in one line, for whoever reads no further. */
function findings(result: RunResult): Part {
  const broken = brokenOf(result)
  const warned = result.run.strict ? [] : warnedOf(result)
  if (broken.length + warned.length === 0) return undefined
  const known = new Set(result.baseline?.known.map(({ requirement }) => requirement))
  const pending = new Set(brokenPendingOf(result).map(({ requirement }) => requirement))
  return html`<section aria-labelledby="findings"><h2 id="findings">What is wrong</h2><ol class="findings">${[
    ...broken,
    ...warned,
  ].map((requirement) => {
    const { id, verdict, title, violations } = requirement
    const [first] = violations
    const sent = first && sentBy(first)
    const breadth = breadthPhrase(requirement)
    return html`<li>${known.has(id) && 'known: '}${pending.has(id) && 'pending: '}${badge(verdict)} <a href="#${id}">${id}</a> ${title}${breadth !== undefined && html` <span class="quiet">(${breadth})</span>`}${sent && html`<br><span class="quiet">sent</span> ${clip(sent, 200)}`}${first && html`<br><span class="quiet">expected</span> ${clip(first.expected, 200)}<br><span class="quiet">received</span> ${clip(first.received, 200)}`}${beneath(result, id)}</li>`
  })}</ol></section>`
}

/** What whoever runs the suite has to know of the state that the run left behind. */
function notesOf({ notes = [] }: RunResult): Part {
  if (notes.length === 0) return undefined
  return html`<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>${notes.map((note) => html`<li>${clip(note, 500)}</li>`)}</ul></section>`
}

function requirementList(result: RunResult): Markup {
  const budget = new Budget(EXCHANGES_IN_FULL)
  const observations = groupBy(result.observations, ({ requirement }) => requirement)
  const byFamily = groupBy(result.requirements, ({ id }) => familyOf(id))
  return html`${families.map(({ name, title }) => {
    const members = byFamily.get(name) ?? []
    return (
      members.length > 0 &&
      html`<section class="family" id="family-${name}" aria-labelledby="title-${name}"><h3 id="title-${name}">${name}: ${title}</h3>
${members.map((requirement) => requirementPart({ requirement, observations: observations.get(requirement.id) ?? [], result, budget }))}</section>`
    )
  })}`
}

function observationTable({ observations }: RunResult): Markup {
  if (observations.length === 0) return html`<p>Nothing was observed.</p>`
  return html`<p>What the contract leaves open, as this service does it. None of it is right or wrong; a later run that differs shows a change.</p>
<table class="observations"><thead><tr><th scope="col">Requirement</th><th scope="col">What</th><th scope="col">This service</th></tr></thead>
<tbody>${observations.map(({ requirement, name, value }) => html`<tr><td><a href="#${requirement}">${requirement}</a></td><td>${clip(name, 300)}</td><td>${clip(value, 1_000)}</td></tr>`)}</tbody></table>`
}

/** What a browser lets the page do: whoever holds a page against it knows that nobody added anything that acts. */
export const reportPolicy = contentPolicy({ style, script }).toString()

/**
 * The run as one HTML page that needs nothing else: no network, no other file. Everything that came from the service
 * is escaped, and a content security policy lets nothing run but the page's own script.
 *
 * @param record SHA-256 of the content of the record that it goes with, in hex
 */
export function reportHtml(result: RunResult, record?: string): string {
  const own = result.exchanges.filter(({ requirement }) => requirement === undefined).length
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${raw(reportPolicy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">${record !== undefined && html`<meta name="record" content="${record}">`}
<link rel="icon" href="data:,"><title>${result.outcome}: contract conformance</title><style>${raw(style)}</style></head>
<body><a class="skip" href="#requirements">Skip to the requirements</a>
${masthead(result)}
<main>
${findings(result)}
<section aria-labelledby="overview"><h2 id="overview">All requirements at a glance</h2>${grid(result.requirements)}</section>
<section aria-labelledby="time"><h2 id="time">The run in time</h2>${chart(result)}</section>
${undecidedSection(result)}
${notesOf(result)}
<section aria-labelledby="requirements"><h2 id="requirements">Requirement by requirement</h2>${filters(result.requirements)}${requirementList(result)}</section>
<section aria-labelledby="observations"><h2 id="observations">Observations</h2>${observationTable(result)}</section>
${contractPart(result)}
${threatsSection(result)}
${adviceSection(result.advice)}
${own > 0 && html`<section aria-labelledby="own"><h2 id="own">Sent by the suite for itself</h2><details class="log" data-requirement=""><summary>${count(own, 'exchange')}: logins, tokens, fixtures</summary></details></section>`}
<noscript><p>Without its script this page shows no filters, and of the exchanges only those that show a violation. All of them are in exchanges.har.</p></noscript>
</main>
<script type="application/json" id="exchanges">${exchangeData(result)}</script>
<script>${raw(script)}</script></body></html>
`.toString()
}
