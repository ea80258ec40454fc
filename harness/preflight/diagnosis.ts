/** Who has to act where something is wrong. */
export type Sort = 'configuration' | 'environment' | 'contract' | 'suite'

/** One thing that was looked at. */
export interface Diagnosis {
  readonly about: string
  readonly says: string
  /** Absent where all is well. */
  readonly wrong?: Sort
  /** It keeps the service from being tested, whoever has to act: unreachable, or nobody logs in. */
  readonly isInTheWay?: true
  /** Of a host. */
  readonly answeredInMs?: number
}
