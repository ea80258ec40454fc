import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'
import { SecretRegistry } from '../target/secrets.ts'
import { Collector, type ProgressState } from './collector.ts'
import { reasonToEnd, relayInterrupt } from './interruptible.ts'
import type { RunResult } from './result.ts'
import type { RunSettings } from './settings.ts'
import { vitestSettings } from './vitest-settings.ts'

/** How a run is watched and stopped. */
export interface RunWatch {
  /** Called whenever a requirement's test has ended. */
  readonly onProgress?: (state: ProgressState) => void
  /** Ends the run early; what is known by then is the result. */
  readonly signal?: AbortSignal
  /** Is told every secret of the run, so that whoever writes results can look for them. */
  readonly secrets?: SecretRegistry
}

/** The package's root, from the sources as from the build. */
function packageRoot(): string {
  const here = fileURLToPath(new URL('..', import.meta.url))
  return existsSync(`${here}package.json`) ? here : fileURLToPath(new URL('../..', import.meta.url))
}

/** vitest would end the process on a signal, before the reports: what a signal means is for our caller to say. */
async function withoutSignalHandlers<T>(start: () => Promise<T>): Promise<T> {
  const refuse = (name: string | symbol, listener: () => void) => {
    if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, listener))
  }
  process.on('newListener', refuse)
  try {
    return await start()
  } finally {
    process.off('newListener', refuse)
  }
}

/**
 * Runs the suites against the target, in one worker, and says what came of it. It leaves nothing running.
 * @throws where vitest itself cannot start.
 */
export async function runSuites(settings: RunSettings, watch: RunWatch = {}): Promise<RunResult> {
  const collector = new Collector(settings, () => watch.onProgress?.(collector.progress))
  const suites = import.meta.url.endsWith('.ts') ? '../suites/all.ts' : '../suites/bundle.js'
  const interruptChannel = `interrupt-${randomUUID()}`
  const vitest = await withoutSignalHandlers(() =>
    createVitest(
      'test',
      {
        ...vitestSettings,
        config: false,
        root: packageRoot(),
        include: [fileURLToPath(new URL(suites, import.meta.url))],
        exclude: [],
        // A selection may leave nothing to run; the requirements are then undecided, which says it.
        passWithNoTests: true,
        // The build needs no transformation: node loads it by itself, in a quarter of the time.
        server: { deps: { external: [/\/dist\//] } },
        watch: false,
        provide: { conformance: settings, interruptChannel },
        reporters: [collector],
      },
      { logLevel: 'silent' },
    ),
  )
  const { signal = new AbortController().signal } = watch
  const endRelay = relayInterrupt(signal, interruptChannel)
  const exitCode = process.exitCode
  try {
    if (!signal.aborted) await vitest.start()
  } finally {
    endRelay()
    await vitest.close()
    // vitest sets it for failed tests; what a run means is decided by the command.
    process.exitCode = exitCode
  }
  for (const [value, label] of collector.secrets)
    if (SecretRegistry.isDistinctive(value)) watch.secrets?.add(value, label)
  if (signal.aborted) return collector.result(reasonToEnd(signal))
  const { replay } = settings
  const noSuchTest = replay && collector.progress.total === 0
  return collector.result(noSuchTest ? `no test is called ${replay.test}` : undefined)
}
