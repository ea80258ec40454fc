import { partnerRequirements, type Requirement, serviceRequirements } from '../contract/index.ts'
import type { Subject } from './run-cases.ts'

/** The requirements that bind a subject, in catalogue order. */
export function requirementsOf(subject: Subject): readonly Requirement[] {
  return subject === 'partner' ? partnerRequirements : serviceRequirements
}
