import type { Donation, EnvironmentName } from '../store.ts'

export interface DonationEvent {
  readonly environment: EnvironmentName
  readonly donation: Donation
  readonly method: string
}

/** Decisions about webhooks. */
export interface WebhookPolicies {
  /** The environments whose registered destination gets the event. */
  destinations(event: DonationEvent): readonly EnvironmentName[]
  payload(event: DonationEvent): unknown
}

export const webhookPolicies: WebhookPolicies = {
  destinations: ({ environment }) => [environment],
  payload: ({ environment, donation }) => ({
    type: 'donation.updated',
    environment,
    donation: { id: donation.id, status: donation.status },
  }),
}
