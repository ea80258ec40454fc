import type { Finding } from '../model/violation.ts'

/** One case that broke a requirement, as its test saw it: not redacted, so it never leaves the worker. */
export interface FailedCase {
  readonly requirement: string
  readonly finding: Finding
  /** Whether it came at the end of several steps, any of which may be at fault. */
  readonly isSequence: boolean
}
