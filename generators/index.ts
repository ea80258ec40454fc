export {
  type AdvisorUpdate,
  advisor,
  advisorValues,
  advisorWithoutEmail,
  type BrokenAdvisor,
  brokenAdvisor,
  type FullAdvisor,
} from './advisors.ts'
export { type LabelledBody, malformedBody, nonObjectBody, openBody } from './bodies.ts'
export { badCountry, type Country, listedCountry, otherCountry } from './countries.ts'
export { designationOf, malformedDesignation, unknownDesignation } from './designations.ts'
export { type Donor, donorFields, donorValues } from './donors.ts'
export { brokenEmail, exoticEmail, ordinaryEmail } from './emails.ts'
export {
  donorOfEachScript,
  type InternationalDonor,
  internationalDonor,
  internationalText,
  type Script,
} from './international.ts'
export {
  type Designations,
  type FieldPath,
  type InvalidField,
  invalidFields,
  REFUSING_REQUIREMENTS,
  type RefusingRequirement,
} from './invalid-fields.ts'
export { type InvalidUpdate, invalidUpdate } from './invalid-updates.ts'
export type { Kinds, Labelled } from './labelled.ts'
export { type OpenUpdate, openUpdate } from './open-updates.ts'
export { redirectUriNearMiss, redirectUriNearMisses, samePlaceByRfc3986 } from './redirect-uris.ts'
export { reducible, reducibleList, reducibleObject } from './reducible.ts'
export { state, stateBeyondAscii } from './states.ts'
export { exactly, type Fields, subset } from './subset.ts'
export { LONG_TELLING_STATE, STATES, TELLING_STATE } from './telling-states.ts'
export {
  addressLine1,
  addressLine2,
  biography,
  city,
  firmName,
  firstName,
  identifier,
  jobTitle,
  lastName,
  memo,
  postalCode,
  province,
  source,
} from './text.ts'
export {
  type FullUpdate,
  forbiddenUpdate,
  type Gated,
  gatedCombinations,
  gatedUpdate,
  gatedValues,
  partialUpdate,
  type UpdatedDonation,
  updateValues,
} from './updates.ts'
export { type DeclaredType, type JsonType, wrongType } from './wrong-types.ts'
