import { isIP } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { Command, InvalidArgumentError, Option } from 'commander'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'
import { DEFAULT_CONCURRENCY } from '../client/http/limits.ts'
import {
  selectRequirements,
  serviceRequirements,
  UnknownRequirementError,
} from '../contract/catalogue/index.ts'
import { SuitesThread } from '../harness/engine/worker-thread.ts'
import {
  DEFAULT_OUT,
  DEFAULT_RUNS,
  DEFAULT_SHRINK_SECONDS,
  MAX_RUNS,
  MAX_SEED,
} from '../harness/model/defaults.ts'
import { Interrupt } from './interrupt.ts'
import { isOutThere, type RunOptions } from './options.ts'
import { readReplay } from './read-replay.ts'
import { reporterOption } from './reporter-option.ts'
import { withoutExcepted } from './selection.ts'
import { readShard } from './shard.ts'
import { notEmpty, wholeNumber } from './usage.ts'
import { minDecidedOption, requireDecidedOption, strictOption } from './verdict-options.ts'

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
    .option(
      '--env <file>',
      `environment of the sandbox (default with --target sandbox: ${DEFAULT_ENV_FILE})`,
      notEmpty,
    )
    .option('--out <dir>', 'where the reports go', notEmpty, DEFAULT_OUT)
    .addOption(reporterOption())
    .option('--seed <n>', 'decides everything generated (default: a new one)', wholeNumber(0, MAX_SEED))
    .option(
      '--runs <n>',
      `cases that a property tries (default: ${DEFAULT_RUNS.mock} against the embedded mock, else ${DEFAULT_RUNS.sandbox})`,
      wholeNumber(1, MAX_RUNS),
    )
    .option(
      '--only <list>',
      'only these requirements, families or levels, such as TOKEN-3,PLEDGED or MUST',
      readSelection,
    )
    .option(
      '--except <list>',
      'leave these requirements or families out, of all or of those of --only',
      readSelection,
    )
    .option('--failed-first', 'try first what the record in --out shows to be broken', false)
    .addOption(
      new Option(
        '--shard <k/n>',
        'only the k-th of n parts, such as 1/3, each on another machine; `merge` joins their records (takes --seed)',
      )
        .argParser(readShard)
        .conflicts(['replay', 'baseline', 'pending']),
    )
    .option(
      '--shrink-seconds <n>',
      'seconds spent on shrinking counterexamples, at most, for each requirement',
      wholeNumber(0, 3_600),
      DEFAULT_SHRINK_SECONDS,
    )
    .addOption(
      new Option(
        '--replay <case>',
        'send just this case again, as a counterexample names it (exit status 1: still broken, SHOULD or MUST; 3: not sent)',
      )
        .argParser(readReplay(serviceRequirements, 'UPDATE-4:42:7:0'))
        .conflicts(['only', 'except', 'seed', 'runs']),
    )
    .addOption(strictOption())
    .addOption(requireDecidedOption())
    .addOption(minDecidedOption())
    .addOption(
      new Option(
        '--hooks <file>',
        'a module that exports beforeRun, beforeTest, afterTest or afterRun, to make donations, reset and remove them',
      )
        .argParser(notEmpty)
        .conflicts('dryRun'),
    )
    .addOption(
      new Option(
        '--dry-run [how]',
        'print what would be sent for each requirement and to which host, and send nothing; list: also which requests, by kind',
      )
        .choices(['list'])
        .default(false),
    )
    .option(
      '--latency <ms>',
      'delay each answer of the embedded mock, in milliseconds',
      wholeNumber(0, 10_000),
      0,
    )
    .option('--rps <n>', 'requests a second, at most', wholeNumber(1, 10_000))
    .option(
      '--concurrency <n>',
      `requests under way at the same time, at most (default: ${DEFAULT_CONCURRENCY})`,
      wholeNumber(1, DEFAULT_CONCURRENCY),
    )
    .option(
      '--no-burst',
      '--rps and --concurrency also bind requests that have to be sent at the same moment',
    )
    .option('--deadline <seconds>', 'end the run by then, with what is known', wholeNumber(1, 86_400), 3_600)
    .option(
      '--wait <seconds>',
      'wait until the service answers, at most so long, where it has just been started',
      wholeNumber(1, 3_600),
    )
    .option(
      '--max-logins <n>',
      'log in this many times, at most, the look before the run included',
      wholeNumber(1, 10_000),
    )
    .option('--quiet', 'do not tell how far the run is', false)
    .addOption(
      new Option(
        '--verbose',
        'tell each request with its status, time and requirement instead of how far the run is',
      )
        .default(false)
        .conflicts(['quiet', 'dryRun']),
    )
    .option('--redact-personal-data', 'keep donor data out of all that is written', false)
    .option('--listen <address>', 'address to listen on for webhooks (default: loopback)', readAddress)
    .option(
      '--leave-behind',
      'keep a token and a code for the next run, which finds them expired (default: where tokens are kept)',
    )
    .option('--no-leave-behind', 'keep none')
    .addOption(
      new Option(
        '--advice <how>',
        'deep: once all tests have ended, also send what only security advice needs (no verdict depends on it)',
      ).choices(['deep']),
    )
    .option('--baseline <file>', 'violations known before: a record.json, or a list of them', notEmpty)
    .addOption(
      new Option(
        '--pending <file>',
        'give requirements that are new to this file 90 days before they count, or until the service first keeps them; the run writes the file',
      )
        .argParser(notEmpty)
        .conflicts('replay'),
    )
    .addOption(
      new Option(
        '--watch [path...]',
        'stay, and repeat the run when one of these files or folders changes, or at a key',
      )
        .argParser(readPaths)
        .conflicts('replay'),
    )
    .action(async (given: RunOptions & { readonly except?: readonly string[] }) => {
      const options = withoutExcepted(given, serviceRequirements)
      // Both from the first moment on: what follows takes a while to load.
      const interrupt = new Interrupt()
      // A service out there takes most of the time, and whatever it sends is not to take all the memory.
      if (isOutThere(options)) setFlagsFromString('--optimize-for-size')
      const suites = new SuitesThread()
      try {
        const run = await performerOf(options)
        process.exitCode = await run(options, suites, interrupt.signal)
      } finally {
        interrupt.end()
        await suites.close()
      }
    })
}

/** What does as these options ask. */
async function performerOf({ dryRun, watch }: RunOptions) {
  if (dryRun) return (await import('./dry-run.ts')).dryRun
  if (watch !== undefined) return (await import('./watch/watch-runs.ts')).watchRuns(watch)
  return (await import('./perform-run.ts')).performRun
}

function readAddress(text: string): string {
  if (isIP(text) !== 0 || text === 'localhost') return text
  throw new InvalidArgumentError('It must be an IP address, such as 0.0.0.0 for all of this machine.')
}

/** Commander hands over one path at a time, and what was read before. */
function readPaths(path: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, notEmpty(path)]
}

function readSelection(text: string): string[] {
  try {
    return selectRequirements(text.split(',').map((one) => one.trim())).map(({ id }) => id)
  } catch (error) {
    if (error instanceof UnknownRequirementError) throw new InvalidArgumentError(error.message)
    throw error
  }
}
