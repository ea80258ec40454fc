import { z } from 'zod'
import { jsonOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'

const connectionSchema = z.object({
  connected: z.boolean(),
  // A number is wrong, and which organization it means is to be seen all the same.
  organization_id: z.union([z.string(), z.number().transform(String)]).nullish(),
  contact: z.string().nullish(),
})

/** What an application says of one session. */
export interface Connection {
  readonly connected: boolean
  readonly organizationId: string | undefined
  /** What it tells a user without organizations. */
  readonly contact: string | undefined
  /** The answer that says so. */
  readonly exchange: Exchange
}

/** Undefined where the answer does not tell it. */
export function connectionOf(exchange: Exchange): Connection | undefined {
  const parsed = connectionSchema.safeParse(jsonOf(exchange))
  if (!parsed.success) return undefined
  const { connected, organization_id, contact } = parsed.data
  return {
    connected,
    organizationId: organization_id || undefined,
    contact: contact?.trim() || undefined,
    exchange,
  }
}
