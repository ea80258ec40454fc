import { type CallPolicies, callPolicies } from './calls.ts'
import { type FlowPolicies, flowPolicies } from './flows.ts'
import { type OrganizationPolicies, organizationPolicies } from './organizations.ts'
import { type PagePolicies, pagePolicies } from './pages.ts'
import { type SessionPolicies, sessionPolicies } from './sessions.ts'
import { type TokenPolicies, tokenPolicies } from './tokens.ts'
import { type UpdatePolicies, updatePolicies } from './updates.ts'

/** How requests leave the application. */
interface WirePolicies {
  token(url: string, init: RequestInit): Promise<Response>
  api(url: string, init: RequestInit): Promise<Response>
}

/** Every decision of the application, by name. They do not call one another: so to replace one changes one. */
export interface Policies {
  readonly sessions: SessionPolicies
  readonly flows: FlowPolicies
  readonly tokens: TokenPolicies
  readonly organizations: OrganizationPolicies
  readonly calls: CallPolicies
  readonly updates: UpdatePolicies
  readonly pages: PagePolicies
  readonly wire: WirePolicies
}

/** The decisions that keep the contract. */
export const contractPolicies: Policies = {
  sessions: sessionPolicies,
  flows: flowPolicies,
  tokens: tokenPolicies,
  organizations: organizationPolicies,
  calls: callPolicies,
  updates: updatePolicies,
  pages: pagePolicies,
  wire: { token: fetch, api: fetch },
}
