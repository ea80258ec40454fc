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
import { advisorRules, type FieldRule, fieldRules, isObject } from './rules.ts'

export type UpdateBody = Readonly<Record<string, unknown>>

/** An update whose caller may make it; the donation is as it was before. */
export interface Update {
  readonly store: Store
  readonly request: HttpRequest
  readonly donation: Donation
  readonly body: UpdateBody
}

/** Decisions of PUT and PATCH /v1/donations/{id}, in the order in which an update meets them. */
export interface UpdatePolicies {
  findDonation(store: Store, id: string, request: HttpRequest): Donation | undefined
  /** Throws Rejected where the body is no JSON object. */
  parseBody(request: HttpRequest): UpdateBody
  readonly fieldRules: Readonly<Record<UpdateField, FieldRule>>
  readonly advisorRules: Readonly<Record<AdvisorField, FieldRule>>
  requiredAdvisorFields(update: Update): readonly AdvisorField[]
  unknownField(name: string, value: unknown): string | undefined
  designationAllowed(designationId: string, update: Update): boolean
  /** The fields of the body that the donation's status forbids. */
  forbiddenFields(update: Update): readonly string[]
  /** The donation with the body's plain fields; designation and advisor are decided apart. */
  mergeFields(update: Update): Donation
  designationAfter(update: Update): string | null
  /** The id of the donation's advisor after the update, who is linked or created on the way. */
  advisorAfter(update: Update): string | null
  save(next: Donation, update: Update): void | Promise<void>
  /** What a refused call leaves behind. */
  afterRejection(rejected: Rejected, store: Store, request: HttpRequest, donationId: string): void
  /** The record of a stored donation, as the answer shows it. */
  present(stored: Donation, update: Update): Readonly<Record<string, unknown>>
  answer(record: Readonly<Record<string, unknown>>, update: Update): Answer
}

const plainTextFields = [...DONOR_FIELDS, 'memo', 'identifier', 'source'] as const

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

// A byte order mark is kept so that it is refused like any other byte before the JSON text (RFC 8259, 8.1).
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

/** Those of the fields that are present as strings. */
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
