import type { TargetConfig } from '../../client/environment/config.ts'
import { isAccepted, isJsonObject, refusesToken } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'

/** What one request wanted one field of a donation to be. */
export interface Write {
  readonly donation: string
  readonly field: string
  readonly value: unknown
  /** Whether the service said that it did so. */
  readonly isAccepted: boolean
  /** When it was sent and answered, in milliseconds since the epoch. */
  readonly from: number
  readonly to: number
}

/** The donations of a target. */
type KnownDonations = Partial<
  Pick<TargetConfig, 'pledgedDonationIds' | 'nonPledgedDonationIds' | 'foreignDonationId'>
>

/** Older writes explain nothing any more: tests end within a second or two. */
const MAX_WRITES = 30_000

/** The donation that a request names; undefined where it names none. */
export function donationOf({ request: { url } }: Exchange): string | undefined {
  return /\/donations\/([^/?#]+)/.exec(url)?.[1]
}

/** The JSON object that a request sent; undefined where it sent something else. */
export function sentObject({
  request: { body = '' },
}: Exchange): Readonly<Record<string, unknown>> | undefined {
  try {
    const sent: unknown = JSON.parse(body)
    return isJsonObject(sent) ? sent : undefined
  } catch {
    return undefined
  }
}

/** By method and path alone: the body may be anything, and the donation may not be there. */
export function looksLikeUpdate({ request: { method, url } }: Exchange): boolean {
  return (method === 'PUT' || method === 'PATCH') && url.includes('/donations/')
}

/**
 * What a run sent to which donation, and which tokens worked: of a wrong value or a refused token it tells where that
 * came from. Empty for a recording.
 */
export class Traffic {
  /** Ids of the donations that are known to exist. */
  readonly donations: ReadonlySet<string>
  readonly pledged: ReadonlySet<string>
  #writes: Write[] = []
  /** When the last call was sent that was accepted with it. */
  readonly #lastWorked = new Map<string, number>()

  constructor({
    pledgedDonationIds = [],
    nonPledgedDonationIds = [],
    foreignDonationId,
  }: KnownDonations = {}) {
    const foreign = foreignDonationId === undefined ? [] : [foreignDonationId]
    this.pledged = new Set(pledgedDonationIds)
    this.donations = new Set([...pledgedDonationIds, ...nonPledgedDonationIds, ...foreign])
  }

  observe(exchange: Exchange): void {
    const { authorization } = exchange.request.headers
    const to = exchange.startedAt + exchange.durationMs
    if (authorization !== undefined && isAccepted(exchange))
      this.#lastWorked.set(
        authorization,
        Math.max(this.#lastWorked.get(authorization) ?? 0, exchange.startedAt),
      )
    const donation = looksLikeUpdate(exchange) ? donationOf(exchange) : undefined
    if (donation === undefined) return
    const meta = { donation, isAccepted: isAccepted(exchange), from: exchange.startedAt, to }
    for (const [field, value] of Object.entries(sentObject(exchange) ?? {}))
      this.#writes.push({ ...meta, field, value })
    if (this.#writes.length > 2 * MAX_WRITES) this.#writes = this.#writes.slice(-MAX_WRITES)
  }

  /** The writes of a field that were sent before a moment, the latest first. */
  writesOf(field: string, before: number): readonly Write[] {
    return this.#writes.filter((one) => one.field === field && one.from < before).toReversed()
  }

  /** Whether the token of a refused call worked before it, and has not since. */
  isGone(exchange: Exchange): boolean {
    const worked = this.#workedLast(exchange)
    return worked !== undefined && worked <= exchange.startedAt + exchange.durationMs
  }

  /** Whether the token of a refused call has worked since. */
  isBack(exchange: Exchange): boolean {
    const worked = this.#workedLast(exchange)
    return worked !== undefined && worked > exchange.startedAt + exchange.durationMs
  }

  /** When the token of a refused call worked last; undefined where it never did, or was not refused. */
  #workedLast(exchange: Exchange): number | undefined {
    const { authorization } = exchange.request.headers
    if (authorization === undefined || !refusesToken(exchange)) return undefined
    return this.#lastWorked.get(authorization)
  }
}
