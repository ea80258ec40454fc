import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DEFAULT_ENV_FILE } from '../../client/environment/config.ts'
import { SuitesThread } from '../../harness/engine/worker-thread.ts'
import { newSeed } from '../../harness/model/defaults.ts'
import { failedIds, isUndecided } from '../../harness/model/outcome.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { isUp, untilUp } from '../../harness/preflight/until-up.ts'
import { isOutThere, type RunOptions } from '../options.ts'
import { ONLY_ROUND, performRun, type Round } from '../perform-run.ts'
import { reportRun } from '../report-run.ts'
import { EXIT_UNTESTED, EXIT_USAGE, isForPerson, UsageError } from '../usage.ts'
import { keptCheck } from './kept-check.ts'
import { showReport } from './show-report.ts'
import { Terminal } from './terminal.ts'
import { GIVEN_UP, type Ran, type Selection, Watch } from './watch.ts'
import { watchFiles } from './watch-files.ts'

/** How long a service may take to start again. */
const STARTING_MS = 30_000

/**
 * What runs and runs again, as files change and keys are pressed, until it is interrupted; as {@link performRun}
 * otherwise.
 * @param paths files and folders to watch
 * @throws UsageError also where nothing could ever start the next run
 */
export function watchRuns(paths: true | readonly string[]): typeof performRun {
  return async (options, suites, interrupted) => {
    const { stdin, stderr } = process
    if (!stdin.isTTY && paths === true)
      throw new UsageError('--watch needs a terminal for its keys, or paths whose changes repeat the run')
    const terminal = stdin.isTTY ? new Terminal(stdin, stderr, (key) => watch.press(key)) : undefined
    const say = (line: string) => void stderr.write(`${line}\n`)
    const runs = new Runs(options, suites, terminal)
    const watch: Watch = new Watch(
      {
        run: (only, signal) => runs.run(only, signal),
        say,
        holdKeys: () => terminal?.holdKeys(),
        ask: async (question) => terminal?.ask(question, interrupted),
        showReport: () => void showReport(resolve(options.out, 'report.html'), say),
        hasKeys: terminal !== undefined,
      },
      options.only,
    )
    interrupted.addEventListener('abort', () => watch.end(), { once: true })
    const files = await watchFiles(
      [...(paths === true ? [] : paths), ...environmentOf(options)],
      writtenBy(options),
      (file) => watch.changed(file),
    )
    terminal?.resume()
    try {
      return await watch.untilEnded()
    } finally {
      terminal?.suspend()
      await files.close()
      await runs.close()
    }
  }
}

/** The file that says where the service is: one that starts with other addresses writes it anew. */
function environmentOf(options: RunOptions): readonly string[] {
  const { env = DEFAULT_ENV_FILE } = options
  return isOutThere(options) && existsSync(env) ? [env] : []
}

/** What each run writes itself. */
function writtenBy({ out, env = DEFAULT_ENV_FILE, pending }: RunOptions): readonly string[] {
  return [out, ...(pending === undefined ? [] : [pending])]
    .map((path) => resolve(path))
    .concat(`${resolve(env)}.`)
}

/** One run after the other, in the same thread while that lives, with the same seed: what failed comes again. */
class Runs {
  readonly #options: RunOptions
  readonly #terminal: Terminal | undefined
  readonly #check = keptCheck(ONLY_ROUND.check)
  #suites: SuitesThread
  #isBroken = false
  #isFirst = true

  constructor(options: RunOptions, suites: SuitesThread, terminal: Terminal | undefined) {
    this.#options = { ...options, seed: options.seed ?? newSeed() }
    this.#terminal = terminal
    this.#suites = this.#watched(suites)
  }

  async run(only: Selection, signal: AbortSignal): Promise<Ran> {
    if (this.#isBroken) this.#suites = this.#watched(new SuitesThread())
    const { only: _, ...others } = this.#options
    const options = only ? { ...others, only } : others
    let result: RunResult | undefined
    let isGone = false
    const round: Round = {
      keepsSuites: true,
      check: this.#check,
      opened: async (target, ended) => {
        // The person who logs in types into the same terminal.
        if (target.login === 'manual' && target.manualFile === undefined) this.#terminal?.suspend()
        await untilUp(target, ended, { patienceMs: STARTING_MS, onWaiting })
      },
      report: async (found, ...rest) => {
        if (signal.reason === GIVEN_UP) return EXIT_UNTESTED
        result = found
        isGone = found.problem !== undefined && !signal.aborted && !(await isUp(found.target, signal))
        return reportRun(found, ...rest)
      },
    }
    try {
      const status = await performRun(options, this.#suites, signal, round)
      return ranTo(status, result, isGone)
    } catch (error) {
      // Whoever edits the environment is not done yet.
      if (!isForPerson(error) || this.#isFirst) throw error
      process.stderr.write(`${error.message}\n`)
      return ranTo(EXIT_USAGE)
    } finally {
      this.#isFirst = false
      this.#terminal?.resume()
    }
  }

  close(): Promise<void> {
    return this.#suites.close()
  }

  #watched(suites: SuitesThread): SuitesThread {
    this.#isBroken = false
    void suites.broken.then(() => {
      this.#isBroken = true
    })
    return suites
  }
}

function onWaiting(): void {
  process.stderr.write('Waiting for the service to start.\n')
}

function ranTo(status: number, result?: RunResult, isGone = false): Ran {
  const decided = result?.requirements.filter(({ verdict }) => !isUndecided(verdict)) ?? []
  return {
    status,
    decided: decided.map(({ id }) => id),
    failed: result ? [...failedIds(result)] : [],
    isGone,
  }
}
