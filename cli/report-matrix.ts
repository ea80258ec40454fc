import { dirname } from 'node:path'
import type { Matrix } from '../proof/matrix.ts'
import { matrixText } from '../proof/matrix-text.ts'
import { tallyOf, tallyText, WANTED } from '../proof/tally.ts'
import { isMatrixFile, type MatrixRun, writeGenerated, writeMatrix } from '../proof/write-matrix.ts'
import { prepareDirectory } from '../reports/directory.ts'

/** Makes the place for a matrix where it is missing, before time is spent on it. */
export async function prepareMatrix(out: string): Promise<void> {
  await prepareDirectory(isMatrixFile(out) ? dirname(out) : out)
}

/**
 * Prints a matrix, and writes it where that is wanted.
 * @returns 0 where every fault is caught and rightly named (of generated ones 99 %) and no variant accused, else 1
 */
export async function reportMatrix(matrix: Matrix, run: MatrixRun, out?: string): Promise<0 | 1> {
  process.stdout.write(matrixText(matrix))
  if (run.generated === undefined) {
    if (out) await writeMatrix(matrix, out, run)
    return matrix.sensitivity === 1 && matrix.specificity === 1 ? 0 : 1
  }
  if (out) await writeGenerated(matrix, out, run)
  process.stdout.write(tallyText(tallyOf(matrix)))
  return matrix.sensitivity >= WANTED && matrix.specificity === 1 ? 0 : 1
}
