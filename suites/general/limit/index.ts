import { family } from '../../../harness/authoring/index.ts'
import { limit1 } from './limit-1.ts'

/** Lifetimes and rate limits, which the contract names without a value. */
export const limit = family('LIMIT', [limit1])
