import { closest, distance } from 'fastest-levenshtein'
import type { Requirement, Side } from '../requirement.ts'
import {
  catalogue,
  type Family,
  families,
  type PartnerRequirement,
  partnerRequirements,
  type RequirementId,
  type ServiceRequirement,
  serviceRequirements,
} from './families.ts'

/** Text that names no requirement and no family; the message is one line and says what was probably meant. */
export class UnknownRequirementError extends Error {
  override readonly name = 'UnknownRequirementError'

  constructor(text: string, side: Side = 'service') {
    const hint = nearestName(text, side) ?? `the families are ${familiesOf(side).join(', ')}`
    super(`unknown requirement ${JSON.stringify(text)}: ${hint}`)
  }
}

/** Tells whether `text` is, letter case included, the id of a requirement that binds the service. */
export function isRequirementId(text: string): text is RequirementId {
  return serviceRequirements.some(({ id }) => id === text)
}

/**
 * The requirement of either side that has this id.
 * @throws UnknownRequirementError where there is none
 */
export function requirementById(id: string): Requirement {
  const found = catalogue.find((requirement) => requirement.id === id)
  if (!found) throw new UnknownRequirementError(id)
  return found
}

/**
 * The name of the family of a requirement of either side, such as `TOKEN` for `TOKEN-3`.
 * @throws UnknownRequirementError where no requirement has this id
 */
export function familyOf(id: string): Family {
  const family = families.find(({ requirements }) => requirements.some((each) => each.id === id))
  if (!family) throw new UnknownRequirementError(id)
  return family.name
}

/**
 * The requirements of the service's side that ids, family names and levels stand for, each once, in catalogue order.
 * @param selectors such as `TOKEN-3`, `update` or `MUST`, in any letter case
 * @throws UnknownRequirementError for the first selector that stands for nothing
 */
export function selectRequirements(selectors: readonly string[]): readonly ServiceRequirement[] {
  return select(serviceRequirements, selectors, 'service')
}

/**
 * The same of the partner's side.
 * @param selectors such as `PARTNER-3`, `partner` or `MUST`, in any letter case
 * @throws UnknownRequirementError for the first selector that stands for nothing
 */
export function selectPartnerRequirements(selectors: readonly string[]): readonly PartnerRequirement[] {
  return select(partnerRequirements, selectors, 'partner')
}

function select<Of extends Requirement>(
  requirements: readonly Of[],
  selectors: readonly string[],
  side: Side,
): readonly Of[] {
  const namesOf = ({ id, level }: Of) => [id, familyOf(id), level]
  const names = new Set(requirements.flatMap(namesOf))
  const wanted = selectors.map((selector) => selector.trim().toUpperCase())
  const unknown = wanted.findIndex((name) => !names.has(name))
  if (unknown >= 0) throw new UnknownRequirementError(selectors[unknown] ?? '', side)
  return requirements.filter((one) => namesOf(one).some((name) => wanted.includes(name)))
}

const familiesOf = (wanted: Side) => families.filter(({ side }) => side === wanted).map(({ name }) => name)

function nearestName(text: string, side: Side): string | undefined {
  const name = text.trim().toUpperCase()
  // Beyond two typing mistakes, or in very short text, a guess misleads more than it helps.
  const limit = Math.min(2, (name.length - 1) / 2)
  const known = side === 'service' ? serviceRequirements : partnerRequirements
  const nearest = closest(name, [...known.flatMap(({ id, level }) => [id, level]), ...familiesOf(side)])
  return distance(name, nearest) <= limit ? `did you mean ${nearest}?` : undefined
}
