import { z } from 'zod'

/** What a customer asks for. */
export const requestedUpdate = z.object({
  donation: z.object({ id: z.string().min(1), status: z.string() }),
  changes: z.record(z.string(), z.unknown()),
})
/** What is known of a donation, and the fields to change, under the contract's names and not checked yet. */
export type RequestedUpdate = z.output<typeof requestedUpdate>
/** What is known of a donation. */
export type KnownDonation = RequestedUpdate['donation']

/** What became of a requested update, for the customer: a status of HTTP and a sentence. */
export interface UpdateOutcome {
  readonly status: 200 | 401 | 409 | 422 | 502
  readonly message: string
}
