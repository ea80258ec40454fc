import type { Answer, HttpRequest } from '../http.ts'
import type { Service } from '../service.ts'
import { authenticate } from './authenticate.ts'

/** GET /v1/organizations. Throws Rejected without a valid token. */
export function listOrganizations(service: Service, request: HttpRequest): Answer {
  const { store, policies } = service
  const grant = authenticate(service, request)
  return policies.bearer.organizationsAnswer(policies.bearer.listedOrganizations(store, grant))
}
