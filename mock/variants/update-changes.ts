import { DONOR_FIELDS, type UpdateField } from '../../contract/fields.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { FieldRule } from '../policies/rules.ts'
import type { DonationRecord } from '../policies/update.ts'

/** The fields of an update that are plain texts. */
export const texts = [...DONOR_FIELDS, 'memo', 'identifier', 'source'] as const

/** What no name, address or remark of people holds, and a firewall turns away. */
export const LOOKS_LIKE_CODE =
  /<[a-z!/?%]|\$\{|\{\{|\bselect\b.*\bfrom\b|\bunion\b.*\bselect\b|\bdrop table\b|;\s*--|\.\.\/\.\.\/|\bor\b\s*'?1'?\s*=\s*'?1/is

/** Replaces the rules of several fields; `rule` gets the current one. */
export function rulingEach(
  fields: readonly UpdateField[],
  rule: (inForce: FieldRule) => FieldRule,
): PolicyChange {
  return replace('update', ({ fieldRules }) => {
    const changed: Record<UpdateField, FieldRule> = { ...fieldRules }
    for (const field of fields) changed[field] = rule(fieldRules[field])
    return { fieldRules: changed }
  })
}

/** Refuses certain strings in text fields. */
export function refusingTexts(refuses: (text: string) => boolean): PolicyChange {
  return rulingEach(texts, (inForce) => (value, update) => {
    const refused = typeof value === 'string' && refuses(value) ? 'is not acceptable' : undefined
    return inForce(value, update) ?? refused
  })
}

/** Accepts additional values in several fields. */
export function acceptingEach(
  fields: readonly UpdateField[],
  accepts: (value: unknown) => boolean,
): PolicyChange {
  return rulingEach(
    fields,
    (inForce) => (value, update) => (accepts(value) ? undefined : inForce(value, update)),
  )
}

/** Changes donor fields before they are stored; `stored` is the value that would be stored. */
export function storingDonorFields(change: (sent: unknown, stored: string) => string): PolicyChange {
  return replace('update', ({ mergeFields }) => ({
    mergeFields(update) {
      const next = mergeFields(update)
      const changed = DONOR_FIELDS.map((field) => [field, change(update.body[field], next[field])])
      return { ...next, ...Object.fromEntries(changed) }
    },
  }))
}

/** Changes the record in responses. */
export function showingRecord(change: (record: DonationRecord) => DonationRecord): PolicyChange {
  return replace('update', ({ present }) => ({
    present: (stored, update) => change(present(stored, update)),
  }))
}
