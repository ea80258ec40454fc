import { countPairs } from '../model/coverage.ts'
import { coveringArray, type Row } from '../model/covering-array.ts'
import type { Context } from '../session/context.ts'
import { type Axes, type Axis, axesFor, type Combination } from './axis.ts'
import { tableTest } from './cases.ts'
import type { RequirementTest } from './requirement.ts'

/** How a test covers its axes. */
interface Covering {
  /** Of how many axes every combination of values is tried: pairs (2) where it is left out. */
  readonly strength?: number
  /** Combinations that make no sense together: a row with such values is not tried. */
  readonly except?: (row: Partial<Row>) => boolean
}

/**
 * The same test along several axes: every value of each is tried, and every pair of values of any two (or more of them,
 * by `strength`), in the fewest cases. Independent of the seed and of the run's number of cases.
 *
 * @param axes by the names under which the function gets their values.
 */
export function covering<const Given extends Axes>(
  label: string,
  axes: Given,
  fn: (context: Context, combination: Combination<Given>, name: string) => Promise<void>,
  { strength = 2, except = () => false }: Covering = {},
): RequirementTest {
  return tableTest<Combination<Given>>(
    label,
    (target) => {
      const known = axesFor(axes, target)
      const factors = Object.fromEntries(
        Object.entries(known).map(([key, { values }]) => [key, Object.keys(values)]),
      )
      const titles = Object.fromEntries(Object.entries(known).map(([key, { name }]) => [key, name]))
      const byTitle = (row: Row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [titles[key] ?? key, value]))
      const rows = coveringArray(factors, strength, except)
      // What makes no sense together is no pair to try.
      const pairs = strength === 1 ? coveringArray(factors, 2, except) : rows
      return {
        knownPairs: countPairs(pairs),
        axes: Object.fromEntries(Object.entries(factors).map(([key, names]) => [titles[key] ?? key, names])),
        cases: rows.map((row) => ({
          name: nameOf(row),
          one: valuesOf(known, row) as Combination<Given>,
          row: byTitle(row),
        })),
      }
    },
    fn,
  )
}

/** What a person reads of a row: `PUT, pledged, a 64-character city`. */
function nameOf(row: Row): string {
  return Object.values(row).join(', ')
}

function valuesOf(axes: Readonly<Record<string, Axis>>, row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [key, axes[key]?.values[value]]))
}
