/** The axes of one test, and the rows of them that were tried. */
export interface TestCoverage {
  /** Names the test, as in a replay. */
  readonly test: string
  /** Names of all known values, by axis. */
  readonly axes: Readonly<Record<string, readonly string[]>>
  /** One value of each axis, for each case that was tried and judged. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** How many pairs of values of different axes there are to try; absent where pairs are no matter. */
  readonly knownPairs?: number
}

/** How much of what is known was tried. */
interface CoveredShare {
  readonly tried: number
  readonly known: number
}

/** What a run covered of one test's axes. */
export interface CoverageSummary {
  readonly test: string
  readonly axes: Readonly<Record<string, CoveredShare & { readonly untried: readonly string[] }>>
  /** Pairs of values of two different axes; absent where there is one axis, or none matter. */
  readonly pairs?: CoveredShare
}

/** Counts values, and pairs of values, tried of those known. */
export function summarize({ test, axes, rows, knownPairs }: TestCoverage): CoverageSummary {
  const shares = Object.entries(axes).map(([axis, values]) => {
    const seen = new Set(rows.map((row) => row[axis]))
    const untried = values.filter((value) => !seen.has(value))
    return [axis, { tried: values.length - untried.length, known: values.length, untried }] as const
  })
  return {
    test,
    axes: Object.fromEntries(shares),
    ...(knownPairs ? { pairs: { tried: countPairs(rows), known: knownPairs } } : {}),
  }
}

/** How many different pairs of values of two axes rows hold; each row has a value of every axis. */
export function countPairs(rows: TestCoverage['rows']): number {
  const pairs = rows.flatMap((row) => {
    const values = Object.entries(row).map((value) => JSON.stringify(value))
    return values.flatMap((one, index) => values.slice(index + 1).map((other) => [one, other].sort().join()))
  })
  return new Set(pairs).size
}
