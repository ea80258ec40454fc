import { family } from '../../../harness/authoring/index.ts'
import { update1 } from './update-1.ts'
import { update2 } from './update-2.ts'
import { update3 } from './update-3.ts'
import { update4 } from './update-4.ts'
import { update5 } from './update-5.ts'
import { update6 } from './update-6.ts'
import { update7 } from './update-7.ts'
import { update8 } from './update-8.ts'
import { update9 } from './update-9.ts'
import { update10 } from './update-10.ts'
import { update11 } from './update-11.ts'
import { update12 } from './update-12.ts'
import { update13 } from './update-13.ts'
import { update14 } from './update-14.ts'
import { update15 } from './update-15.ts'
import { update16 } from './update-16.ts'
import { update17 } from './update-17.ts'
import { update18 } from './update-18.ts'

/** UPDATE: what an update of a donation by PUT or PATCH accepts, refuses, stores and answers. */
export const update = family('UPDATE', [
  update1,
  update2,
  update3,
  update4,
  update5,
  update6,
  update7,
  update8,
  update9,
  update10,
  update11,
  update12,
  update13,
  update14,
  update15,
  update16,
  update17,
  update18,
])
