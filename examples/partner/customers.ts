/** A nonprofit organization that a connection may act for. */
export interface Organization {
  readonly id: string
  readonly name: string
}

/** What a token response leaves to keep. */
export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** When the access token was received, in milliseconds since the epoch. */
  readonly receivedAt: number
  /** When it expires, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/** A user's approval, as long as it lasts. */
export interface Connection {
  tokens: Tokens
  readonly organizations: readonly Organization[]
  /** The one that updates are made for. */
  organizationId: string | null
  /** What a user without organizations is told; null for all others. */
  readonly contact: string | null
  /** The refresh that is under way. */
  refreshing?: Promise<Tokens> | undefined
}

/** All that is known of a customer: a record of your database. Here it lives as long as the program. */
export interface Customer {
  /** The state of the flow that the customer began and has not finished. */
  state?: string | undefined
  connection?: Connection | undefined
  /** The designation of each donation, by its id: an update that leaves it out clears it. */
  readonly designations: Map<string, string>
}

/** A customer who has just come. */
export function newCustomer(): Customer {
  return { designations: new Map() }
}

/** What the handlers of requests find in their context. */
export interface Served {
  Variables: { readonly customer: Customer }
}
