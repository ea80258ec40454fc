import type { JudgedCase, Matrix } from './matrix.ts'
import { caseName, figureSentence } from './matrix-text.ts'
import { requirementsOf } from './requirements-of.ts'
import type { Subject } from './run-cases.ts'

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}th,td{border:1px solid #8884;padding:.3rem .5rem;text-align:left;vertical-align:top}
code{font-size:.9em}.bad{font-weight:bold}`

/** The matrix as one page that needs nothing but itself. */
export function matrixPage(matrix: Matrix, subject: Subject): string {
  const requirements = requirementsOf(subject).map(({ id, level, title }) => {
    const proofs = matrix.faults.filter(({ proofCase }) => proofCase.requirement === id)
    return `<tr id="${id}"><td>${id}</td><td>${level}</td><td>${escapeHtml(title)}</td><td>${proofs.map(proof).join('') || 'nothing to break'}</td></tr>`
  })
  const variants = matrix.variants.map((judged) => {
    const accused = judged.wrongly
      .map(({ id, why }) => `<span class="bad">${id}</span> ${escapeHtml(why)}`)
      .join('<br>')
    return `<tr><td><code>${escapeHtml(caseName(judged))}</code></td><td>${escapeHtml(judged.proofCase.description)}</td><td>${accused || 'not accused'}</td></tr>`
  })
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What proves the suite</title><style>${STYLE}</style>
<h1>What proves the suite</h1>
<p>${figureSentence(matrix)}</p>
<h2>Requirements and the faults that prove them</h2>
<table><thead><tr><th>Requirement<th>Level<th>Statement<th>Faults</thead><tbody>${requirements.join('\n')}</tbody></table>
<h2>Legal variants</h2>
<table><thead><tr><th>Variant<th>What is different<th>Outcome</thead><tbody>${variants.join('\n')}</tbody></table>
</html>
`
}

function proof(judged: JudgedCase): string {
  const also = judged.wrongly.map(({ id }) => id).join(', ')
  const outcome = judged.outcome === 'caught' ? 'caught' : `<span class="bad">${judged.outcome}</span>`
  return `<details><summary><code>${escapeHtml(caseName(judged))}</code> ${outcome}${also ? `, also blamed: ${also}` : ''}</summary>${escapeHtml(judged.proofCase.description)}</details>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
