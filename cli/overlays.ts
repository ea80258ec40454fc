import { join } from 'node:path'
import { applyBaseline, type BaselineEntry } from '../harness/model/baseline.ts'
import { applyPending, type PendingFile } from '../harness/model/pending.ts'
import type { RunResult } from '../harness/model/result.ts'
import { readPending, writePending } from './pending-file.ts'
import { readBaseline } from './read-baseline.ts'

/** The files of what makes of violations something else than red. */
interface OverlayOptions {
  readonly baseline?: string
  readonly pending?: string
}

/** What makes of violations something else than red: those known before, and demands that are new. */
export interface Overlays {
  readonly baseline: readonly BaselineEntry[] | undefined
  readonly pending: PendingFile | undefined
}

/** The files as they are read: they may be among the reports of an earlier run, and are to stay. */
export function overlayFiles({ baseline, pending }: OverlayOptions): readonly string[] {
  const records = baseline === undefined ? [] : [baseline, join(baseline, 'record.json')]
  return pending === undefined ? records : [...records, pending]
}

/** @throws UnreadableError where a file is not what it should be */
export async function readOverlays({ baseline, pending }: OverlayOptions): Promise<Overlays> {
  return {
    baseline: baseline === undefined ? undefined : await readBaseline(baseline),
    pending: pending === undefined ? undefined : await readPending(pending),
  }
}

/** The result as these judge it; what is pending from now on is written for the next run. */
export async function applyOverlays(
  result: RunResult,
  { baseline, pending }: Overlays,
  options: OverlayOptions,
): Promise<RunResult> {
  const known = baseline ? applyBaseline(result, baseline) : result
  if (!pending || options.pending === undefined) return known
  const judged = applyPending(known, pending)
  const notKept = await writePending(options.pending, judged.file)
  if (notKept) process.stderr.write(`${notKept}\n`)
  return judged.result
}
