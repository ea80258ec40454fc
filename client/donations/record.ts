import { OBSERVABLE_FIELDS } from '../../contract/fields.ts'
import { isAccepted, isJsonObject, type JsonObject, jsonObjectOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'

/** A donation as an answer shows it: the eight observable fields, and whatever else the service returns. */
export type DonationRecord = JsonObject

/** The donation under `data` of an accepted answer; undefined where the answer holds none. */
export function recordOf(exchange: Exchange): DonationRecord | undefined {
  const data = jsonObjectOf(exchange)?.data
  if (!isAccepted(exchange) || !isJsonObject(data)) return undefined
  return OBSERVABLE_FIELDS.some((field) => field in data) ? data : undefined
}
