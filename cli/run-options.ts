import { isIP } from 'node:net'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { DEFAULT_ENV_FILE } from '../client/environment/config.ts'
import { DEFAULT_CONCURRENCY } from '../client/http/limits.ts'
import { selectRequirements, serviceRequirements } from '../contract/catalogue/index.ts'
import {
  DEFAULT_OUT,
  DEFAULT_RUNS,
  DEFAULT_SHRINK_SECONDS,
  MAX_RUNS,
  MAX_SEED,
} from '../harness/model/defaults.ts'
import { readReplay } from './read-replay.ts'
import { reporterOption } from './reporter-option.ts'
import { readSelection } from './selection.ts'
import { readShard } from './shard.ts'
import { notEmpty, wholeNumber } from './usage.ts'
import { minDecidedOption, requireDecidedOption, strictOption } from './verdict-options.ts'

/** Adds the options of one group to a command. */
type Group = (command: Command) => void

/** The options of `run`, under the headings of its help. */
export const RUN_OPTIONS: Readonly<Record<string, Group>> = {
  'What is tested:': (command) => {
    command
      .addOption(
        new Option(
          '--target <kind>',
          'what to test; --env implies the sandbox (default: the embedded mock)',
        ).choices(['mock', 'sandbox']),
      )
      .option(
        '--latency <ms>',
        'delay each answer of the embedded mock, in milliseconds',
        wholeNumber(0, 10_000),
        0,
      )
      .option(
        '--env <file>',
        `environment of the sandbox (default with --target sandbox: ${DEFAULT_ENV_FILE})`,
        notEmpty,
      )
      .option(
        '--only <list>',
        'only these requirements, families or levels, such as TOKEN-3,PLEDGED or MUST',
        readSelection(selectRequirements),
      )
      .option(
        '--except <list>',
        'leave these requirements or families out, of all or of those of --only',
        readSelection(selectRequirements),
      )
      .addOption(
        new Option(
          '--shard <k/n>',
          'only the k-th of n parts, such as 1/3, each on another machine; `merge` joins their records (takes --seed)',
        )
          .argParser(readShard)
          .conflicts(['replay', 'baseline', 'pending']),
      )
      .addOption(
        new Option(
          '--dry-run [how]',
          'print what would be sent for each requirement and to which host, and send nothing; list: also which requests, by kind',
        )
          .choices(['list'])
          .default(false),
      )
  },
  'What is generated:': (command) => {
    command
      .option('--seed <n>', 'decides everything generated (default: a new one)', wholeNumber(0, MAX_SEED))
      .option(
        '--runs <n>',
        `cases that a property tries (default: ${DEFAULT_RUNS.mock} against the embedded mock, else ${DEFAULT_RUNS.sandbox})`,
        wholeNumber(1, MAX_RUNS),
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
  },
  'What the service has to bear:': (command) => {
    command
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
      .option(
        '--max-logins <n>',
        'log in this many times, at most, the look before the run included',
        wholeNumber(1, 10_000),
      )
      .option(
        '--deadline <seconds>',
        'end the run by then, with what is known',
        wholeNumber(1, 86_400),
        3_600,
      )
  },
  'Around the tests:': (command) => {
    command
      .addOption(
        new Option(
          '--hooks <file>',
          'a module that exports beforeRun, beforeTest, afterTest or afterRun, to make donations, reset and remove them',
        )
          .argParser(notEmpty)
          .conflicts('dryRun'),
      )
      .option(
        '--wait <seconds>',
        'wait until the service answers, at most so long, where it has just been started',
        wholeNumber(1, 3_600),
      )
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
  },
  'What counts:': (command) => {
    command
      .addOption(strictOption())
      .addOption(requireDecidedOption())
      .addOption(minDecidedOption())
      .option('--baseline <file>', 'violations known before: a record.json, or a list of them', notEmpty)
      .addOption(
        new Option(
          '--pending <file>',
          'give requirements that are new to this file 90 days before they count, or until the service first keeps them; the run writes the file',
        )
          .argParser(notEmpty)
          .conflicts('replay'),
      )
  },
  'What is written:': (command) => {
    command
      .option('--out <dir>', 'where the reports go', notEmpty, DEFAULT_OUT)
      .addOption(reporterOption())
      .option('--redact-personal-data', 'keep donor data out of all that is written', false)
      .option('--quiet', 'do not tell how far the run is', false)
      .addOption(
        new Option(
          '--verbose',
          'tell each request with its status, time and requirement instead of how far the run is',
        )
          .default(false)
          .conflicts(['quiet', 'dryRun']),
      )
  },
  'While one develops:': (command) => {
    command
      .addOption(
        new Option(
          '--watch [path...]',
          'stay, and repeat the run when one of these files or folders changes, or at a key',
        )
          .argParser(readPaths)
          .conflicts('replay'),
      )
      .option('--failed-first', 'try first what the record in --out shows to be broken', false)
  },
}

function readAddress(text: string): string {
  if (isIP(text) !== 0 || text === 'localhost') return text
  throw new InvalidArgumentError('It must be an IP address, such as 0.0.0.0 for all of this machine.')
}

/** Commander hands over one path at a time, and what was read before. */
function readPaths(path: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, notEmpty(path)]
}
