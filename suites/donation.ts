import { z } from 'zod'
import { OBSERVABLE_FIELDS } from '../contract/index.ts'
import { ensure } from '../harness/expect.ts'
import { describeAnswer, isAccepted, jsonObjectOf } from '../target/answer.ts'
import type { Api } from '../target/api.ts'
import type { Exchange } from '../target/exchange.ts'
import { Undecided } from '../target/undecided.ts'

const recordSchema = z.record(z.string(), z.unknown())

/** A donation as an answer shows it: the eight observable fields, and whatever else the service returns. */
export type DonationRecord = z.infer<typeof recordSchema>

/** The record under `data`; undefined where the answer holds none. */
export function recordOf(exchange: Exchange): DonationRecord | undefined {
  const parsed = recordSchema.safeParse(jsonObjectOf(exchange)?.data)
  return isAccepted(exchange) && parsed.success ? parsed.data : undefined
}

/**
 * Reads a donation back by an empty update. This clears its designation (DESIGNATION-6)!
 * @throws Undecided where an empty update shows no record; UPDATE-6 and UPDATE-1 judge that.
 */
export async function read(api: Api, id: string): Promise<{ record: DonationRecord; exchange: Exchange }> {
  const exchange = await api.update('PATCH', id, {})
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new Undecided(
    `the donation cannot be read by an empty update (see UPDATE-6): ${describeAnswer(exchange)}`,
  )
}

/**
 * Judges that what is observable of a donation is as it was.
 * @param changed fields that were meant to change.
 * @param cause the exchanges that may have changed it, shown with a violation.
 */
export async function expectUnchanged(
  api: Api,
  id: string,
  before: DonationRecord,
  cause: readonly Exchange[],
): Promise<void> {
  const { record, exchange } = await read(api, id)
  for (const field of OBSERVABLE_FIELDS) {
    ensure(
      record[field] === before[field],
      `${field} as it was: ${JSON.stringify(before[field])}`,
      `${field} ${JSON.stringify(record[field])}`,
      [...cause, exchange],
    )
  }
}
