import { DonationFile } from '../../client/donations/donation-file.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { Session } from './session.ts'

/** What came of putting donations back. */
interface PutBack {
  /** What was put back and what could not be, one sentence each; redacted. Empty where there was nothing to do. */
  readonly notes: readonly string[]
  /** Donations that are still to be put back. */
  readonly left: number
}

/**
 * Puts back the donations that a run which was killed left changed, as far as its file knows them.
 * @param signal gives up; what is not put back by then stays in the file.
 */
export async function putBack(target: TargetConfig, signal: AbortSignal): Promise<PutBack> {
  const file = DonationFile.of(target)
  if (!file || file.kept().size === 0) return { notes: [], left: 0 }
  const session = new Session({ target, seed: 1, runs: 1, strict: false })
  if (signal.aborted) session.abort.abort()
  signal.addEventListener('abort', () => session.abort.abort(), { once: true })
  const { notes } = await session.conclude()
  const left = file.kept().size
  const refused = session.refusedLogin
  return { notes: refused === undefined ? notes : [...notes, refused], left }
}
