import type { TargetConfig } from '../../client/environment/config.ts'
import type { RequirementId } from '../../contract/index.ts'
import type { RequirementOptions } from '../model/requirement-options.ts'
import type { Trial } from '../session/trial.ts'

/**
 * One way of trying a requirement, as `test`, `cases` and `property` make it. To run it throws ViolationError or
 * ManyViolationsError where the target breaks the requirement, InconclusiveError where that cannot be told or nothing
 * was judged, NotApplicableError where the target's choices make the rule empty; anything else is an error of the suite.
 */
export interface RequirementTest {
  /** Tells the tests of a requirement apart; absent for the one that needs no name. */
  readonly label?: string
  run(trial: Trial): Promise<void>
  /** Names of the values along which it tries the requirement, by axis; absent where there are none. */
  readonly axes?: (target: TargetConfig) => Readonly<Record<string, readonly string[]>>
}

/** A requirement and all tests of it: data, run by whoever has an engine. */
export interface TestedRequirement<Id extends RequirementId = RequirementId> {
  readonly id: Id
  readonly options: RequirementOptions
  readonly tests: readonly RequirementTest[]
}

/**
 * The tests of a requirement. Title, level and source come from the catalogue; an unknown id does not compile. Its
 * verdict is the gravest of its tests'.
 *
 * @param options what sets it apart, before the tests; see {@link RequirementOptions}.
 * @throws Error where there is no test, or where two have one label: a replay could not tell them apart.
 */
export function requirement<const Id extends RequirementId>(
  id: Id,
  ...tests: readonly RequirementTest[]
): TestedRequirement<Id>
export function requirement<const Id extends RequirementId>(
  id: Id,
  options: RequirementOptions,
  ...tests: readonly RequirementTest[]
): TestedRequirement<Id>
export function requirement<Id extends RequirementId>(
  id: Id,
  first: RequirementOptions | RequirementTest,
  ...others: readonly RequirementTest[]
): TestedRequirement<Id> {
  const [options, tests] = 'run' in first ? [{}, [first, ...others]] : [first, others]
  if (tests.length === 0) throw new Error(`${id} has no test`)
  const labels = tests.map(({ label }) => label)
  const twice = labels.find((label, index) => labels.indexOf(label) < index)
  if (new Set(labels).size < labels.length)
    throw new Error(`${id} has two tests labelled ${twice ?? 'nothing'}`)
  return { id, options, tests }
}

/** Names a test in a replay and in a list: the requirement's id, and the label where there is one. */
export function testName(id: string, { label }: Pick<RequirementTest, 'label'>): string {
  return label === undefined ? id : `${id}/${label}`
}
