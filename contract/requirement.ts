/**
 * How binding a requirement is. MUST: the contract itself demands it. SHOULD: it follows from a standard or a
 * type that the contract uses. MAY: the contract leaves it open, so what the service does is recorded and
 * never judged.
 */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** Who must keep a requirement: the service under test, or the partner's application. */
export type Side = 'service' | 'partner'

/** A capability or fixture without which a requirement is inconclusive. Environment keys supply most. */
export type Need =
  | 'login'
  | 'second-client'
  | 'no-org-user'
  | 'multi-org-user'
  | 'donation'
  | 'two-donations'
  | 'pledged-donation'
  | 'non-pledged-donation'
  | 'foreign-donation'
  | 'designation'
  | 'other-campaign-designation'
  | 'expired-access-token'
  | 'revoked-refresh-token'
  | 'code-lifetime'
  | 'production-auth'
  | 'production-api'
  | 'webhook-listener'
  | 'hidden-fields'
  | 'inspector'

/** One testable statement of the contract. */
export interface Requirement {
  /** Never changes: reports, records, JUnit properties and faults refer to it. */
  readonly id: string
  readonly level: Level
  /** The statement, in one sentence. */
  readonly title: string
  /** Sections of the contract and clauses of RFCs, separated by semicolons. */
  readonly source: string
  /** Everything that a run needs to decide the requirement; empty where any target will do. */
  readonly needs: readonly Need[]
}
