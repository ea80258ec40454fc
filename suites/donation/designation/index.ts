import { family } from '../../../harness/authoring/index.ts'
import { designation1 } from './designation-1.ts'
import { designation2 } from './designation-2.ts'
import { designation3 } from './designation-3.ts'
import { designation4 } from './designation-4.ts'
import { designation5 } from './designation-5.ts'
import { designation6 } from './designation-6.ts'
import { designation7 } from './designation-7.ts'

/** DESIGNATION: which designations an update may set, what clears one, and what leaves it. */
export const designation = family('DESIGNATION', [
  designation1,
  designation2,
  designation3,
  designation4,
  designation5,
  designation6,
  designation7,
])
