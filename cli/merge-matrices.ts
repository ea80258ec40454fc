import { z } from 'zod'
import { matrixOf } from '../proof/matrix.ts'
import { type MatrixShard, matrixShardSchema } from '../proof/read-matrix.ts'
import { isAsSealed, sha256Schema } from '../reports/digest.ts'
import { ReportError } from '../reports/directory.ts'
import { readJsonFile } from '../reports/read-json.ts'
import { allShards, type Common, type ShardFile } from './all-shards.ts'
import { prepareMatrix, reportMatrix } from './report-matrix.ts'
import { UsageError } from './usage.ts'

interface MatrixFile extends ShardFile {
  readonly content: MatrixShard
}

const COMMON: Common<MatrixFile> = {
  'builds of the suite': ({ content }) => content.tool,
  // Subject, seed, runs, selection, number of drawn faults.
  'runs of `faults`': ({ content: { run } }) => ({ ...run, shard: undefined }),
}

/**
 * Joins the matrices of all shards of `faults`, prints the whole and writes it.
 * @returns the exit status, as of `faults`
 * @throws UsageError where they are not all shards of one matrix, or it cannot be written
 */
export async function mergeMatrices(
  paths: readonly string[],
  { out }: { readonly out: string },
): Promise<number> {
  const files = allShards(await Promise.all(paths.map(readMatrixShard)), COMMON)
  const { shard: _, ...run } = files[0].content.run
  const judged = files.flatMap(({ content }) => [...content.faults, ...content.variants])
  try {
    await prepareMatrix(out)
    return await reportMatrix(matrixOf(judged), run, out)
  } catch (error) {
    if (error instanceof ReportError) throw new UsageError(error.message)
    throw error
  }
}

/** @throws UnreadableError where it is no matrix of a shard, UsageError where it was altered since */
async function readMatrixShard(path: string): Promise<MatrixFile> {
  const sealed = await readJsonFile(path, z.looseObject({ digest: sha256Schema }), 'matrix of a shard')
  if (!isAsSealed(sealed)) throw new UsageError(`${path} was altered after it was written`)
  const content = await readJsonFile(path, matrixShardSchema, 'matrix of a shard')
  return { path, shard: content.run.shard, content }
}
