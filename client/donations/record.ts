import { OBSERVABLE_FIELDS, PLAIN_HIDDEN_FIELDS } from '../../contract/fields.ts'
import { isAccepted, isJsonObject, type JsonObject, jsonObjectOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'

/** A donation as an answer shows it: the eight observable fields, and whatever else the service returns. */
export type DonationRecord = JsonObject

/** What stands in place of characters that whoever asks is not to see. */
const MASK = /[*•]{3}/

/**
 * The donation under `data` of an accepted answer; undefined where the answer holds none. A field that the contract does
 * not show and that is masked (`***21`) is left out: nobody sees what it holds, and it is nothing to put back.
 */
export function recordOf(exchange: Exchange): DonationRecord | undefined {
  const data = jsonObjectOf(exchange)?.data
  if (!isAccepted(exchange) || !isJsonObject(data)) return undefined
  if (!OBSERVABLE_FIELDS.some((field) => field in data)) return undefined
  const isMasked = (value: unknown) => typeof value === 'string' && MASK.test(value)
  const masked = PLAIN_HIDDEN_FIELDS.filter((field) => isMasked(data[field]))
  if (masked.length === 0) return data
  return Object.fromEntries(Object.entries(data).filter(([name]) => !masked.some((field) => field === name)))
}
