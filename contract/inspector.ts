import { z } from 'zod'

/*
 * The inspector: an HTTP interface of the embedded mock that is no part of the contract. Through it the suite
 * reads stored state that no response shows, and makes codes and tokens expire without waiting. JSON, on a
 * separate loopback port; every request carries `Authorization: Bearer <key>`.
 *
 *   GET  /donations/{id}          → inspectedDonationSchema
 *   GET  /advisors?email=ADDRESS  → inspectedAdvisorsSchema
 *   GET  /webhooks?after=N        → webhookDeliveriesSchema, without the first N that were received
 *   POST /clock/advance           ← { seconds }   moves the clock of both environments forward
 *   POST /codes/expire            ← { token }     expires this authorization code
 *   POST /access-tokens/expire    ← { token }     expires this access token
 *   POST /refresh-tokens/revoke   ← { token }     revokes this refresh token and its whole grant
 *
 * The POSTs answer 204; an unknown donation or token answers 404.
 */

/** A stored advisor, with the id that the service gave it. */
export const inspectedAdvisorSchema = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().optional(),
  middle_name: z.string().optional(),
  last_name: z.string().optional(),
  title: z.string().optional(),
  bio: z.string().optional(),
  sec_url: z.string().optional(),
  firm_name: z.string().optional(),
})
/** A value of `inspectedAdvisorSchema`. */
export type InspectedAdvisor = z.infer<typeof inspectedAdvisorSchema>

/** All stored fields of a donation, including those that the contract does not show in responses. */
export const inspectedDonationSchema = z.object({
  id: z.string(),
  status: z.string(),
  organization_id: z.string(),
  campaign_id: z.string(),
  donor_first_name: z.string(),
  donor_last_name: z.string(),
  donor_email: z.string(),
  donor_address_line_1: z.string(),
  donor_address_line_2: z.string(),
  donor_city: z.string(),
  donor_province: z.string(),
  donor_postal_code: z.string(),
  donor_country: z.string(),
  designation_id: z.string().nullable(),
  memo: z.string(),
  quantity: z.number().nullable(),
  identifier: z.string().nullable(),
  source: z.string().nullable(),
  advisor: inspectedAdvisorSchema.nullable(),
})
/** A value of `inspectedDonationSchema`. */
export type InspectedDonation = z.infer<typeof inspectedDonationSchema>

/** All stored advisors of both environments that have one email address. */
export const inspectedAdvisorsSchema = z.object({ advisors: z.array(inspectedAdvisorSchema) })

/** A webhook as its destination received it. The contract leaves event kind, payload and signature open. */
const webhookDeliverySchema = z.object({
  /** The environment whose registered destination received it. */
  destination: z.enum(['sandbox', 'production']),
  /** ISO 8601, by the mock's clock. */
  receivedAt: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
/** A value of `webhookDeliverySchema`. */
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** The answer to `GET /webhooks`. */
export const webhookDeliveriesSchema = z.object({
  /** How many webhooks were received so far: the `after` that leaves these out next time. */
  received: z.number().int().nonnegative(),
  /** Oldest first; only the newest thousand are kept. */
  deliveries: z.array(webhookDeliverySchema),
})
/** A value of `webhookDeliveriesSchema`. */
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>
