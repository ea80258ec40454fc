import type { JudgedCase, Matrix } from './matrix.ts'
import { caseName, figureSentence } from './matrix-text.ts'
import { requirementsOf } from './requirements-of.ts'
import type { Subject } from './run-cases.ts'

/** The matrix as Markdown: for each requirement the faults that prove it, then the variants. */
export function matrixMarkdown(matrix: Matrix, subject: Subject): string {
  const rows = requirementsOf(subject).map(({ id, level, title }) => {
    const proofs = matrix.faults.filter(({ proofCase }) => proofCase.requirement === id).map(proof)
    return `| ${id} | ${level} | ${cell(title)} | ${proofs.join('<br>') || 'none: nothing to break'} |`
  })
  const freedoms = matrix.variants.map((judged) => {
    const accused = judged.wrongly.map(({ id }) => id).join(', ')
    return `| \`${caseName(judged)}\` | ${cell(judged.proofCase.description)} | ${accused || 'not accused'} |`
  })
  return [
    '# What proves the suite',
    '',
    figureSentence(matrix),
    '',
    '| Requirement | Level | Statement | Faults |',
    '|---|---|---|---|',
    ...rows,
    '',
    '| Variant | What is different | Outcome |',
    '|---|---|---|',
    ...freedoms,
    '',
  ].join('\n')
}

function proof(judged: JudgedCase): string {
  const also =
    judged.wrongly.length > 0 ? `, also blamed: ${judged.wrongly.map(({ id }) => id).join(', ')}` : ''
  return `\`${caseName(judged)}\` ${judged.outcome}${also}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
