/**
 * Thrown where a requirement cannot be decided here: a fixture is missing, or the step that leads to what it
 * judges does not work (which is another requirement's business). The harness makes it `inconclusive`.
 */
export class InconclusiveError extends Error {
  /** What would decide it: environment keys, or a sentence. */
  readonly needs: readonly string[]

  constructor(reason: string, needs: readonly string[] = []) {
    super(reason)
    this.name = 'InconclusiveError'
    this.needs = needs
  }
}

/** Thrown where the target uses a freedom that makes the rule empty, such as not rotating refresh tokens. */
export class NotApplicableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NotApplicableError'
  }
}
