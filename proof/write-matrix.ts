import { join } from 'node:path'
import type { Shard } from '../harness/model/shard.ts'
import { build } from '../reports/build.ts'
import { sealed } from '../reports/digest.ts'
import { writeWhole } from '../reports/directory.ts'
import type { JudgedCase, Matrix } from './matrix.ts'
import { matrixMarkdown } from './matrix-markdown.ts'
import { matrixPage } from './matrix-page.ts'
import type { Subject } from './run-cases.ts'
import { tallyMarkdown, tallyOf } from './tally.ts'

/** How the cases of a matrix were chosen and run. */
export interface MatrixRun {
  readonly subject: Subject
  readonly seed: number
  /** Cases that a property tried where a fault was looked for. */
  readonly runs: number
  /** What it was limited to; absent where nothing was left out. */
  readonly only?: readonly string[]
  /** How many faults were drawn; absent where the known ones were tried. */
  readonly generated?: number
  /** Which part of the cases was tried; absent where all were. */
  readonly shard?: Shard
}

/** Whether this names the one file for the matrix, and no directory. */
export function isMatrixFile(out: string): boolean {
  return out.endsWith('.json')
}

/**
 * Writes the matrix as JSON, as Markdown and as a page into a directory; or as JSON into a file that is named so.
 * @throws {ReportError} when there cannot be written
 */
export async function writeMatrix(matrix: Matrix, out: string, run: MatrixRun): Promise<void> {
  if (isMatrixFile(out)) return writeWhole(out, matrixJson(matrix, run))
  await writeWhole(join(out, 'matrix.json'), matrixJson(matrix, run))
  await writeWhole(join(out, 'matrix.md'), matrixMarkdown(matrix, run.subject))
  await writeWhole(join(out, 'matrix.html'), matrixPage(matrix, run.subject))
}

/**
 * Writes what became of generated faults, as JSON and as Markdown into a directory; or as JSON into a file.
 * @throws {ReportError} when there cannot be written
 */
export async function writeGenerated(matrix: Matrix, out: string, run: MatrixRun): Promise<void> {
  const text = matrixJson({ ...tallyOf(matrix), ...matrix }, run)
  if (isMatrixFile(out)) return writeWhole(out, text)
  await writeWhole(join(out, 'generated.json'), text)
  await writeWhole(join(out, 'generated.md'), tallyMarkdown(matrix))
}

/** With the build that it proves and the digest of its content. Of a case the file says `trial`, as it always has. */
export function matrixJson({ faults, variants, ...figures }: Matrix, run: MatrixRun): string {
  const written = (cases: readonly JudgedCase[]) =>
    cases.map(({ proofCase: trial, ...rest }) => ({ trial, ...rest }))
  const { commit: _, ...tool } = build()
  const content = { tool, run, faults: written(faults), variants: written(variants), ...figures }
  return `${JSON.stringify(sealed(content), null, 2)}\n`
}
