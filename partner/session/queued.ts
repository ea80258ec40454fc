/** How long the service is watched for an update that was only accepted, in milliseconds. */
export const ACCEPTED_MS = 6_000

/** As many times as long, while the application sends others: a queue may be longer than the examination is patient. */
const MOST_ROUNDS = 4

/** A scenario, as far as it waits, and the calls of all of them. */
interface Waiting {
  until(isSo: () => boolean, milliseconds: number): Promise<boolean>
  readonly examination: { readonly service: { readonly calls: readonly unknown[] } }
}

/**
 * Waits for an update that was answered with 202.
 * @param isSent whether it has arrived.
 * @param mayBeLost whether nobody has to send it.
 * @returns whether it came.
 */
export async function untilJobIsDone(
  isSent: () => boolean,
  scenario: Waiting,
  mayBeLost: boolean,
): Promise<boolean> {
  const { calls } = scenario.examination.service
  for (let round = 1; ; round++) {
    const before = calls.length
    if (await scenario.until(isSent, ACCEPTED_MS)) return true
    if (mayBeLost || round === MOST_ROUNDS || calls.length === before) return false
  }
}
