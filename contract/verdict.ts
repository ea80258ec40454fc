import type { Level } from './requirement.ts'

/** The possible results of testing one requirement. README explains each. */
export const verdicts = [
  'pass',
  'fail',
  'warn',
  'inconclusive',
  'not-applicable',
  'observed',
  'error',
] as const
/** One of `verdicts`. */
export type Verdict = (typeof verdicts)[number]

/** The verdict for a violated requirement: `fail` for MUST, `warn` for SHOULD, `observed` for MAY. */
export function verdictOfViolation(level: Level): 'fail' | 'warn' | 'observed' {
  return level === 'MUST' ? 'fail' : level === 'SHOULD' ? 'warn' : 'observed'
}

/** The verdict for a requirement that was tested without a violation: `observed` for MAY, else `pass`. */
export function verdictOfKept(level: Level): 'pass' | 'observed' {
  return level === 'MAY' ? 'observed' : 'pass'
}

/**
 * Thrown by a test that cannot decide its requirement: a fixture is missing, or an earlier step fails that
 * another requirement judges. The verdict becomes `inconclusive`.
 */
export class InconclusiveError extends Error {
  /** What would make it decidable: environment keys, or a sentence each. */
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

/** Thrown where a request was lost on the way, so that what it did is not known: a test that begins anew may decide. */
export class LostRequestError extends InconclusiveError {
  /** @param reason one sentence without a full stop, for the report */
  constructor(reason: string) {
    super(reason)
    this.name = 'LostRequestError'
  }
}

/**
 * Thrown by a test whose requirement does not apply to this target, such as one about replaced refresh tokens
 * where the service never replaces them. The verdict becomes `not-applicable`. What would make it apply may be missing
 * on the suite's side alone: a requirement of which nothing else was tried is undecided then.
 */
export class NotApplicableError extends Error {
  /** What would make it apply, as with {@link InconclusiveError}; empty where that is the service's choice. */
  readonly needs: readonly string[]

  /**
   * @param reason one sentence without a full stop, for the report
   * @param needs environment keys, or a sentence each
   */
  constructor(reason: string, needs: readonly string[] = []) {
    super(reason)
    this.name = 'NotApplicableError'
    this.needs = needs
  }
}

/**
 * For a catch: what could not be had where something is undecided or does not apply is done without.
 * @throws every other error again.
 */
export function unlessUndecided(error: unknown): undefined {
  if (!(error instanceof NotApplicableError || error instanceof InconclusiveError)) throw error
}
