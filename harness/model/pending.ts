import { z } from 'zod'
import { isRequirementId, serviceRequirements } from '../../contract/index.ts'
import type { Pending, RunResult } from './result.ts'

/** How long a requirement that is new to a target counts for nothing, in days; an operator may set another date. */
const GRACE_DAYS = 90

const id = z.string().refine((text): boolean => isRequirementId(text), {
  error: ({ input }) => `${JSON.stringify(input)} names no requirement of the service`,
})

const entry = z.strictObject({
  requirement: id,
  /** The day on which a run saw it first. */
  since: z.iso.date(),
  /** The last day on which it counts for nothing. */
  until: z.iso.date(),
})

/** What one target is held to: the file of `--pending`. */
export const pendingFileSchema = z
  .strictObject({
    schema: z.literal(1),
    /** Demanded when the file was made, kept once since, or pending no longer: these count. Unknown ids are of other releases. */
    demanded: z.array(z.string()),
    /** New since then. */
    pending: z.array(entry),
  })
  .superRefine(({ demanded, pending }, context) => {
    const ids = [...demanded, ...pending.map(({ requirement }) => requirement)]
    const twice = ids.find((one, index) => ids.indexOf(one) !== index)
    // Written by hand into a second place, it would go on counting for nothing unnoticed.
    if (twice !== undefined) context.addIssue({ code: 'custom', message: `names ${twice} twice` })
  })
export type PendingFile = z.infer<typeof pendingFileSchema>

/** The file for a target that had none: all that the catalogue demands today counts. */
export function newPendingFile(): PendingFile {
  return { schema: 1, demanded: serviceRequirements.map(({ id: known }) => known), pending: [] }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The file as a run of this day finds it: what the catalogue has and the file does not is pending from now on. */
function withNew({ demanded, pending, ...file }: PendingFile, today: string): PendingFile {
  const known = new Set([...demanded, ...pending.map(({ requirement }) => requirement)])
  const added = serviceRequirements
    .filter((one) => one.level !== 'MAY' && !known.has(one.id))
    .map((one) => ({ requirement: one.id, since: today, until: daysAfter(today, GRACE_DAYS) }))
  return { ...file, demanded, pending: [...pending, ...added] }
}

/**
 * The result with what is pending for its target, and the file for the next run: what was kept, and what has reached
 * its day, counts from then on.
 */
export function applyPending(
  result: RunResult,
  found: PendingFile,
): { readonly result: RunResult; readonly file: PendingFile } {
  const today = result.run.startedAt.slice(0, 10)
  const file = withNew(found, today)
  const isKept = (requirement: string) =>
    result.requirements.some((one) => one.id === requirement && one.verdict === 'pass')
  const over = file.pending.filter(({ requirement, until }) => isKept(requirement) || until < today)
  const pending = file.pending.filter((entry) => !over.includes(entry))
  const shown: Pending = {
    entries: pending.map(({ requirement, until }) => ({ requirement, until })),
    ended: over.filter(({ requirement }) => !isKept(requirement)).map(({ requirement }) => requirement),
  }
  const demanded = [...file.demanded, ...over.map(({ requirement }) => requirement)]
  return { result: { ...result, pending: shown }, file: { ...file, demanded, pending } }
}
