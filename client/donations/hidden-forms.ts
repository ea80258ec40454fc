import { isJsonObject, type JsonObject } from '../http/answer.ts'

/** What stands in place of characters that whoever asks is not to see. */
const MASK = /[*•]{2}/
const COUNTRY_CODE = /^[a-z]{2}$/i
const NIL_UUID = /^0{8}(?:-?0{4}){3}-?0{12}$/
const HEX_UUID = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i

/** Whether marks stand for what a text holds. */
function isMasked(value: unknown): boolean {
  return typeof value === 'string' && MASK.test(value)
}

/**
 * Whether a field that the contract does not show stands there in a form of its own: masked, a country by its name, a
 * quantity with its unit. Nobody sees what it holds, and it is nothing to put back.
 */
export function isInOwnForm(field: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  if (field === 'donor_country' && !COUNTRY_CODE.test(value)) return true
  return isMasked(value) || (field === 'quantity' && Number.isNaN(Number(value)))
}

/** A designation without what databases and languages make of it: a UUID without hyphens, or nothing but zeros for none. */
function plainDesignation(value: unknown): unknown {
  if (typeof value !== 'string') return value
  return NIL_UUID.test(value) ? null : value.replace(HEX_UUID, '$1-$2-$3-$4-$5')
}

/** The id of an advisor: zero, a UUID of zeros and `false` are what some languages make of none. */
function plainAdvisorId(value: unknown): unknown {
  const isNone = value === 0 || value === '0' || value === false
  return isNone || (typeof value === 'string' && NIL_UUID.test(value)) ? null : value
}

/** An advisor without the members that are masked. */
function plainAdvisor(value: unknown): unknown {
  if (!isJsonObject(value) || !Object.values(value).some(isMasked)) return value
  return Object.fromEntries(Object.entries(value).filter(([, member]) => !isMasked(member)))
}

const PLAIN_LINKS = {
  designation_id: plainDesignation,
  advisor_id: plainAdvisorId,
  advisor: plainAdvisor,
} as const

/** A donation whose links stand in plain forms, as far as they are shown; the same one where they do already. */
export function withPlainLinks(shown: JsonObject): JsonObject {
  const changed = Object.entries(PLAIN_LINKS).flatMap(([field, plain]) => {
    const value = plain(shown[field])
    return value === shown[field] ? [] : [[field, value] as const]
  })
  return changed.length === 0 ? shown : { ...shown, ...Object.fromEntries(changed) }
}
