import { causes as allCauses, type Cause } from './causes.ts'
import { IN_A_SEQUENCE, isOfField, ORIGINS, type Sign } from './signs.ts'

/** What a run found of one requirement. */
export interface RequirementSigns {
  readonly id: string
  /** What each failure shows. */
  readonly failures: readonly (readonly Sign[])[]
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
      const at = (failure: readonly Sign[]) =>
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
  failure: readonly Sign[],
  { sign, ofCause = sign, anyField, origin }: Cause,
  { failures }: RequirementSigns,
): boolean {
  const isSequence = sign === IN_A_SEQUENCE
  // What came of a sequence may have come of any step: only a cause that shows by itself explains it.
  const ofTheCause = failures.filter((one) => !isSequence || !one.includes(IN_A_SEQUENCE)).flat()
  const fields = fieldsIn(failure)
  const shows = (signs: readonly Sign[], wanted: Sign, field: string) => signs.includes(`${wanted}: ${field}`)
  if (isSequence)
    return (
      failure.includes(IN_A_SEQUENCE) &&
      fields.length > 0 &&
      fields.every((field) =>
        ORIGINS.some((origin) => shows(failure, origin, field) && shows(ofTheCause, origin, field)),
      )
    )
  const isShown = isOfField(sign)
    ? fields.length > 0 && fields.every((field) => shows(failure, sign, field))
    : failure.includes(sign)
  if (!isShown) return false
  if (origin !== undefined && !fields.every((field) => shows(failure, origin, field))) return false
  if (ofCause !== null && isOfField(ofCause))
    return fields.every((field) => shows(ofTheCause, ofCause, field))
  if (ofCause !== null && !ofTheCause.includes(ofCause)) return false
  return anyField === true || hasFields(ofTheCause, fields)
}

/** Whether the wrong values of the cause are of these fields too; where it is not about values, they are no matter. */
function hasFields(signs: readonly Sign[], fields: readonly string[]): boolean {
  const known = fieldsIn(signs)
  return known.length === 0 || fields.every((field) => known.includes(field))
}

/** The fields that showed wrong values. */
function fieldsIn(signs: readonly Sign[]): readonly string[] {
  const fields = signs.flatMap((sign) => {
    const [origin = '', field] = sign.split(': ')
    return isOfField(origin) && field !== undefined ? [field] : []
  })
  return [...new Set(fields)]
}
