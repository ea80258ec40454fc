import { family } from '../../../harness/authoring/index.ts'
import { refresh1 } from './refresh-1.ts'
import { refresh2 } from './refresh-2.ts'
import { refresh3 } from './refresh-3.ts'
import { refresh4 } from './refresh-4.ts'
import { refresh5 } from './refresh-5.ts'
import { refresh6 } from './refresh-6.ts'
import { refresh7 } from './refresh-7.ts'
import { refresh8 } from './refresh-8.ts'
import { refresh9 } from './refresh-9.ts'
import { refresh10 } from './refresh-10.ts'
import { refresh11 } from './refresh-11.ts'

/** Refreshing at the token endpoint: what a refresh token gives, to whom, and how long. */
export const refresh = family('REFRESH', [
  refresh1,
  refresh2,
  refresh3,
  refresh4,
  refresh5,
  refresh6,
  refresh7,
  refresh8,
  refresh9,
  refresh10,
  refresh11,
])
