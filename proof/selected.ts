import { type Side, UnknownRequirementError } from '../contract/index.ts'
import { generatedFault, isGenerated } from '../mock/generated/index.ts'
import { findNamed } from '../mock/named.ts'

/** A fault or a variant. */
interface Deviation {
  readonly id: string
}

/** What a selection may name. */
export interface Selectable {
  readonly side: Side
  /** Of requirements and families. */
  readonly requirements: readonly string[]
  /** Faults and variants; absent where they are drawn, and requirements alone can be named. */
  readonly deviations?: readonly Deviation[]
}

/**
 * What a selection names, as it is written; requirements and families may be given in any letter case.
 * @throws Error for the first name of nothing; its message is one line, with what was probably meant
 */
export function selected(names: readonly string[], known: Selectable): readonly string[] {
  return names.map((name) => nameOf(name, known))
}

function nameOf(name: string, { side, requirements, deviations }: Selectable): string {
  const requirement = name.toUpperCase()
  if (requirements.includes(requirement)) return requirement
  const isDeviation = deviations?.some(({ id }) => id === name)
  if (deviations === undefined || (!isDeviation && /^[A-Z]+(-\d+)?$/.test(requirement)))
    throw new UnknownRequirementError(name, side)
  if (side === 'service' && isGenerated(name)) return generatedFault(name).id
  return findNamed('fault or variant', deviations, name).id
}
