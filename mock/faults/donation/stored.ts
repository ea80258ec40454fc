import { DONOR_FIELDS, type UpdateField } from '../../../contract/fields.ts'
import type { Rejected, RejectionKind } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update, UpdateBody } from '../../policies/requested-update.ts'
import { type FieldRule, isObject } from '../../policies/rules.ts'
import type { DonationRecord } from '../../policies/update.ts'
import type { Donation, Store } from '../../store.ts'

/** Changes what an update stores; `change` gets the donation as it would be stored. */
export function storing(change: (update: Update, next: Donation) => Partial<Donation>): PolicyChange {
  return replace('update', ({ mergeFields }) => ({
    mergeFields(update) {
      const next = mergeFields(update)
      return { ...next, ...change(update, next) }
    },
  }))
}

/** Under a condition, resets those of the given fields that the update does not mention. */
export function resetting(when: (update: Update) => boolean, reset: Partial<Donation>): PolicyChange {
  return storing((update) => {
    const left = Object.entries(reset).filter(([field]) => !has(update.body, field))
    return when(update) ? Object.fromEntries(left) : {}
  })
}

/** Changes fields of the record in the response, but not of the stored donation. */
export function showing(change: (update: Update, record: DonationRecord) => DonationRecord): PolicyChange {
  return replace('update', ({ present }) => ({
    present(stored, update) {
      const record = present(stored, update)
      return { ...record, ...change(update, record) }
    },
  }))
}

/** Replaces the rule of an update field; `rule` gets the current one. */
export function ruling(field: UpdateField, rule: (inForce: FieldRule) => FieldRule): PolicyChange {
  return replace('update', ({ fieldRules }) => ({
    fieldRules: { ...fieldRules, [field]: rule(fieldRules[field]) },
  }))
}

/** A refused update, with what is needed to store a part of it in spite of that. */
export interface RefusedUpdate {
  readonly rejected: Rejected
  readonly store: Store
  readonly request: HttpRequest
  readonly donation: Donation
  readonly body: UpdateBody
}

/** Changes the stored donation although the update is refused, for certain kinds of refusal. */
export function changeOnRejection(
  kinds: readonly RejectionKind[],
  change: (update: RefusedUpdate) => Partial<Donation>,
): PolicyChange {
  return replace('update', () => ({
    afterRejection(rejected, store, request, donationId) {
      const donation = store.donations.get(donationId)
      if (donation === undefined || !kinds.includes(rejected.kind)) return
      const update = { rejected, store, request, donation, body: bodyOf(request) }
      store.donations.set(donation.id, { ...donation, ...change(update) })
    },
  }))
}

/** Parses the body of a request; returns an empty object where it is no JSON object. */
export function bodyOf(request: HttpRequest): UpdateBody {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(request.body))
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

type DonorTexts = Partial<Record<(typeof DONOR_FIELDS)[number], string>>

/** Returns the donor fields of a body that are strings, even if they are invalid. */
export function donorTexts(body: UpdateBody): DonorTexts {
  const texts: DonorTexts = {}
  for (const field of DONOR_FIELDS) {
    const value = body[field]
    if (typeof value === 'string') texts[field] = value
  }
  return texts
}

/** Whether the body has the field, even if its value is null. */
export function has(body: UpdateBody, field: string): boolean {
  return Object.hasOwn(body, field)
}
