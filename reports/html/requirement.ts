import type { Exchange } from '../../client/http/exchange.ts'
import { familyOf, sentencesOf, stakesOf } from '../../contract/index.ts'
import { commandLine } from '../../harness/model/command-line.ts'
import { byKind, type ViolationGroup } from '../../harness/model/kinds.ts'
import { remarkSentence } from '../../harness/model/remarks.ts'
import type { Observation, RequirementResult, RunResult, Violation } from '../../harness/model/result.ts'
import { breadthPhrase, followersOf } from '../summary.ts'
import { clip, count, duration } from '../text.ts'
import { comesAndGoes, moreOfTheKind, patternsOf, replayOf } from '../violations.ts'
import { exchangeAsLine, exchangeInFull, prettyBody } from './exchange.ts'
import { html, type Markup, type Part } from './markup.ts'
import { sequences } from './sequence.ts'
import { badge } from './verdicts.ts'

/** How many violations of one requirement are shown; more of the same cause teach nothing. */
const MAX_VIOLATIONS = 10
const MAX_TEXT = 4_000

/** What may still be spent on exchanges in full, for the whole page, in characters of HTML. */
export class Budget {
  #left: number

  constructor(characters: number) {
    this.#left = characters
  }

  /** The exchange in full as long as there is room, else its line. */
  show(exchange: Exchange): Markup {
    if (this.#left <= 0) return exchangeAsLine(exchange)
    const shown = exchangeInFull(exchange)
    this.#left -= shown.length
    return shown
  }
}

/** What the part about one requirement is made from. */
interface RequirementPart {
  readonly requirement: RequirementResult
  readonly observations: readonly Observation[]
  readonly result: RunResult
  readonly budget: Budget
}

/** The command that tests one requirement again as it was tested. */
function repeatCommand({ id }: RequirementResult, { run, target }: RunResult): string {
  return `${commandLine(target.kind, run.envFile)} --only ${id} --seed ${run.seed} --runs ${run.runs}`
}

function row(term: string, description: Part): Markup {
  return html`<div><dt>${term}</dt><dd>${description}</dd></div>`
}

function violation(
  { violation: shown, others }: ViolationGroup<Violation>,
  index: number,
  part: RequirementPart,
  of: number,
): Markup {
  const { requirement, budget } = part
  const { counterexample } = shown
  const seen = comesAndGoes(shown)
  const anchor = `${requirement.id}-violation-${index + 1}`
  const curl = shown.curl.length > 0 ? shown.curl : (counterexample?.curl ?? [])
  const number = of > 1 ? ` ${index + 1} of ${of}` : ''
  const again = replayOf([shown, ...others])
  const alike = moreOfTheKind(others.length)
  const title = `Violation${number}${shown.case === undefined ? '' : `: ${clip(shown.case, 300)}`}`
  return html`<section class="violation" id="${anchor}" aria-labelledby="${anchor}-title">
<h5 id="${anchor}-title">${title} <a class="anchor" href="#${anchor}" aria-label="Link to violation ${index + 1} of ${requirement.id}">#</a></h5>
<div class="pair compare"><div class="expected"><h6>Expected</h6><p>${clip(shown.expected, MAX_TEXT)}</p></div>
<div class="received"><h6>Received</h6><p>${clip(shown.received, MAX_TEXT)}</p></div></div>
${alike !== undefined && html`<p class="quiet">${alike}</p>`}
${seen !== undefined && html`<p>It comes and goes: seen ${seen}.</p>`}
${counterexample && html`<h6>Smallest input that shows it</h6><pre>${prettyBody(counterexample.value)}</pre>`}
${again !== undefined && html`<h6>Send just this case again</h6><pre class="command">${again}</pre>`}
${curl.length > 0 && html`<h6>By hand</h6><pre class="command">${clip(curl.join('\n'), 4 * MAX_TEXT)}</pre>`}
${shown.exchanges.length > 0 && html`<h6>${count(shown.exchanges.length, 'exchange')} that ${shown.exchanges.length === 1 ? 'shows' : 'show'} it</h6>`}
${shown.exchanges.map((exchange) => budget.show(exchange))}
</section>`
}

function needs({ verdict, because, needs: keys = [] }: RequirementResult): Part {
  if (verdict !== 'inconclusive' || because !== undefined) return undefined
  const wanted = keys.length
    ? html`<ul>${keys.map((key) => html`<li><code>${key}</code></li>`)}</ul>`
    : 'nothing that could be configured: see the reason'
  return row('What would decide it', wanted)
}

/** The sentences of the contract, further down on the page, that the requirement tests. */
function sentenceLinks(id: string): Part {
  return sentencesOf(id).map(
    (number, index) => html`${index > 0 && ', '}<a href="#sentence-${number}">${number}</a>`,
  )
}

/** What is broken only since this requirement is, each in one line. */
export function beneath(result: RunResult, id: string): Part {
  const followers = followersOf(result, id)
  if (followers.length === 0) return undefined
  return html`<ul class="quiet">${followers.map((one) => html`<li><a href="#${one.id}">${one.id}</a> ${one.reason ?? ''}</li>`)}</ul>`
}

/** All that the run found out about one requirement, folded unless somebody must look at it. */
export function requirementPart(part: RequirementPart): Markup {
  const { requirement, observations, result } = part
  const { id, level, title, source, verdict, because, reason, violations } = requirement
  const { cases, requests, durationMs, remarks = [] } = requirement
  const isOpen = (violations.length > 0 && because === undefined) || verdict === 'error'
  const kinds = byKind(violations)
  const more = kinds.slice(MAX_VIOLATIONS).reduce((sum, { others }) => sum + 1 + others.length, 0)
  const patterns = patternsOf(requirement)
  const breadth = breadthPhrase(requirement)
  const matters = stakesOf(id)
  return html`<details class="requirement ${verdict}" id="${id}" data-verdict="${verdict}" data-level="${level}" data-family="${familyOf(id)}"${isOpen && html` open`}>
<summary><h4>${badge(verdict)} <span class="id">${id}</span> <span class="level">${level}</span> <span class="title">${title}</span>${remarks.length > 0 && html` <span class="quiet">(with a remark)</span>`}</h4></summary>
<dl class="facts">
${row('The contract says', title)}
${row('Where', source)}
${row('Sentences', sentenceLinks(id))}
${violations.length > 0 && matters !== undefined && row('Why it matters', matters)}
${reason !== undefined && row(verdict === 'error' ? 'What failed' : 'Why', clip(reason, MAX_TEXT))}
${because !== undefined && row('Follows from', html`<a href="#${because}">${because}</a>`)}
${followersOf(result, id).length > 0 && row('Broken by it too', beneath(result, id))}
${needs(requirement)}
${row('Tried', `${count(cases, 'case')}, ${count(requests, 'request')}, ${duration(durationMs)}`)}
${remarks.length > 0 && row('Remark', html`<ul>${remarks.map((one) => html`<li>${clip(remarkSentence(one), 1_000)}</li>`)}</ul>`)}
${breadth !== undefined && row('Broken in', breadth)}
${patterns.length > 0 && row('What fails', html`<ul>${patterns.map((pattern) => html`<li>${clip(pattern, 1_000)}</li>`)}</ul>`)}
${observations.length > 0 && row('Observed', html`<ul>${observations.map(({ name, value }) => html`<li>${clip(name, 300)}: <b>${clip(value, 1_000)}</b></li>`)}</ul>`)}
${row('Repeat just this', html`<code>${repeatCommand(requirement, result)}</code> <a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a>`)}
</dl>
${kinds.slice(0, MAX_VIOLATIONS).map((kind, index) => violation(kind, index, part, kinds.length))}
${more > 0 && html`<p class="quiet">${count(more, 'violation')} more, in record.json</p>`}
${sequences(
  result.exchanges.filter(({ requirement: of }) => of === id),
  new Set(violations.flatMap(({ exchanges }) => exchanges.map((exchange) => exchange.id))),
)}
${requests > 0 && html`<details class="log" data-requirement="${id}"><summary>All ${count(requests, 'exchange')} of ${id}</summary></details>`}
</details>`
}
