import { partner1 } from './partner-1.ts'
import { partner4 } from './partner-4.ts'
import type { ExaminedRequirement } from './requirement.ts'

/** The requirements of the partner's side with all that decides them, in catalogue order. */
export const examinedRequirements: readonly ExaminedRequirement[] = [partner1, partner4]
