/** How long the service is watched for an update that was only accepted, in milliseconds. */
export const ACCEPTED_MS = 6_000

/** As many times as long, while the application sends others: a queue may be longer than the examination is patient. */
const MOST_ROUNDS = 4

/** What a job is waited for by. */
interface Watched {
  /** Waits until something is so, so many milliseconds at most, and tells whether it came to be. */
  readonly until: (isSo: () => boolean, milliseconds: number) => Promise<boolean>
  /** All calls that have arrived at the service, of whomever. */
  readonly calls: readonly unknown[]
  /** Whether nobody has to send it. */
  readonly mayBeLost: boolean
}

/**
 * Waits for an update that was answered with 202.
 * @param isSent whether it has arrived.
 * @returns whether it came.
 */
export async function untilJobIsDone(
  isSent: () => boolean,
  { until, calls, mayBeLost }: Watched,
): Promise<boolean> {
  for (let round = 1; ; round++) {
    const before = calls.length
    if (await until(isSent, ACCEPTED_MS)) return true
    if (mayBeLost || round === MOST_ROUNDS || calls.length === before) return false
  }
}
