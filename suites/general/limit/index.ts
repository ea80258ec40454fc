import { family } from '../../../harness/authoring/index.ts'
import { limit1 } from './limit-1.ts'

export const limit = family('LIMIT', [limit1])
