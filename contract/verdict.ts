import type { Level } from './requirement.ts'

/** What a run says of one requirement. See README for the meaning of each. */
export const verdicts = [
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'not-applicable',
  'observed',
  'error',
] as const
export type Verdict = (typeof verdicts)[number]

/** What a violation makes of a requirement: the level decides, and nothing else does. */
export function verdictOfViolation(level: Level): 'fail' | 'warn' | 'observed' {
  return level === 'MUST' ? 'fail' : level === 'SHOULD' ? 'warn' : 'observed'
}

/** What a requirement comes to that was tried and not seen broken: a MAY is only ever observed. */
export function verdictOfKept(level: Level): 'pass' | 'observed' {
  return level === 'MAY' ? 'observed' : 'pass'
}

/**
 * Thrown where a requirement cannot be decided here: a fixture is missing, or the step that leads to what it
 * judges does not work (which is another requirement's business). It becomes the verdict `inconclusive`.
 */
export class InconclusiveError extends Error {
  /** What would decide it: environment keys, or a sentence. */
  readonly needs: readonly string[]

  /**
   * @param reason one sentence without a full stop, for the report
   * @param needs environment keys, or a sentence each
   */
  constructor(reason: string, needs: readonly string[] = []) {
    super(reason)
    this.name = 'InconclusiveError'
    this.needs = needs
  }
}

/**
 * Thrown where the target uses a freedom that makes the rule empty, such as not rotating refresh tokens. It becomes
 * the verdict `not-applicable`.
 */
export class NotApplicableError extends Error {
  /** @param reason one sentence without a full stop, for the report */
  constructor(reason: string) {
    super(reason)
    this.name = 'NotApplicableError'
  }
}
