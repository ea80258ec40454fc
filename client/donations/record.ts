import { OBSERVABLE_FIELDS, PLAIN_HIDDEN_FIELDS } from '../../contract/fields.ts'
import { isAccepted, isJsonObject, type JsonObject, jsonObjectOf } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { isInOwnForm, withPlainLinks } from './hidden-forms.ts'

/** A donation as an answer shows it: the eight observable fields, and whatever else the service returns. */
export type DonationRecord = JsonObject

/**
 * The donation under `data` of an accepted answer; undefined where the answer holds none. Fields that the contract does
 * not show are left out where they stand there in a form of their own.
 */
export function recordOf(exchange: Exchange): DonationRecord | undefined {
  const data = jsonObjectOf(exchange)?.data
  if (!isAccepted(exchange) || !isJsonObject(data)) return undefined
  if (!OBSERVABLE_FIELDS.some((field) => field in data)) return undefined
  const record = withPlainLinks(data)
  const left = PLAIN_HIDDEN_FIELDS.filter((field) => isInOwnForm(field, data[field]))
  if (left.length === 0) return record
  return Object.fromEntries(Object.entries(record).filter(([name]) => !left.some((field) => field === name)))
}
