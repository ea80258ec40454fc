import { availableParallelism } from 'node:os'
import { Command, Option } from 'commander'
import { DEFAULT_RUNS, MAX_SEED } from '../harness/model/defaults.ts'
import { type Shard, shareOf } from '../harness/model/shard.ts'
import type { JudgedCase, ProofCase } from '../proof/matrix.ts'
import type { Subject } from '../proof/run-cases.ts'
import type { Selectable } from '../proof/selected.ts'
import { count } from '../reports/text.ts'
import { Interrupt } from './interrupt.ts'
import { readShard } from './shard.ts'
import { EXIT_UNTESTED, notEmpty, reasonOf, UsageError, wholeNumber } from './usage.ts'

interface FaultsOptions {
  readonly subject: Subject
  readonly only?: readonly string[]
  readonly jobs?: number
  readonly out?: string
  readonly seed: number
  readonly runs: number
  readonly generated?: number
  readonly shard?: Shard
}

/** Cases at the same time: the suite works most of the time, and an examination waits most of it. */
const DEFAULT_JOBS = { service: availableParallelism() + 1, partner: 3 * availableParallelism() }
/** Rows of a table where a fault is not looked for. Each seed chooses others. */
const ROWS = 1

/** `donation-conformance faults`. */
export function faultsCommand(): Command {
  return new Command('faults')
    .description('prove the suite: run it against every known mistake and every legal freedom of the mock')
    .addOption(
      new Option(
        '--subject <subject>',
        'what is wrong on purpose: the mock, which the suite tests, or the sample application, which `partner` examines',
      )
        .choices(['service', 'partner'])
        .default('service'),
    )
    .option(
      '--only <list>',
      'only these faults (generated ones too: gen:…), variants, requirements or families',
      split,
    )
    .option('--jobs <n>', 'how many run at the same time (default: by the cores)', wholeNumber(1, 64))
    .option(
      '--out <path>',
      'write the matrix as JSON, Markdown and a page into this directory; or, where it ends in .json, as JSON into this file',
      notEmpty,
    )
    .option('--seed <n>', 'decides everything generated', wholeNumber(0, MAX_SEED), 1)
    .option(
      '--runs <n>',
      'cases that a property tries where a fault is looked for: as many as against a sandbox, if not told otherwise',
      wholeNumber(1, 10_000),
      DEFAULT_RUNS.sandbox,
    )
    .option(
      '--generated <n>',
      'draw so many faults, and services of combined freedoms, by the seed instead of trying the known ones; 0 where 99 % are caught and rightly named and no service is accused',
      wholeNumber(1, 10_000),
    )
    .option(
      '--shard <k/n>',
      'only every n-th case from the k-th on, such as 1/3; `merge` joins what each wrote with --out FILE.json',
      readShard,
    )
    .action(async (options: FaultsOptions) => {
      const interrupt = new Interrupt()
      try {
        process.exitCode = await prove(options, interrupt.signal)
      } finally {
        interrupt.end()
      }
    })
}

/** Runs the matrix and prints it. 0 where every fault is caught and rightly named (of generated ones 99 %) and no variant accused, 3 where it was interrupted, else 1. */
async function prove(options: FaultsOptions, signal: AbortSignal): Promise<number> {
  const { subject, seed, runs, jobs = DEFAULT_JOBS[subject], out, generated, shard } = options
  const { runCases } = await import('../proof/run-cases.ts')
  const { matrixOf } = await import('../proof/matrix.ts')
  const { prepareMatrix, reportMatrix } = await import('./report-matrix.ts')
  const { only, cases: all, aloneOf } = await (subject === 'partner' ? partnerProof : serviceProof)(options)
  if (all.length === 0) throw new UsageError(`nothing breaks ${only?.join(', ')}: no fault is known`)
  // In every shard: what the others write could not be joined without the one that has nothing to do.
  if (shard && all.length < shard.of)
    throw new UsageError(`--shard: ${shard.of} shards need as many cases, and there are ${all.length}`)
  const cases = shard ? shareOf(all, shard) : all
  if (out) await prepareMatrix(out)
  const { Progress } = await import('../reports/progress.ts')
  const progress = new Progress(process.stderr)
  let done = 0
  let requests = 0
  const onResult = (one: JudgedCase) => {
    done += 1
    requests += one.requests
    progress.update({ ended: done, total: cases.length, requests })
  }
  const judged = await runCases(cases, jobs, onResult, subject, signal)
  progress.end()
  const accused = judged.filter(
    ({ proofCase, wrongly }) => proofCase.variants.length > 1 && wrongly.length > 0,
  )
  const suspects = aloneOf(accused.flatMap(({ proofCase }) => proofCase.variants))
  judged.push(...(await runCases(suspects, jobs, () => {}, subject, signal)))
  if (signal.aborted) {
    process.stderr.write(`interrupted after ${done} of ${count(cases.length, 'case')}: nothing is proved\n`)
    return EXIT_UNTESTED
  }
  const matrix = matrixOf(judged)
  const matrixRun = {
    ...{ subject, seed, runs },
    ...(only ? { only } : {}),
    ...(generated === undefined ? {} : { generated }),
    ...(shard ? { shard } : {}),
  }
  return reportMatrix(matrix, matrixRun, out)
}

/** What is tried, and how variants are tried each alone. */
interface Proof {
  /** As the names are written. */
  readonly only: readonly string[] | undefined
  readonly cases: readonly ProofCase[]
  aloneOf(variants: readonly string[]): readonly ProofCase[]
}

/** @throws UsageError where a name is of nothing */
async function serviceProof({ only: given, seed, runs, generated }: FaultsOptions): Promise<Proof> {
  const { aloneOf, proofCases, selectableOfService } = await import('../proof/cases.ts')
  const only = await namesOf(given, selectableOfService(generated !== undefined))
  const { generatedAmong, generatedCases } = await import('../proof/generated.ts')
  const effort = { seed, runs, rows: ROWS }
  const cases =
    generated === undefined
      ? [...proofCases(effort, only), ...generatedAmong(only ?? [], effort)]
      : generatedCases(generated, effort, only)
  return { only, cases, aloneOf: (variants) => aloneOf(variants, seed) }
}

/** @throws UsageError where faults are to be generated, a name is of nothing, or the sample is not here, as in the published package */
async function partnerProof({ only: given, seed, runs, generated }: FaultsOptions): Promise<Proof> {
  if (generated !== undefined) throw new UsageError('faults of applications are not generated')
  const { isSampleHere } = await import('../proof/partner/sample.ts')
  if (!isSampleHere())
    throw new UsageError('the sample application is in the checkout only: run this command there')
  const { partnerCases, partnerVariantsAlone, selectableOfPartner } = await import(
    '../proof/partner/cases.ts'
  )
  const only = await namesOf(given, selectableOfPartner)
  const effort = { seed, runs }
  return {
    only,
    cases: partnerCases(effort, only),
    aloneOf: (variants) => partnerVariantsAlone(variants, effort),
  }
}

/** What `--only` names. */
async function namesOf(
  given: readonly string[] | undefined,
  known: Selectable,
): Promise<readonly string[] | undefined> {
  const { selected } = await import('../proof/selected.ts')
  try {
    return given && selected(given, known)
  } catch (error) {
    throw new UsageError(`--only: ${reasonOf(error)}`)
  }
}

function split(text: string): string[] {
  return notEmpty(text)
    .split(',')
    .map((one) => one.trim())
}
