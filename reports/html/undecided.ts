import type { RequirementResult, RunResult } from '../../harness/model/result.ts'
import { groupBy, undecidedOf, wayToDecide } from '../summary.ts'
import { clip, count } from '../text.ts'
import { html, type Markup, type Part } from './markup.ts'

function row([why, members]: readonly [string, readonly RequirementResult[]]): Markup {
  const ids = members.map(
    ({ id, title }, index) => html`${index > 0 && ', '}<a href="#${id}" title="${title}">${id}</a>`,
  )
  return html`<li>${clip(why, 400)}: ${ids}</li>`
}

/** What the run says nothing of, by what would decide it, and what a freedom of the service makes empty, by the reason. */
export function undecidedSection(result: RunResult): Part {
  const undecided = undecidedOf(result)
  const empty = result.requirements.filter(({ verdict }) => verdict === 'not-applicable')
  if (undecided.length + empty.length === 0) return undefined
  const reasonOf = ({ reason = 'not applicable' }: RequirementResult) => reason
  return html`<section aria-labelledby="undecided"><h2 id="undecided">What was not tested, and why</h2>
${undecided.length > 0 && html`<p>${count(undecided.length, 'requirement')} could not be decided. None of them counts as kept.</p><ul>${[...groupBy(undecided, wayToDecide)].map(row)}</ul>`}
${empty.length > 0 && html`<p>${count(empty.length, 'requirement')} did not apply to this service.</p><ul>${[...groupBy(empty, reasonOf)].map(row)}</ul>`}</section>`
}
