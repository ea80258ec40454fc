import { family } from '../../../harness/authoring/index.ts'
import { advisor1 } from './advisor-1.ts'
import { advisor2 } from './advisor-2.ts'
import { advisor3 } from './advisor-3.ts'
import { advisor4 } from './advisor-4.ts'
import { advisor5 } from './advisor-5.ts'
import { advisor6 } from './advisor-6.ts'
import { advisor7 } from './advisor-7.ts'
import { advisor8 } from './advisor-8.ts'

/** ADVISOR: which advisors an update may link, what unlinks one, and what leaves it. */
export const advisor = family('ADVISOR', [
  advisor1,
  advisor2,
  advisor3,
  advisor4,
  advisor5,
  advisor6,
  advisor7,
  advisor8,
])
