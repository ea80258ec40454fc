import { z } from 'zod'
import { isRequirementId } from '../../contract/index.ts'
import { brokenIds } from './outcome.ts'
import type { Baseline, RunResult } from './result.ts'

/** A violation that somebody knows of and has decided to live with, for a while. */
const entrySchema = z.strictObject({
  requirement: z
    .string()
    .refine((id): boolean => isRequirementId(id), { error: 'names no requirement of the service' }),
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
  const broken = brokenIds(result.requirements, result.run.strict)
  const expired: string[] = []
  const stale: string[] = []
  for (const { requirement, reason, expires } of entries) {
    const found = result.requirements.find(({ id }) => id === requirement)
    if (!found) continue
    const isStill = found.because !== undefined || broken.has(requirement)
    if (!isStill && (found.verdict === 'inconclusive' || found.verdict === 'error')) continue
    if (!isStill) stale.push(requirement)
    else if (expires !== undefined && expires < today) expired.push(requirement)
    else known.push({ requirement, ...(reason === undefined ? {} : { reason }) })
  }
  return { ...result, baseline: { known, expired, stale } }
}
