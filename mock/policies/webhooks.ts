import type { Donation, EnvironmentName } from '../store.ts'

/** A successful update, for which webhooks are sent. */
export interface DonationEvent {
  /** The environment that the donation belongs to. */
  readonly environment: EnvironmentName
  /** The donation after the update. */
  readonly donation: Donation
  /** `PUT` or `PATCH`. */
  readonly method: string
}

/** Decisions about webhooks (contract, Events). */
export interface WebhookPolicies {
  /** The environments whose registered destination gets the event. */
  destinations(event: DonationEvent): readonly EnvironmentName[]
  /** The event as JSON; the contract leaves its shape open. */
  payload(event: DonationEvent): unknown
}

/** The webhooks of the reference service: each goes to the environment of its donation. */
export const webhookPolicies: WebhookPolicies = {
  destinations: ({ environment }) => [environment],
  payload: ({ environment, donation }) => ({
    type: 'donation.updated',
    environment,
    donation: { id: donation.id, status: donation.status },
  }),
}
