/** Who has to act where something is wrong. */
export type Sort = 'configuration' | 'environment' | 'contract' | 'suite'

/** One thing that was looked at. */
export interface Diagnosis {
  readonly about: string
  readonly says: string
  /** Absent where all is well. */
  readonly wrong?: Sort
  /** Of a host. */
  readonly answeredInMs?: number
}
