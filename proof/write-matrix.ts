import { join } from 'node:path'
import { writeWhole } from '../reports/directory.ts'
import type { Matrix } from './matrix.ts'
import { matrixMarkdown } from './matrix-markdown.ts'
import { matrixPage } from './matrix-page.ts'

/**
 * Writes the matrix as JSON, as Markdown and as a page.
 * @throws {ReportError} when the directory cannot be written to
 */
export async function writeMatrix(matrix: Matrix, dir: string): Promise<void> {
  await writeWhole(join(dir, 'matrix.json'), `${JSON.stringify(matrix, null, 2)}\n`)
  await writeWhole(join(dir, 'matrix.md'), matrixMarkdown(matrix))
  await writeWhole(join(dir, 'matrix.html'), matrixPage(matrix))
}
