import { family } from '../../../harness/authoring/index.ts'
import { bearer1 } from './bearer-1.ts'
import { bearer2 } from './bearer-2.ts'
import { bearer3 } from './bearer-3.ts'
import { bearer4 } from './bearer-4.ts'
import { bearer5 } from './bearer-5.ts'
import { bearer6 } from './bearer-6.ts'
import { bearer7 } from './bearer-7.ts'
import { bearer8 } from './bearer-8.ts'
import { bearer9 } from './bearer-9.ts'

/** Access tokens at the API: which of them open a call, for how long, and for whose donations. */
export const bearer = family('BEARER', [
  bearer1,
  bearer2,
  bearer3,
  bearer4,
  bearer5,
  bearer6,
  bearer7,
  bearer8,
  bearer9,
])
