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
  /** The part of its requirement ids before the hyphen. */
  readonly name: string
  readonly title: string
  readonly side: Side
  readonly requirements: readonly Requirement[]
}

/** All families of requirements, in the order of the contract. */
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

/** The name of a family: the part of a requirement id before the hyphen, such as `TOKEN`. */
export type Family = AnyFamily['name']
/** The id of a requirement that binds the service, such as `TOKEN-3`. */
export type RequirementId = IdsOf<'service'>
/** The id of a requirement that binds the partner's application, such as `PARTNER-1`. */
export type PartnerRequirementId = IdsOf<'partner'>

/** A requirement that binds the service; the type of its id is the union of all such ids. */
export type ServiceRequirement = Requirement & { readonly id: RequirementId }
/** A requirement that binds the partner's application; the type of its id is the union of all such ids. */
export type PartnerRequirement = Requirement & { readonly id: PartnerRequirementId }

/** The requirements that bind the service, in catalogue order. */
export const serviceRequirements: readonly ServiceRequirement[] = families.flatMap(
  (family): readonly ServiceRequirement[] => (family.side === 'service' ? family.requirements : []),
)

/** The requirements that bind the partner's application, in catalogue order. */
export const partnerRequirements: readonly PartnerRequirement[] = partner

/** Every requirement of the contract, the service's before the partner's. */
export const catalogue: readonly (ServiceRequirement | PartnerRequirement)[] = [
  ...serviceRequirements,
  ...partnerRequirements,
]
