import { family } from '../../../harness/authoring/index.ts'
import { version1 } from './version-1.ts'

/** The version in the path prefix of the API. */
export const version = family('VERSION', [version1])
