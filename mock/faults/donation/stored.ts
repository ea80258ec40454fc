import { DONOR_FIELDS, type UpdateField } from '../../../contract/fields.ts'
import type { Rejected, RejectionKind } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { type FieldRule, isObject } from '../../policies/rules.ts'
import type { Update, UpdateBody } from '../../policies/update.ts'
import type { Donation, Store } from '../../store.ts'

/** Merges the plain fields of an update and then changes the outcome. */
export function storing(change: (update: Update, next: Donation) => Partial<Donation>): PolicyChange {
  return replace('update', ({ mergeFields }) => ({
    mergeFields(update) {
      const next = mergeFields(update)
      return { ...next, ...change(update, next) }
    },
  }))
}

/** Fields that are not sent lose their values where the update is of some kind. */
export function resetting(when: (update: Update) => boolean, reset: Partial<Donation>): PolicyChange {
  return storing((update) => {
    const left = Object.entries(reset).filter(([field]) => !has(update.body, field))
    return when(update) ? Object.fromEntries(left) : {}
  })
}

export type DonationRecord = Readonly<Record<string, unknown>>

/** Changes some fields of the record in the answer, and nothing of what is stored. */
export function showing(change: (update: Update, record: DonationRecord) => DonationRecord): PolicyChange {
  return replace('update', ({ present }) => ({
    present(stored, update) {
      const record = present(stored, update)
      return { ...record, ...change(update, record) }
    },
  }))
}

/** Gives a field of an update another rule, made from the one in force. */
export function ruling(field: UpdateField, rule: (inForce: FieldRule) => FieldRule): PolicyChange {
  return replace('update', ({ fieldRules }) => ({
    fieldRules: { ...fieldRules, [field]: rule(fieldRules[field]) },
  }))
}

/** A refused update, as a service that forgets to stop sees it. */
export interface RefusedUpdate {
  readonly rejected: Rejected
  readonly store: Store
  readonly request: HttpRequest
  readonly donation: Donation
  readonly body: UpdateBody
}

/** Lets refusals of some kinds change the stored donation all the same. */
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

/** The JSON object that a request carries, whoever sent it; empty where it carries none. */
export function bodyOf(request: HttpRequest): UpdateBody {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(request.body))
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}

type DonorTexts = Partial<Record<(typeof DONOR_FIELDS)[number], string>>

/** The donor fields of a body that are texts, whatever their values. */
export function donorTexts(body: UpdateBody): DonorTexts {
  const texts: DonorTexts = {}
  for (const field of DONOR_FIELDS) {
    const value = body[field]
    if (typeof value === 'string') texts[field] = value
  }
  return texts
}

/** Whether the body mentions the field. */
export function has(body: UpdateBody, field: string): boolean {
  return Object.hasOwn(body, field)
}
