import type { TestPattern } from './result.ts'

/** The test by which a violation is named that no test found, but a rule over all traffic. */
export const ALL_TRAFFIC = 'all traffic'

/** What names a violation: the test that found it, and the row of its table where it has one. */
export interface Named {
  readonly test?: string | undefined
  readonly case?: string | undefined
}

/** A test's name without the requirement that it is of: the label alone, where it has one. */
export function labelOf(test: string): string {
  return test.includes('/') ? test.slice(test.indexOf('/') + 1) : test
}

/**
 * In which way a requirement was broken, as a baseline names it: `redirect URIs: trailing slash added` for a row of a
 * table, the test alone for what was generated. The same from run to run.
 */
export function wayOf({ test, case: row }: Named): string {
  const label = test === undefined ? undefined : labelOf(test)
  return [label, row].filter((part) => part !== undefined).join(': ')
}

/** Of a few generated cases all may fail by chance, where in another run some pass. */
const ENOUGH_FOR_ALL = 10

/** The labels of the tests in which everything failed that was tried, where that was enough to say so. */
export function whollyBroken({
  patterns = [],
}: {
  readonly patterns?: readonly Pick<TestPattern, 'test' | 'failed' | 'of'>[] | undefined
}): readonly string[] {
  return patterns
    .filter(({ failed, of }) => failed === of && of >= ENOUGH_FOR_ALL)
    .map(({ test }) => labelOf(test))
}

/** Whether a name means this violation: its way, its row, a value in its row, or its test. */
export function means(name: string, violation: Named): boolean {
  const { test = '', case: row } = violation
  if (name === wayOf(violation) || name === labelOf(test)) return true
  return row !== undefined && `, ${row}, `.includes(`, ${name}, `)
}
