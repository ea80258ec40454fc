import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { DEFAULT_RUNS, MAX_SEED } from '../harness/model/defaults.ts'
import type { JudgedCase } from '../proof/matrix.ts'
import { notEmpty, UsageError, wholeNumber } from './usage.ts'

interface FaultsOptions {
  readonly only?: readonly string[]
  readonly jobs: number
  readonly out?: string
  readonly seed: number
  readonly runs: number
  readonly generated?: number
}

/** One more than there are cores: some cases wait rather than work. */
const DEFAULT_JOBS = availableParallelism() + 1
/** Rows of a table where a fault is not looked for. Each seed chooses others. */
const ROWS = 1

/** `donation-conformance faults`. */
export function faultsCommand(): Command {
  return new Command('faults')
    .description('prove the suite: run it against every known mistake and every legal freedom of the mock')
    .option(
      '--only <list>',
      'only these faults (generated ones too: gen:…), variants, requirements or families',
      split,
    )
    .option('--jobs <n>', 'how many run at the same time', wholeNumber(1, 64), DEFAULT_JOBS)
    .option(
      '--out <path>',
      'write the matrix as JSON, Markdown and a page into this directory; or, where it ends in .json, as JSON into this file',
      notEmpty,
    )
    .option('--seed <n>', 'decides everything generated', wholeNumber(0, MAX_SEED), 1)
    .option(
      '--runs <n>',
      'cases that a property tries where a fault is looked for; as many as out there',
      wholeNumber(1, 10_000),
      DEFAULT_RUNS.sandbox,
    )
    .option(
      '--generated <n>',
      'draw so many faults, and services of combined freedoms, by the seed instead of trying the known ones; 0 where 99 % are caught and rightly named and no service is accused',
      wholeNumber(1, 10_000),
    )
    .action(async (options: FaultsOptions) => {
      process.exitCode = await prove(options)
    })
}

/** Runs the matrix and prints it. 0 where every fault is caught and rightly named (of generated ones 99 %) and no variant accused, else 1. */
async function prove({ only, jobs, out, seed, runs, generated }: FaultsOptions): Promise<number> {
  const { aloneOf, proofCases } = await import('../proof/cases.ts')
  const { runCases } = await import('../proof/run-cases.ts')
  const { matrixOf } = await import('../proof/matrix.ts')
  const { matrixText } = await import('../proof/matrix-text.ts')
  const { tallyOf, tallyText, WANTED } = await import('../proof/tally.ts')
  const { prepareDirectory } = await import('../reports/directory.ts')
  const { isMatrixFile, writeGenerated, writeMatrix } = await import('../proof/write-matrix.ts')
  const { generatedAmong, generatedCases } = await import('../proof/generated.ts')
  const effort = { seed, runs, rows: ROWS }
  const cases =
    generated === undefined
      ? [...proofCases(effort, only), ...generatedAmong(only ?? [], effort)]
      : generatedCases(generated, effort, only)
  if (cases.length === 0) throw new UsageError(`no fault or variant is named ${only?.join(', ')}`)
  if (out) await prepareDirectory(isMatrixFile(out) ? dirname(out) : out)
  const { Progress } = await import('../reports/progress.ts')
  const progress = new Progress(process.stderr)
  let done = 0
  let requests = 0
  const onResult = (one: JudgedCase) => {
    done += 1
    requests += one.requests
    progress.update({ decided: done, total: cases.length, requests })
  }
  const judged = await runCases(cases, jobs, onResult)
  progress.end()
  const accused = judged.filter(
    ({ proofCase, wrongly }) => proofCase.variants.length > 1 && wrongly.length > 0,
  )
  const suspects = aloneOf(
    accused.flatMap(({ proofCase }) => proofCase.variants),
    seed,
  )
  judged.push(...(await runCases(suspects, jobs)))
  const matrix = matrixOf(judged)
  const matrixRun = {
    ...{ seed, runs },
    ...(only ? { only } : {}),
    ...(generated === undefined ? {} : { generated }),
  }
  process.stdout.write(matrixText(matrix))
  if (generated === undefined) {
    if (out) await writeMatrix(matrix, out, matrixRun)
    return matrix.sensitivity === 1 && matrix.specificity === 1 ? 0 : 1
  }
  if (out) await writeGenerated(matrix, out, matrixRun)
  process.stdout.write(tallyText(tallyOf(matrix)))
  return matrix.sensitivity >= WANTED && matrix.specificity === 1 ? 0 : 1
}

function split(text: string): string[] {
  return notEmpty(text)
    .split(',')
    .map((one) => one.trim())
}
