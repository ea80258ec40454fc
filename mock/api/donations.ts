import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../contract/fields.ts'
import type { Answer, HttpRequest } from '../http.ts'
import type { Update } from '../policies/requested-update.ts'
import { isObject } from '../policies/rules.ts'
import type { UpdatePolicies } from '../policies/update.ts'
import type { Service } from '../service.ts'
import { authenticate } from './authenticate.ts'
import { type FieldComplaint, Rejected } from './rejected.ts'

/**
 * Handles PUT and PATCH /v1/donations/{id}: authenticates, validates, stores, and queues a webhook.
 * @param donationId as in the path, decoded
 * @throws Rejected where the update is refused; the reference service has then changed nothing
 */
export async function updateDonation(
  service: Service,
  request: HttpRequest,
  donationId: string,
): Promise<Answer> {
  const { store, policies } = service
  try {
    const update = authorize(service, request, donationId)
    const complaints = [...validate(update, policies.update), ...checkStatus(update, policies.update)]
    const [first] = complaints
    if (first !== undefined) {
      throw new Rejected(first.kind, `${first.field} ${first.message}.`, complaints)
    }
    return await apply(service, update)
  } catch (error) {
    if (error instanceof Rejected) policies.update.afterRejection(error, store, request, donationId)
    throw error
  }
}

/** Authenticates the caller, finds the donation, checks that they may update it, and parses the body. */
function authorize(service: Service, request: HttpRequest, donationId: string): Update {
  const { store, policies } = service
  const grant = authenticate(service, request)
  const donation = policies.update.findDonation(store, donationId, request)
  if (donation === undefined) throw new Rejected('unknown-donation', 'There is no such donation.')
  if (!policies.bearer.mayUpdate(grant, donation, request))
    throw new Rejected('foreign-donation', 'The token does not act for the organization of this donation.')
  return { store, request, donation, body: policies.update.parseBody(request) }
}

/** Checks each field of the body, and of the advisor in it. */
function validate(update: Update, policies: UpdatePolicies): FieldComplaint[] {
  const { body } = update
  const complaints: FieldComplaint[] = []
  const complain = (field: string, message: string | undefined) => {
    if (message !== undefined) complaints.push({ field, kind: 'invalid-field', message })
  }
  for (const field of UPDATE_FIELDS) {
    if (Object.hasOwn(body, field)) complain(field, policies.fieldRules[field](body[field], update))
  }
  for (const name of Object.keys(body)) {
    if (!knownFields.has(name)) complain(name, policies.unknownField(name, body[name]))
  }
  const { designation_id: designation, advisor } = body
  if (complaints.length === 0 && typeof designation === 'string') {
    const allowed = policies.designationAllowed(designation, update)
    complain('designation_id', allowed ? undefined : "must be a designation of the donation's campaign")
  }
  if (isObject(advisor)) {
    for (const field of ADVISOR_FIELDS) {
      if (Object.hasOwn(advisor, field))
        complain(`advisor.${field}`, policies.advisorRules[field](advisor[field], update))
      else if (policies.requiredAdvisorFields(update).includes(field))
        complain(`advisor.${field}`, 'is required')
    }
  }
  return complaints
}

const knownFields: ReadonlySet<string> = new Set(UPDATE_FIELDS)

/** Lists the fields of the body that the status of the donation forbids. */
function checkStatus(update: Update, policies: UpdatePolicies): FieldComplaint[] {
  return policies.forbiddenFields(update).map((field) => ({
    field,
    kind: 'not-pledged',
    message: 'can only be updated while the donation is pledged',
  }))
}

/** Stores the update and answers with the record. */
async function apply(service: Service, update: Update): Promise<Answer> {
  const { store, policies } = service
  const next = {
    ...policies.update.mergeFields(update),
    designation_id: policies.update.designationAfter(update),
    advisor_id: policies.update.advisorAfter(update),
  }
  await policies.update.save(next, update)
  service.notify(next, update.request.method)
  const stored = store.donations.get(next.id) ?? next
  return policies.update.answer(policies.update.present(stored, update), update)
}
