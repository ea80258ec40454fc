export * from './catalogue/index.ts'
export { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from './countries.ts'
export {
  ADVISOR_FIELDS,
  type AdvisorField,
  DONOR_FIELDS,
  type DonorField,
  GATED_FIELDS,
  type GatedField,
  OBSERVABLE_FIELDS,
  type ObservableField,
  SETTABLE_FIELDS,
  type SettableField,
  UPDATE_FIELDS,
  type UpdateField,
} from './fields.ts'
export { type OpenApiDocument, openapiDocument } from './openapi.ts'
export type { Level, Need, Requirement, Side } from './requirement.ts'
export {
  type Advisor,
  advisorSchema,
  contractIssues,
  type Donation,
  donationSchema,
  type OAuthError,
  oauthErrorSchema,
  type TokenResponse,
  tokenResponseSchema,
  type UpdateDonationRequest,
  type UpdateDonationResponse,
  updateDonationRequestSchema,
  updateDonationResponseSchema,
} from './schemas.ts'
export {
  type CitedId,
  contractText,
  countTreatments,
  type NumberedSection,
  type NumberedSentence,
  numberedContract,
  type Section,
  type Sentence,
  sentencesOf,
  type Treatment,
  treatmentOf,
  treatments,
  type Untested,
} from './text/index.ts'
