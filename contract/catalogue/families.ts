import type { Requirement, Side } from '../requirement.ts'
import { advisor } from './advisor.ts'
import { authz } from './authz.ts'
import { bearer } from './bearer.ts'
import { designation } from './designation.ts'
import { env } from './env.ts'
import { error, limit, version } from './error.ts'
import { org } from './org.ts'
import { partner } from './partner.ts'
import { pledged } from './pledged.ts'
import { refresh } from './refresh.ts'
import { token } from './token.ts'
import { update } from './update.ts'

interface FamilyOfRequirements {
  /** What its ids start with. */
  readonly name: string
  readonly title: string
  readonly side: Side
  readonly requirements: readonly Requirement[]
}

/** The families in the order of the contract, each with its requirements. */
export const families = [
  { name: 'ENV', title: 'Environments', side: 'service', requirements: env },
  { name: 'AUTHZ', title: 'Authorization endpoint', side: 'service', requirements: authz },
  { name: 'TOKEN', title: 'Token endpoint: authorization code', side: 'service', requirements: token },
  { name: 'ORG', title: 'Organizations', side: 'service', requirements: org },
  { name: 'REFRESH', title: 'Token endpoint: refresh', side: 'service', requirements: refresh },
  { name: 'BEARER', title: 'Bearer tokens', side: 'service', requirements: bearer },
  { name: 'UPDATE', title: 'Donation update', side: 'service', requirements: update },
  { name: 'PLEDGED', title: 'Pledged-only fields', side: 'service', requirements: pledged },
  { name: 'DESIGNATION', title: 'Designation', side: 'service', requirements: designation },
  { name: 'ADVISOR', title: 'Advisor', side: 'service', requirements: advisor },
  { name: 'ERROR', title: 'Errors', side: 'service', requirements: error },
  { name: 'VERSION', title: 'Versioning', side: 'service', requirements: version },
  { name: 'LIMIT', title: 'Limits', side: 'service', requirements: limit },
  { name: 'PARTNER', title: 'Partner application', side: 'partner', requirements: partner },
] as const satisfies readonly FamilyOfRequirements[]

type AnyFamily = (typeof families)[number]
type IdsOf<S extends Side> = Extract<AnyFamily, { side: S }>['requirements'][number]['id']

/** The name of a family, such as `TOKEN`. */
export type Family = AnyFamily['name']
/** The id of a requirement that binds the service. */
export type RequirementId = IdsOf<'service'>
/** The id of a requirement that binds the partner's application. */
export type PartnerRequirementId = IdsOf<'partner'>

/** A requirement that binds the service, with its id as a literal. */
export type ServiceRequirement = Requirement & { readonly id: RequirementId }
/** A requirement that binds the partner's application, with its id as a literal. */
export type PartnerRequirement = Requirement & { readonly id: PartnerRequirementId }

/** What binds the service, in catalogue order. */
export const serviceRequirements: readonly ServiceRequirement[] = families.flatMap(
  (family): readonly ServiceRequirement[] => (family.side === 'service' ? family.requirements : []),
)

/** What binds the partner's application, in catalogue order. */
export const partnerRequirements: readonly PartnerRequirement[] = partner

/** Every requirement of the contract, the service's before the partner's. */
export const catalogue: readonly (ServiceRequirement | PartnerRequirement)[] = [
  ...serviceRequirements,
  ...partnerRequirements,
]
