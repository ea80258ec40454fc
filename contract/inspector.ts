import { z } from 'zod'

/**
 * The inspector: what the embedded mock alone lets the suite see and do behind the contract's back.
 * HTTP and JSON on a loopback port of its own; every request carries `Authorization: Bearer <key>`.
 *
 *   GET  /donations/{id}          → InspectedDonation
 *   GET  /advisors?email=ADDRESS  → InspectedAdvisors
 *   GET  /webhooks?after=N        → WebhookDeliveries: all but the first N that were received, as far as they are kept
 *   POST /clock/advance           ← { seconds }   moves the service's clock forward, for everybody
 *   POST /codes/expire            ← { token }     this authorization code is past its lifetime from now on
 *   POST /access-tokens/expire    ← { token }
 *   POST /refresh-tokens/revoke   ← { token }     as the service's operator would
 *
 * The POSTs answer 204; an unknown donation or token answers 404.
 */
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
export type InspectedAdvisor = z.infer<typeof inspectedAdvisorSchema>

/** The whole stored state of a donation, hidden fields included. */
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
export type InspectedDonation = z.infer<typeof inspectedDonationSchema>

export const inspectedAdvisorsSchema = z.object({ advisors: z.array(inspectedAdvisorSchema) })

/** A webhook as its destination received it; the contract leaves kind, payload and signature open. */
export const webhookDeliverySchema = z.object({
  /** The environment whose registered destination received it. */
  destination: z.enum(['sandbox', 'production']),
  receivedAt: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** Deliveries, oldest first, and how many were received so far: what to ask for those after these by. */
export const webhookDeliveriesSchema = z.object({
  received: z.number().int().nonnegative(),
  deliveries: z.array(webhookDeliverySchema),
})
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>
