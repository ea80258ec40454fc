import { partner1 } from './partner-1.ts'
import { partner2 } from './partner-2.ts'
import { partner3 } from './partner-3.ts'
import { partner4 } from './partner-4.ts'
import { partner5 } from './partner-5.ts'
import { partner6 } from './partner-6.ts'
import { partner7 } from './partner-7.ts'
import { partner8 } from './partner-8.ts'
import { partner9 } from './partner-9.ts'
import { partner10 } from './partner-10.ts'
import { partner11 } from './partner-11.ts'
import { partner12 } from './partner-12.ts'
import { partner13 } from './partner-13.ts'
import { partner14 } from './partner-14.ts'
import { partner15 } from './partner-15.ts'
import { partner16 } from './partner-16.ts'
import { partner17 } from './partner-17.ts'
import { partner18 } from './partner-18.ts'
import type { ExaminedRequirement } from './requirement.ts'

/** The requirements of the partner's side with all that decides them, in catalogue order. */
export const examinedRequirements: readonly ExaminedRequirement[] = [
  partner1,
  partner2,
  partner3,
  partner4,
  partner5,
  partner6,
  partner7,
  partner8,
  partner9,
  partner10,
  partner11,
  partner12,
  partner13,
  partner14,
  partner15,
  partner16,
  partner17,
  partner18,
]
