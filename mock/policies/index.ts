import { type AuthorizationPolicies, authorizationPolicies } from './authorization.ts'
import { type BearerPolicies, bearerPolicies } from './bearer.ts'
import { type DataPolicies, dataPolicies } from './data.ts'
import { type PagePolicies, pagePolicies } from './pages.ts'
import { type RejectionPolicies, rejectionPolicies } from './rejections.ts'
import { type TokenPolicies, tokenPolicies } from './token.ts'
import { type TransportPolicies, transportPolicies } from './transport.ts'
import { type UpdatePolicies, updatePolicies } from './update.ts'
import { type WebhookPolicies, webhookPolicies } from './webhooks.ts'

/**
 * Every decision of the service that a fault or a variant may replace. Policies do not call one another, the
 * endpoints do: so replacing a policy changes a single decision.
 */
export interface Policies {
  readonly data: DataPolicies
  readonly authorization: AuthorizationPolicies
  readonly pages: PagePolicies
  readonly token: TokenPolicies
  readonly bearer: BearerPolicies
  readonly update: UpdatePolicies
  readonly rejections: RejectionPolicies
  readonly webhooks: WebhookPolicies
  readonly transport: TransportPolicies
}

/** The policies of the reference service, which conforms to the contract. */
export const contractPolicies: Policies = {
  data: dataPolicies,
  authorization: authorizationPolicies,
  pages: pagePolicies,
  token: tokenPolicies,
  bearer: bearerPolicies,
  update: updatePolicies,
  rejections: rejectionPolicies,
  webhooks: webhookPolicies,
  transport: transportPolicies,
}
