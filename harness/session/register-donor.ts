import { isJsonObject, jsonObjectOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import { DONOR_FIELDS } from '../../contract/fields.ts'

/** Makes secrets of who the donors really are; what tests make of them is generated, and none. */
export function registerDonor(secrets: SecretRegistry, exchange: Exchange): void {
  const data = exchange.requirement === undefined ? jsonObjectOf(exchange)?.data : undefined
  if (!isJsonObject(data)) return
  for (const field of DONOR_FIELDS) {
    const value = data[field]
    if (typeof value === 'string') secrets.add(value, field)
  }
}
