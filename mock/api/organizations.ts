import type { Answer, HttpRequest } from '../http.ts'
import type { Service } from '../service.ts'
import { authenticate } from './authenticate.ts'

/**
 * Handles GET /v1/organizations.
 * @throws Rejected where the access token is missing or invalid
 */
export function listOrganizations(service: Service, request: HttpRequest): Answer {
  const { store, policies } = service
  const grant = authenticate(service, request)
  return policies.bearer.organizationsAnswer(policies.bearer.listedOrganizations(store, grant))
}
