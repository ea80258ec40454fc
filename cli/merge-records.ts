import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Exchange } from '../client/http/exchange.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import { type FinishedShard, joinShards } from '../harness/engine/join-shards.ts'
import type { Minimum } from '../harness/model/outcome.ts'
import { chooseReporters } from '../reports/choose.ts'
import { isAsSealed, sha256Schema } from '../reports/digest.ts'
import { prepareDirectory, ReportError, removeReports } from '../reports/directory.ts'
import { allExchangesOf, recordingSchema } from '../reports/har/read.ts'
import { readJsonFile } from '../reports/read-json.ts'
import { recordSchema } from '../reports/record.ts'
import { asShard, finishedShard, type ShardRecord } from '../reports/shards.ts'
import { allShards, type Common, type ShardFile } from './all-shards.ts'
import { applyOverlays, overlayFiles, readOverlays } from './overlays.ts'
import { reportRun } from './report-run.ts'
import { UsageError } from './usage.ts'

/** The options of `merge`, read and checked one by one. */
export interface MergeOptions {
  readonly out: string
  readonly reporter?: readonly string[]
  readonly requireDecided: boolean
  readonly minDecided?: Minimum
  readonly baseline?: string
  readonly pending?: string
}

interface RecordFile extends ShardFile {
  readonly record: ShardRecord
  /** Where its other reports are. */
  readonly directory: string
}

const COMMON: Common<RecordFile> = {
  'builds of the suite': ({ record }) => record.tool,
  // Each shard starts the embedded mock for itself, at ports that are free.
  targets: ({ record: { target } }) => (target.kind === 'mock' ? target.kind : target),
  'seeds (--seed)': ({ record }) => record.run.seed,
  'numbers of cases (--runs)': ({ record }) => record.run.runs,
  'strictness (--strict)': ({ record }) => record.run.strict,
  'requirements (--only)': ({ record }) => record.run.shard.only,
}

/**
 * Joins the records of all shards of a run, writes the reports and prints the summary.
 * @returns the exit status, as of a run
 * @throws UsageError where they are not all shards of one run, or the reports cannot be written
 */
export async function mergeRecords(paths: readonly string[], options: MergeOptions): Promise<number> {
  const files = allShards(await Promise.all(paths.map(readShard)), COMMON)
  const own = files.find(({ directory }) => resolve(directory) === resolve(options.out))
  if (own) throw new UsageError(`--out would overwrite ${own.path}: name another directory`)
  const reporters = await chooseReporters(options.reporter)
  const overlays = await readOverlays(options)
  const [first, ...others] = await finishedShards(files)
  if (!first) throw new UsageError('there is nothing to join')
  const result = await applyOverlays(joinShards([first, ...others]), overlays, options)
  try {
    await prepareDirectory(options.out)
    await removeReports(options.out, overlayFiles(options))
    return await reportRun(result, { ...options, reporters }, new SecretRegistry())
  } catch (error) {
    if (error instanceof ReportError) throw new UsageError(error.message)
    throw error
  }
}

/** @throws UnreadableError where it is no record, UsageError where it is of a whole run, or was altered since */
async function readShard(path: string): Promise<RecordFile> {
  const content = await readJsonFile(path, z.looseObject({ digest: sha256Schema }), 'record of a shard')
  const record = asShard(await readJsonFile(path, recordSchema, 'record of a shard'))
  if (!record)
    throw new UsageError(`${path} is the record of a whole run: \`run --shard\` writes those of shards`)
  if (!isAsSealed(content)) throw new UsageError(`${path} was altered after it was written`)
  const directory = statSync(path).isDirectory() ? path : dirname(path)
  return { path, directory, record, shard: record.run.shard }
}

/** What the shards found, no two exchanges with the same number. */
async function finishedShards(files: readonly RecordFile[]): Promise<readonly FinishedShard[]> {
  const finished: FinishedShard[] = []
  let offset = 0
  for (const file of files) {
    const shard = finishedShard(file.record, await exchangesBeside(file), offset)
    finished.push(shard)
    offset = shard.exchanges.reduce((most, { id }) => Math.max(most, id), offset)
  }
  return finished
}

/** The requests of a shard; none where its archive was not kept, which no verdict depends on. */
async function exchangesBeside({ directory, record }: RecordFile): Promise<readonly Exchange[]> {
  const path = join(directory, 'exchanges.har')
  if (!existsSync(path)) return []
  const recording = await readJsonFile(path, recordingSchema, 'HTTP archive')
  if (recording.log._record !== record.digest?.sha256)
    throw new UsageError(`${path} is not of the record beside it`)
  return allExchangesOf(recording)
}
