import { Command, InvalidArgumentError, Option } from 'commander'
import { isRequirementId, selectRequirements, UnknownRequirementError } from '../contract/index.ts'
import { Collector } from '../harness/collector.ts'
import { type OpenTarget, openMock, openSandbox } from '../harness/open-target.ts'
import { exitStatus } from '../harness/outcome.ts'
import { preflight } from '../harness/preflight.ts'
import type { RunResult } from '../harness/result.ts'
import { runSuites } from '../harness/run.ts'
import type { Replay, RunSettings } from '../harness/settings.ts'
import { printSummary } from '../reports/console.ts'
import { Progress } from '../reports/progress.ts'
import { prepareDirectory, ReportError, writeReports } from '../reports/write.ts'
import { EnvironmentError } from '../target/environment.ts'
import { EXIT_UNTESTED, UsageError, wholeNumber } from './usage.ts'

interface RunOptions {
  readonly target?: 'mock' | 'sandbox'
  readonly env?: string
  readonly out: string
  readonly seed?: number
  readonly runs?: number
  readonly only?: readonly string[]
  readonly replay?: Replay
  readonly strict: boolean
  readonly requireDecided: boolean
  readonly latency: number
}

const DEFAULT_ENV_FILE = '.env.sandbox'
const RUNS_OF_MOCK = 100
const RUNS_OF_SANDBOX = 25
const MAX_SEED = 2 ** 31 - 1

/** `donation-conformance run`. */
export function runCommand(): Command {
  return new Command('run')
    .description('test a service and say which requirements it keeps')
    .addOption(
      new Option(
        '--target <kind>',
        'what to test; --env implies the sandbox (default: the embedded mock)',
      ).choices(['mock', 'sandbox']),
    )
    .option('--env <file>', `environment of the sandbox (default with --target sandbox: ${DEFAULT_ENV_FILE})`)
    .option('--out <dir>', 'where the reports go', 'conformance-results')
    .option('--seed <n>', 'decides everything generated (default: a new one)', wholeNumber(0, MAX_SEED))
    .option(
      '--runs <n>',
      `cases that a property tries (default: ${RUNS_OF_MOCK}, or ${RUNS_OF_SANDBOX} against a sandbox)`,
      wholeNumber(1, 100_000),
    )
    .option('--only <list>', 'only these requirements or families, such as TOKEN-3,PLEDGED', readSelection)
    .option('--replay <case>', 'send just this case again, as a counterexample names it', readReplay)
    .option('--strict', 'count violations of SHOULD as failures', false)
    .option('--require-decided', 'exit with 3 where a MUST could not be decided', false)
    .option('--latency <ms>', 'let the embedded mock answer later', wholeNumber(0, 10_000), 0)
    .action(async (options: RunOptions) => {
      process.exitCode = await run(options)
    })
}

/** Runs the suites as the options say, writes the reports and prints the summary. */
async function run(options: RunOptions): Promise<number> {
  try {
    await prepareDirectory(options.out)
    const opened = await open(options)
    try {
      const result = await test(options, opened)
      const files = await writeReports(result, options.out)
      printSummary(result, { stream: process.stdout, files })
      return exitStatus(result, { requireDecided: options.requireDecided })
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof ReportError) throw new UsageError(error.message)
    throw error
  }
}

async function open({ target, env, latency }: RunOptions): Promise<OpenTarget> {
  if (target === 'mock' && env)
    throw new UsageError('--env names a sandbox: leave it out to test the embedded mock')
  if (target === 'sandbox' || env) {
    if (latency) throw new UsageError('--latency is for the embedded mock: a sandbox has its own')
    return openSandbox(env ?? DEFAULT_ENV_FILE, process.env)
  }
  return openMock({ latencyMs: latency })
}

async function test(options: RunOptions, { target }: OpenTarget): Promise<RunResult> {
  const { replay, strict } = options
  const only = replay ? [replay.test.split('/')[0] ?? ''] : options.only
  const settings: RunSettings = {
    target,
    seed: options.seed ?? Math.floor(Math.random() * MAX_SEED),
    runs: options.runs ?? (target.kind === 'mock' ? RUNS_OF_MOCK : RUNS_OF_SANDBOX),
    strict,
    ...(only ? { only } : {}),
    ...(replay ? { replay } : {}),
  }
  const problem = target.kind === 'mock' ? undefined : await preflight(target)
  if (problem) return new Collector(settings).result(problem)
  const progress = new Progress(process.stderr)
  const interrupt = new AbortController()
  const onInterrupt = () => {
    // Whoever asks twice does not want to wait for the reports.
    if (interrupt.signal.aborted) process.exit(EXIT_UNTESTED)
    interrupt.abort()
  }
  process.on('SIGINT', onInterrupt)
  try {
    return await runSuites(settings, {
      onProgress: (state) => progress.update(state),
      signal: interrupt.signal,
    })
  } finally {
    process.off('SIGINT', onInterrupt)
    progress.end()
  }
}

function readSelection(text: string): string[] {
  try {
    return selectRequirements(text.split(',').map((one) => one.trim())).map(({ id }) => id)
  } catch (error) {
    if (error instanceof UnknownRequirementError) throw new InvalidArgumentError(error.message)
    throw error
  }
}

function readReplay(text: string): Replay {
  const [, test, seed, path] = /^(.+?):(\d+):(\d+(?::\d+)*)$/.exec(text) ?? []
  if (!test || !path || !isRequirementId(test.split('/')[0] ?? '')) {
    throw new InvalidArgumentError('It must be as a counterexample names it, such as UPDATE-4:42:7:0.')
  }
  return { test, seed: Number(seed), path }
}
