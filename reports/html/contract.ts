import {
  type CitedId,
  countTreatments,
  type NumberedSentence,
  numberedContract,
} from '../../contract/text/index.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { html, type Markup, type Part } from './markup.ts'
import { badge } from './verdicts.ts'

type Verdicts = ReadonlyMap<string, Verdict>

/** An id with the verdict of this run; the suites do not test partners, and a run may leave requirements out. */
function cited(id: CitedId, verdicts: Verdicts): Markup {
  const verdict = verdicts.get(id)
  if (verdict) return html`<li>${badge(verdict)} <a href="#${id}">${id}</a></li>`
  const why = id.startsWith('PARTNER-') ? "the partner's side" : 'not in this run'
  return html`<li>${id} <span class="quiet">${why}</span></li>`
}

function row({ number, says, tested, untested }: NumberedSentence, verdicts: Verdicts): Markup {
  const ids = tested && html`<ul class="cited">${tested.map((id) => cited(id, verdicts))}</ul>`
  const why: Part =
    untested && html`<span class="quiet">${tested && 'in part '}${untested.kind}: ${untested.because}</span>`
  return html`<tr id="sentence-${number}"><td>${number}</td><td>${says}.</td><td>${ids}${why}</td></tr>`
}

/** The whole contract in our own words, each sentence with what this run says of it, or why nothing tests it. */
export function contractPart({ requirements }: Pick<RunResult, 'requirements'>): Markup {
  const verdicts: Verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]))
  const counts = [...countTreatments()].map(([treatment, count]) => `${count} ${treatment}`)
  return html`<section aria-labelledby="contract"><h2 id="contract">The contract, sentence by sentence</h2>
<p>What this run says of each sentence of the contract, or why nothing tests it. Of all sentences ${counts.join(', ')}.</p>
${numberedContract.map(
  ({ number, title, sentences }) =>
    html`<details><summary><h3 class="inline">${number}. ${title}</h3></summary>
<table class="sentences"><thead><tr><th scope="col">No.</th><th scope="col">The contract says</th><th scope="col">Tested by</th></tr></thead>
<tbody>${sentences.map((sentence) => row(sentence, verdicts))}</tbody></table></details>`,
)}</section>`
}
