import { join } from 'node:path'
import { writeWhole } from '../reports/directory.ts'
import type { JudgedCase, Matrix } from './matrix.ts'
import { matrixMarkdown } from './matrix-markdown.ts'
import { matrixPage } from './matrix-page.ts'

/**
 * Writes the matrix as JSON, as Markdown and as a page.
 * @throws {ReportError} when the directory cannot be written to
 */
export async function writeMatrix(matrix: Matrix, dir: string): Promise<void> {
  await writeWhole(join(dir, 'matrix.json'), matrixJson(matrix))
  await writeWhole(join(dir, 'matrix.md'), matrixMarkdown(matrix))
  await writeWhole(join(dir, 'matrix.html'), matrixPage(matrix))
}

/** Of a case the file says `trial`, as it always has. */
function matrixJson({ faults, variants, ...figures }: Matrix): string {
  const written = (cases: readonly JudgedCase[]) =>
    cases.map(({ proofCase: trial, ...rest }) => ({ trial, ...rest }))
  return `${JSON.stringify({ faults: written(faults), variants: written(variants), ...figures }, null, 2)}\n`
}
