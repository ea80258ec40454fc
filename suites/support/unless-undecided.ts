import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'

/**
 * For a catch: what could not be had where something is undecided or does not apply is done without.
 * @throws every other error again.
 */
export function unlessUndecided(error: unknown): undefined {
  if (!(error instanceof NotApplicableError || error instanceof InconclusiveError)) throw error
}
