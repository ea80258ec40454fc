import { z } from 'zod'
import { catalogue } from '../../contract/index.ts'
import { isBroken } from './outcome.ts'
import type { Baseline, RunResult } from './result.ts'

/** A violation that somebody knows of and has decided to live with, for a while. */
const entrySchema = z.strictObject({
  requirement: z
    .string()
    .refine((id) => catalogue.some((one) => one.id === id), { error: 'names no requirement' }),
  reason: z.string().optional(),
  /** The last day on which the entry counts. */
  expires: z.iso.date().optional(),
})
export type BaselineEntry = z.infer<typeof entrySchema>

/** A baseline written by hand: a list of entries. */
export const baselineListSchema = z.array(entrySchema)

/**
 * The result with its violations sorted by what was known before: those that the baseline lists, those that it lists
 * no longer validly, and entries that are gone. What was not decided in this run is neither.
 */
export function applyBaseline(result: RunResult, entries: readonly BaselineEntry[]): RunResult {
  const today = result.run.startedAt.slice(0, 10)
  const known: Baseline['known'][number][] = []
  const expired: string[] = []
  const stale: string[] = []
  for (const { requirement, reason, expires } of entries) {
    const found = result.requirements.find(({ id }) => id === requirement)
    if (!found || found.verdict === 'inconclusive' || found.verdict === 'error') continue
    if (!isBroken(found.verdict, result.run.strict)) stale.push(requirement)
    else if (expires !== undefined && expires < today) expired.push(requirement)
    else known.push({ requirement, ...(reason === undefined ? {} : { reason }) })
  }
  return { ...result, baseline: { known, expired, stale } }
}
