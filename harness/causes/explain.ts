import { causes as allCauses, type Cause } from './causes.ts'
import { fieldOf, isOfField, ORIGINS, ofField, SIGNS } from './known-signs.ts'

/** What a run found of one requirement. */
export interface RequirementSigns {
  readonly id: string
  /** What each failure shows. */
  readonly failures: readonly (readonly string[])[]
  /** How often it was tried and kept. */
  readonly kept: number
}

/** Why a requirement is broken that another one breaks. */
interface Explanation {
  /** The requirement that is the cause. */
  readonly because: string
  readonly why: string
  /** How often the requirement was kept without the cause. */
  readonly kept: number
}

/**
 * What is broken only since something else is: of each such requirement the cause. One that has a failure which nothing
 * explains is broken itself, and so is one that was never kept.
 * @param broken what is broken, and how.
 * @param causes ranked; what one of them has explained is no cause any more.
 */
export function explain(
  broken: readonly RequirementSigns[],
  causes: readonly Cause[] = allCauses,
): ReadonlyMap<string, Explanation> {
  const explained = new Map<string, Explanation>()
  const standing = () => broken.filter(({ id }) => !explained.has(id))
  for (const { cause: name } of causes)
    for (const one of standing()) {
      const { id, failures, kept } = one
      const own = causes.filter(
        ({ cause, explains }) => explains.some((other) => other === id) && cause !== id,
      )
      const at = (failure: readonly string[]) =>
        own.find((rule) => {
          const cause = standing().find((other) => other.id === rule.cause)
          return cause !== undefined && isExplained(failure, rule, cause)
        })
      if (kept === 0 || failures.length === 0 || !own.some(({ cause }) => cause === name)) continue
      const found = failures.map(at)
      const [first] = found
      if (first && found.every(Boolean) && first.cause === name)
        explained.set(id, { because: first.cause, why: first.because, kept })
    }
  return new Map([...explained].map(([id, one]) => [id, { ...one, because: rootOf(one.because, explained) }]))
}

/** The cause of a cause, where that has one. */
function rootOf(id: string, explained: ReadonlyMap<string, Explanation>): string {
  const because = explained.get(id)?.because
  return because === undefined ? id : rootOf(because, explained)
}

/** Whether a failure shows what the cause does, in the same fields. */
function isExplained(
  failure: readonly string[],
  { sign, ofCause = sign, anyField, origin }: Cause,
  { failures }: RequirementSigns,
): boolean {
  const isSequence = sign === SIGNS.inSequence
  // What came of a sequence may have come of any step: only a cause that shows by itself explains it.
  const ofTheCause = failures.filter((one) => !isSequence || !one.includes(SIGNS.inSequence)).flat()
  const fields = fieldsIn(failure)
  if (isSequence)
    return (
      failure.includes(SIGNS.inSequence) &&
      fields.length > 0 &&
      fields.every((field) =>
        Object.values(ORIGINS).some((one) => {
          const shown = ofField(one, field)
          return failure.includes(shown) && ofTheCause.includes(shown)
        }),
      )
    )
  const isShown = isOfField(sign)
    ? fields.length > 0 && fields.every((field) => failure.includes(ofField(sign, field)))
    : failure.includes(sign)
  if (!isShown) return false
  if (origin !== undefined && !fields.every((field) => failure.includes(ofField(origin, field)))) return false
  if (ofCause !== null && isOfField(ofCause))
    return fields.every((field) => ofTheCause.includes(ofField(ofCause, field)))
  if (ofCause !== null && !ofTheCause.includes(ofCause)) return false
  return anyField === true || hasFields(ofTheCause, fields)
}

/** Whether the wrong values of the cause are of these fields too; where it is not about values, they are no matter. */
function hasFields(signs: readonly string[], fields: readonly string[]): boolean {
  const known = fieldsIn(signs)
  return known.length === 0 || fields.every((field) => known.includes(field))
}

/** The fields that showed wrong values. */
function fieldsIn(signs: readonly string[]): readonly string[] {
  return [...new Set(signs.map(fieldOf).filter((field) => field !== undefined))]
}
