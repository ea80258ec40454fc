import { Command } from 'commander'
import { DEFAULT_OUT } from '../harness/model/defaults.ts'
import type { MergeOptions } from './merge-records.ts'
import { reporterOption } from './reporter-option.ts'
import { notEmpty, UsageError } from './usage.ts'
import { minDecidedOption, requireDecidedOption } from './verdict-options.ts'

/** `donation-conformance merge`. */
export function mergeCommand(): Command {
  return new Command('merge')
    .description(
      'join the records of all shards of a run into one report, with the verdicts of an undivided run',
    )
    .argument(
      '<record...>',
      'record.json of each shard, or its directory; or what each `faults --shard` wrote with --out FILE.json',
    )
    .option('--out <dir>', 'where the reports go; of faults as with `faults --out`', notEmpty, DEFAULT_OUT)
    .addOption(reporterOption())
    .addOption(requireDecidedOption())
    .addOption(minDecidedOption())
    .option('--baseline <file>', 'violations known before, as of `run`', notEmpty)
    .option('--pending <file>', 'what is new counts for nothing yet, as of `run`', notEmpty)
    .action(async (paths: string[], options: MergeOptions) => {
      process.exitCode = await merge(paths, options)
    })
}

async function merge(paths: readonly string[], options: MergeOptions): Promise<number> {
  const [{ z }, { readJsonFile }] = await Promise.all([import('zod'), import('../reports/read-json.ts')])
  const files = await Promise.all(
    paths.map((path) => readJsonFile(path, z.looseObject({}), 'record of a shard')),
  )
  const matrices = files.filter((content) => 'faults' in content)
  if (matrices.length > 0 && matrices.length < files.length)
    throw new UsageError(
      'some of these are records of runs, and others matrices of faults: join each by themselves',
    )
  if (matrices.length > 0) return (await import('./merge-matrices.ts')).mergeMatrices(paths, options)
  return (await import('./merge-records.ts')).mergeRecords(paths, options)
}
