import { families, familyOf } from '../../contract/index.ts'
import { verdicts } from '../../contract/verdict.ts'
import type { RequirementResult } from '../../harness/model/result.ts'
import { countVerdicts, groupBy } from '../summary.ts'
import { html, type Markup } from './markup.ts'
import { verdictStyles } from './verdicts.ts'

function cell({ id, level, verdict, title }: RequirementResult): Markup {
  const number = id.slice(id.lastIndexOf('-') + 1)
  return html`<li><a class="cell ${verdict}" href="#${id}" data-for="${id}" title="${id} (${level}), ${verdict}: ${title}"><span aria-hidden="true">${verdictStyles[verdict].symbol} ${number}</span><span class="unseen">${id} ${verdict}</span></a></li>`
}

/** What each verdict that occurs means, with how often it does. */
function legend(requirements: readonly RequirementResult[]): Markup {
  const counts = countVerdicts(requirements)
  return html`<ul class="legend">${verdicts
    .filter((verdict) => counts[verdict] > 0)
    .map(
      (verdict) =>
        html`<li><span class="cell ${verdict}" aria-hidden="true">${verdictStyles[verdict].symbol}</span> <b>${counts[verdict]} ${verdict}</b> <span class="quiet">${verdictStyles[verdict].meaning}</span></li>`,
    )}</ul>`
}

/** Every requirement as a cell, by family, told apart by colour and by symbol. */
export function grid(requirements: readonly RequirementResult[]): Markup {
  const byFamily = groupBy(requirements, ({ id }) => familyOf(id))
  return html`${legend(requirements)}
<table class="grid"><caption class="unseen">Requirements by family</caption><tbody>${families
    .filter(({ name }) => byFamily.has(name))
    .map(
      ({ name, title }) =>
        html`<tr><th scope="row"><a href="#family-${name}">${name}</a> <span class="quiet">${title}</span></th><td><ul class="cells">${(byFamily.get(name) ?? []).map(cell)}</ul></td></tr>`,
    )}</tbody></table>`
}
