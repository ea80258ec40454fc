import {
  ADVISOR_FIELDS,
  type AdvisorField,
  DONOR_FIELDS,
  GATED_FIELDS,
  type UpdateField,
} from '../../contract/fields.ts'
import { Rejected } from '../api/rejected.ts'
import { type Answer, type HttpRequest, json } from '../http.ts'
import { type Donation, inspectDonation, type Store } from '../store.ts'
import { linkAdvisor } from './advisors.ts'
import type { Update, UpdateBody } from './requested-update.ts'
import { advisorRules, type FieldRule, fieldRules, isObject } from './rules.ts'

/** A donation as a response shows it. */
export type DonationRecord = Readonly<Record<string, unknown>>

/** Decisions of PUT and PATCH /v1/donations/{id}, in the order in which an update reaches them. */
export interface UpdatePolicies {
  findDonation(store: Store, id: string, request: HttpRequest): Donation | undefined
  /** Throws Rejected where the body is no JSON object or its content type is not JSON. */
  parseBody(request: HttpRequest): UpdateBody
  readonly fieldRules: Readonly<Record<UpdateField, FieldRule>>
  readonly advisorRules: Readonly<Record<AdvisorField, FieldRule>>
  /** The fields that an advisor object must have. */
  requiredAdvisorFields(update: Update): readonly AdvisorField[]
  /** As a field rule, for a field that the contract does not know. */
  unknownField(name: string, value: unknown): string | undefined
  /** Whether the donation may have this designation; called only where no field is invalid. */
  designationAllowed(designationId: string, update: Update): boolean
  /** The fields of the body that the donation's status forbids. */
  forbiddenFields(update: Update): readonly string[]
  /** The donation with the fields of the body applied, except for designation and advisor. */
  mergeFields(update: Update): Donation
  /** The designation id after the update; null for none. */
  designationAfter(update: Update): string | null
  /** The advisor id after the update; null for none. Creates or updates the advisor. */
  advisorAfter(update: Update): string | null
  save(next: Donation, update: Update): void | Promise<void>
  /** Called after a refusal; for faults that change the donation although the update was refused. */
  afterRejection(rejected: Rejected, store: Store, request: HttpRequest, donationId: string): void
  /** The record that the response shows for the stored donation. */
  present(stored: Donation, update: Update): DonationRecord
  answer(record: DonationRecord, update: Update): Answer
}

const plainTextFields = [...DONOR_FIELDS, 'memo', 'identifier', 'source'] as const

/** The update operation of the reference service (contract, Update a donation). */
export const updatePolicies: UpdatePolicies = {
  findDonation: (store, id) => store.donations.get(id),
  parseBody(request) {
    if (request.body.length === 0) throw new Rejected('malformed-body', 'A body is required.')
    if (!isJsonMediaType(request.header('content-type')))
      throw new Rejected('unsupported-media-type', 'The body must be application/json.')
    const body = parseJson(request.body)
    if (!isObject(body)) throw new Rejected('malformed-body', 'The body must be a JSON object.')
    return body
  },
  fieldRules,
  advisorRules,
  requiredAdvisorFields: () => ['email'],
  unknownField: () => undefined,
  designationAllowed: (designationId, { store, donation }) =>
    store.campaigns.get(donation.campaign_id)?.designationIds.includes(designationId.toLowerCase()) ?? false,
  forbiddenFields: ({ donation, body }) =>
    donation.status === 'pledged' ? [] : GATED_FIELDS.filter((field) => Object.hasOwn(body, field)),
  mergeFields({ donation, body }) {
    const quantity = typeof body.quantity === 'number' ? body.quantity : donation.quantity
    return { ...donation, ...textsOf(body, plainTextFields), quantity }
  },
  designationAfter({ body: { designation_id: id } }) {
    return typeof id === 'string' ? id.toLowerCase() : null
  },
  advisorAfter({ store, donation, body }) {
    if (!Object.hasOwn(body, 'advisor')) return donation.advisor_id
    const { advisor } = body
    if (!isObject(advisor)) return null
    return linkAdvisor(store, donation.organization_id, textsOf(advisor, ADVISOR_FIELDS)).id
  },
  save: (next, { store }) => void store.donations.set(next.id, next),
  afterRejection: () => undefined,
  present: (stored, { store }) => inspectDonation(store, stored),
  answer: (record) => json(200, { data: record }),
}

// Keeps a byte order mark, so that JSON.parse refuses it (RFC 8259 §8.1).
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(strictUtf8.decode(bytes))
  } catch {
    throw new Rejected('malformed-body', 'The body is not JSON in UTF-8.')
  }
}

function isJsonMediaType(contentType: string | undefined): boolean {
  return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/** The named fields whose values are strings. */
function textsOf<Field extends string>(
  given: UpdateBody,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const texts: Partial<Record<Field, string>> = {}
  for (const field of fields) {
    const value = given[field]
    if (typeof value === 'string') texts[field] = value
  }
  return texts
}
