/** The axes of one test, and the rows of them that were tried. */
export interface TestCoverage {
  /** Names the test, as in a replay. */
  readonly test: string
  /** Names of all known values, by axis. */
  readonly axes: Readonly<Record<string, readonly string[]>>
  /** One value of each axis, for each case that was tried and judged. */
  readonly rows: readonly Readonly<Record<string, string>>[]
  /** Whether pairs of values of different axes are no matter. */
  readonly areIndependent?: boolean
}

/** How much of what is known was tried. */
export interface Share {
  readonly tried: number
  readonly known: number
}

/** What a run covered of one test's axes. */
export interface CoverageSummary {
  readonly test: string
  readonly axes: Readonly<Record<string, Share & { readonly untried: readonly string[] }>>
  /** Pairs of values of two different axes; absent where there is one axis, or none matter. */
  readonly pairs?: Share
}

/** Counts values, and pairs of values, tried of those known. */
export function summarize({ test, axes, rows, areIndependent = false }: TestCoverage): CoverageSummary {
  const names = Object.keys(axes)
  const shares = Object.entries(axes).map(([axis, values]) => {
    const seen = new Set(rows.map((row) => row[axis]))
    const untried = values.filter((value) => !seen.has(value))
    return [axis, { tried: values.length - untried.length, known: values.length, untried }] as const
  })
  const couples = areIndependent
    ? []
    : names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const))
  const known = couples.reduce(
    (sum, [one, other]) => sum + (axes[one]?.length ?? 0) * (axes[other]?.length ?? 0),
    0,
  )
  const tried = couples.reduce(
    (sum, [one, other]) => sum + new Set(rows.map((row) => JSON.stringify([row[one], row[other]]))).size,
    0,
  )
  return {
    test,
    axes: Object.fromEntries(shares),
    ...(couples.length > 0 ? { pairs: { tried, known } } : {}),
  }
}
