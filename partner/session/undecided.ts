import { InconclusiveError } from '../../contract/verdict.ts'

/**
 * For a catch: how far the user gets by this step decides nothing.
 * @throws every other error again.
 */
export function undecidedIsFine(error: unknown): undefined {
  if (!(error instanceof InconclusiveError)) throw error
}
