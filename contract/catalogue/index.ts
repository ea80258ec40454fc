export {
  catalogue,
  type Family,
  families,
  type PartnerRequirement,
  type PartnerRequirementId,
  partnerRequirements,
  type RequirementId,
  type ServiceRequirement,
  serviceRequirements,
} from './families.ts'
export { stakesOf } from './partner-stakes.ts'
export {
  familyOf,
  isRequirementId,
  requirementById,
  selectPartnerRequirements,
  selectRequirements,
  UnknownRequirementError,
} from './select.ts'
