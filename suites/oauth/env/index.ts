import { family } from '../../../harness/authoring/index.ts'
import { env1 } from './env-1.ts'
import { env2 } from './env-2.ts'
import { env3 } from './env-3.ts'

/** The two environments: what belongs to the sandbox stays in the sandbox. */
export const env = family('ENV', [env1, env2, env3])
