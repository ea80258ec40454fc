import { family } from '../../../harness/authoring/index.ts'
import { version1 } from './version-1.ts'

export const version = family('VERSION', [version1])
