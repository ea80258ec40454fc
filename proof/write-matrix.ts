import { join } from 'node:path'
import { writeWhole } from '../reports/directory.ts'
import type { JudgedCase, Matrix } from './matrix.ts'
import { matrixMarkdown } from './matrix-markdown.ts'
import { matrixPage } from './matrix-page.ts'
import type { Subject } from './run-cases.ts'
import { tallyMarkdown, tallyOf } from './tally.ts'

/**
 * Writes the matrix as JSON, as Markdown and as a page.
 * @throws {ReportError} when the directory cannot be written to
 */
export async function writeMatrix(matrix: Matrix, dir: string, subject: Subject): Promise<void> {
  await writeWhole(join(dir, 'matrix.json'), `${JSON.stringify(matrixContent(matrix), null, 2)}\n`)
  await writeWhole(join(dir, 'matrix.md'), matrixMarkdown(matrix, subject))
  await writeWhole(join(dir, 'matrix.html'), matrixPage(matrix, subject))
}

/**
 * Writes what became of generated faults, as JSON and as Markdown.
 * @throws {ReportError} when the directory cannot be written to
 */
export async function writeGenerated(matrix: Matrix, dir: string): Promise<void> {
  const content = { ...tallyOf(matrix), ...matrixContent(matrix) }
  await writeWhole(join(dir, 'generated.json'), `${JSON.stringify(content, null, 2)}\n`)
  await writeWhole(join(dir, 'generated.md'), tallyMarkdown(matrix))
}

/** Of a case the file says `trial`, as it always has. */
function matrixContent({ faults, variants, ...figures }: Matrix) {
  const written = (cases: readonly JudgedCase[]) =>
    cases.map(({ proofCase: trial, ...rest }) => ({ trial, ...rest }))
  return { faults: written(faults), variants: written(variants), ...figures }
}
