import type { PartnerRequirementId, RequirementId } from '../catalogue/index.ts'

/**
 * Why nothing tests a sentence. `not visible`: no request shows it. `the partner's side`: partners do it, where no service
 * and no test application sees it. `free`: the contract leaves it open, so nothing could be wrong. `explanatory`: it says
 * what something is, and asks nothing of anybody.
 */
export const untestedKinds = ['not visible', "the partner's side", 'free', 'explanatory'] as const
/** One of `untestedKinds`. */
type UntestedKind = (typeof untestedKinds)[number]

/** An id that a sentence cites. Partners' are not checked by type: their examination is another room's. */
export type CitedId = RequirementId | PartnerRequirementId | `PARTNER-${number}`

/** Why nothing tests a sentence, or a part of it. */
export interface Untested {
  readonly kind: UntestedKind
  /** One clause for the reader, without a full stop. */
  readonly because: string
}

interface Said {
  /** The item or rule of the section, as sources in the catalogue name it: `item 5`, `rule 2`. */
  readonly at?: string
  /** What the contract says, in our own words. */
  readonly says: string
}

/** A sentence is tested, or not tested for a reason, or tested in part: then it has both. */
export type Sentence = Said &
  (
    | { readonly tested: readonly [CitedId, ...CitedId[]]; readonly untested?: Untested }
    | { readonly tested?: never; readonly untested: Untested }
  )

/** A section of the contract, under the title that sources in the catalogue use. */
export interface Section {
  readonly title: string
  readonly sentences: readonly Sentence[]
}

const untested = (kind: UntestedKind) => (because: string) => ({ kind, because }) satisfies Untested

export const notVisible = untested('not visible')
export const partnersSide = untested("the partner's side")
export const free = untested('free')
export const explanatory = untested('explanatory')
