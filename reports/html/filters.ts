import { families, familyOf } from '../../contract/index.ts'
import { verdicts } from '../../contract/verdict.ts'
import type { RequirementResult } from '../../harness/model/result.ts'
import { html, type Markup } from './markup.ts'
import { verdictStyles } from './verdicts.ts'

function choice(name: string, value: string, label: string): Markup {
  return html`<label><input type="checkbox" name="${name}" value="${value}"> ${label}</label>`
}

/** The form that narrows grid and list; nothing chosen in a group means all of it. Shown by the script that serves it. */
export function filters(requirements: readonly RequirementResult[]): Markup {
  const present = new Set(requirements.map(({ id }) => familyOf(id)))
  const levels = (['MUST', 'SHOULD', 'MAY'] as const).filter((level) =>
    requirements.some((requirement) => requirement.level === level),
  )
  const found = verdicts.filter((verdict) =>
    requirements.some((requirement) => requirement.verdict === verdict),
  )
  return html`<form id="filters" hidden aria-label="Filter the requirements">
<fieldset><legend>Verdict</legend>${found.map((verdict) => choice('verdict', verdict, `${verdictStyles[verdict].symbol} ${verdict}`))}</fieldset>
<fieldset><legend>Level</legend>${levels.map((level) => choice('level', level, level))}</fieldset>
<label>Family <select name="family"><option value="">all</option>${families
    .filter(({ name }) => present.has(name))
    .map(({ name, title }) => html`<option value="${name}">${name}: ${title}</option>`)}</select></label>
<label>Text <input type="search" name="text" autocomplete="off"></label>
<button type="reset">Show all</button>
<p id="shown" role="status"></p>
</form>`
}
