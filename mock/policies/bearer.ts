import { type Answer, type HttpRequest, json } from '../http.ts'
import type { AccessToken, Donation, Grant, Organization, Store } from '../store.ts'

/** Decisions about who may call the API. Times are in milliseconds since the epoch. */
export interface BearerPolicies {
  /** The access token of a request; undefined where it has none. */
  readToken(request: HttpRequest): string | undefined
  findAccessToken(store: Store, value: string, request: HttpRequest): AccessToken | undefined
  accessTokenExpired(token: AccessToken, now: number, request: HttpRequest): boolean
  accessTokenRevoked(token: AccessToken, store: Store, request: HttpRequest): boolean
  mayUpdate(grant: Grant, donation: Donation, request: HttpRequest): boolean
  /** The organizations that GET /v1/organizations lists. */
  listedOrganizations(store: Store, grant: Grant): readonly Organization[]
  organizationsAnswer(organizations: readonly Organization[]): Answer
}

/** The access checks of the reference service (RFC 6750 §2.1). */
export const bearerPolicies: BearerPolicies = {
  readToken(request) {
    const [scheme, token, ...rest] = (request.header('authorization') ?? '').split(' ')
    return scheme?.toLowerCase() === 'bearer' && rest.length === 0 ? token : undefined
  },
  findAccessToken: (store, value) => store.accessTokens.get(value),
  accessTokenExpired: (token, now) => now >= token.expiresAt,
  accessTokenRevoked: (token) => token.grant.revoked,
  mayUpdate: (grant, donation) => grant.organizationIds.includes(donation.organization_id),
  listedOrganizations: (store, grant) =>
    grant.organizationIds.flatMap((id) => store.organizations.get(id) ?? []),
  organizationsAnswer: (organizations) =>
    json(200, { data: organizations.map(({ id, name }) => ({ id, name })) }),
}
