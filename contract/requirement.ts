/** MUST: the contract says it. SHOULD: it follows from the standards or types the contract rests on. MAY: left open. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

/** Who is bound: the service under test, or the partner's application. */
export type Side = 'service' | 'partner'

/** What a requirement can only be decided with; the target says which environment keys supply each. */
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
  /** Stable: reports, records, JUnit properties and faults name it. */
  readonly id: string
  readonly level: Level
  /** The statement, in one sentence, as a person would say it. */
  readonly title: string
  /** Section of the contract, and the RFC clause where there is one. */
  readonly source: string
  readonly needs: readonly Need[]
}
