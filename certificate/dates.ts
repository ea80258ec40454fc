import type { CertifiedRequirement, Particulars } from './particulars.ts'
import type { Excuse, Policy } from './policy.ts'

const DAY_MS = 86_400_000
/** So much may the clocks of two machines differ. */
export const CLOCK_SKEW_MS = 5 * 60_000

/** The last moment at which a run counts that began then. */
export function lastMomentOf(startedAt: string, maxAgeDays: number): Date {
  return new Date(Date.parse(startedAt) + maxAgeDays * DAY_MS)
}

/** Whether an excuse counts no more. Its last day is one in UTC. */
export function isOver({ expires }: Excuse, at: Date): boolean {
  return Date.parse(endOf(expires)) < at.getTime()
}

const endOf = (day: string) => `${day}T23:59:59.999Z`

/** What excuses that a MUST is broken or undecided; undefined where nothing does, or nothing has to. */
export function excuseOf({ id, level, verdict }: CertifiedRequirement, policy: Policy): Excuse | undefined {
  if (level !== 'MUST' || (verdict !== 'fail' && verdict !== 'inconclusive')) return undefined
  const excuses = verdict === 'fail' ? policy.waivers : policy.undecided
  return excuses.find(({ requirement }) => requirement === id)
}

/** Until when a certificate holds: its oldest run counts no more, or the first excuse that it needs is over. */
export function expiryOf({
  runs,
  requirements,
  policy,
}: Pick<Particulars, 'runs' | 'requirements' | 'policy'>): Particulars['expires'] {
  const ends = [
    ...runs.map(({ startedAt }) => ({
      at: lastMomentOf(startedAt, policy.maxAgeDays).toISOString(),
      with: `the run of ${startedAt.slice(0, 10)}, which counts for ${policy.maxAgeDays} days`,
    })),
    ...requirements.flatMap((requirement) => {
      const excuse = excuseOf(requirement, policy)
      if (!excuse) return []
      const what = requirement.verdict === 'fail' ? 'waiver' : 'excuse'
      return { at: endOf(excuse.expires), with: `the ${what} of ${requirement.id}` }
    }),
  ]
  return ends.reduce((first, end) => (end.at < first.at ? end : first))
}
