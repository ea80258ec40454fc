import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunResult } from '../model/result.ts'
import type { Sent } from '../model/sent.ts'
import type { RunSettings } from '../model/settings.ts'
import { reasonToEnd } from '../session/interruptible.ts'
import { Collector, type ProgressState } from './collector.ts'
import { SuitesThread } from './worker-thread.ts'

/** How a run is watched and stopped. */
interface RunWatch {
  /** Called whenever a requirement's test has ended. */
  readonly onProgress?: (state: ProgressState) => void
  /** Is told of each request, where the settings ask for that. */
  readonly onSent?: (sent: Sent) => void
  /** Ends the run early; what is known by then is the result. */
  readonly signal?: AbortSignal
  /** Is told every secret of the run, so that whoever writes results can look for them. */
  readonly secrets?: SecretRegistry
}

/**
 * Runs the suites against the target and says what came of it.
 * @param suites the worker in which they run, where the caller started one beforehand; the caller closes it.
 */
export async function runSuites(
  settings: RunSettings,
  watch: RunWatch = {},
  suites?: SuitesThread,
): Promise<RunResult> {
  const { signal = new AbortController().signal } = watch
  const collector = new Collector(settings, () => watch.onProgress?.(collector.progress))
  const thread = suites ?? new SuitesThread()
  try {
    const problem = signal.aborted
      ? undefined
      : await collect(collector, settings, { ...watch, signal }, thread)
    if (watch.secrets) collector.tellSecrets(watch.secrets)
    if (signal.aborted) return collector.result(reasonToEnd(signal))
    return collector.result(problem ?? collector.problem ?? collector.notReplayed)
  } finally {
    if (!suites) await thread.close()
  }
}

/** Collects what the suites report until they end; returns why they broke, if they did. */
async function collect(
  collector: Collector,
  settings: RunSettings,
  { signal, onSent }: RunWatch & { readonly signal: AbortSignal },
  suites: SuitesThread,
): Promise<string | undefined> {
  const onAbort = () => suites.tell({ end: reasonToEnd(signal) })
  signal.addEventListener('abort', onAbort, { once: true })
  let stop = () => {}
  const done = new Promise<undefined>((resolve) => {
    stop = suites.onReport((report) => {
      collector.take(report)
      if ('sent' in report) onSent?.(report.sent)
      if ('closing' in report) resolve(undefined)
    })
  })
  suites.tell({ settings })
  try {
    return await Promise.race([done, suites.broken])
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop()
  }
}
