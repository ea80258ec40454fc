/** The names of the values of each factor. */
type Factors = Readonly<Record<string, readonly string[]>>

/** One value of each factor, by its name. */
export type Row = Readonly<Record<string, string>>

/** Makes no sense together: a row with these values is not wanted. It may be asked of part of a row. */
type Except = (row: Partial<Row>) => boolean

/**
 * Few rows that hold every combination of the values of any so many factors (a covering array of that strength), the
 * same ones each time. One row after the other takes the first combination that is missing, and beside it the values
 * that bring most others, in whichever order of the factors brings most (the greedy way of AETG); the libraries at hand take seconds for this, or, where combinations
 * are left out, do not end.
 */
export function coveringArray(
  factors: Factors,
  strength: number,
  except: Except = () => false,
): readonly Row[] {
  const keys = Object.keys(factors)
  if (keys.some((key) => factors[key]?.length === 0)) return []
  if (strength === 1) return inTurn(factors, except)
  const groups = subsets(keys, Math.min(strength, keys.length))
  const missing = new Map<string, Row>()
  for (const group of groups)
    for (const row of combinations(group, factors)) if (!except(row)) missing.set(keyOf(row, group), row)
  const rows: Row[] = []
  for (const [key, first] of missing) {
    const brings = (row: Row) => groups.filter((group) => missing.has(keyOf(row, group))).length
    const row = orders(keys)
      .map((order) => completed(first, order, factors, groups, missing, except))
      .filter((one) => one !== undefined)
      .reduce<Row | undefined>((best, one) => (best && brings(best) >= brings(one) ? best : one), undefined)
    // A combination that fits into no row cannot be covered.
    missing.delete(key)
    if (!row) continue
    for (const group of groups) missing.delete(keyOf(row, group))
    rows.push(Object.fromEntries(keys.map((name) => [name, row[name] ?? ''])))
  }
  return newValuesFirst(rows)
}

/**
 * Each value of the longest factor once, beside those of the others that came up least: values that stand beside one
 * another, and may be misread alike, meet different ones.
 */
function inTurn(factors: Factors, except: Except): readonly Row[] {
  const keys = Object.keys(factors)
  const lengthOf = (key: string) => factors[key]?.length ?? 0
  const longest = keys.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one))
  const uses = new Map<string, number>()
  const usesOf = (row: Row) => keys.reduce((sum, key) => sum + (uses.get(keyOf(row, [key])) ?? 0), 0)
  /** Of the rows with this value, starting at a later one each time. */
  const leastUsed = (key: string, value: string, start: number): Row | undefined => {
    const all = combinations(keys, { ...factors, [key]: [value] })
    const turned = [...all.slice(start % all.length), ...all.slice(0, start % all.length)]
    const fitting = turned.filter((row) => !except(row))
    const best = fitting.toSorted((one, other) => usesOf(one) - usesOf(other))[0]
    for (const one of best ? keys.map((name) => keyOf(best, [name])) : [])
      uses.set(one, (uses.get(one) ?? 0) + 1)
    return best
  }
  const inOrder = [longest, ...keys.filter((key) => key !== longest)]
  const rows: Row[] = []
  for (const key of inOrder)
    for (const [index, value] of (factors[key] ?? []).entries()) {
      const isThere = key !== longest && uses.has(keyOf({ [key]: value }, [key]))
      const row = isThere ? undefined : leastUsed(key, value, index)
      if (row) rows.push(row)
    }
  return rows
}

/** The same rows in order of their worth: first those that each bring a value which none before has, then the others. */
function newValuesFirst(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>()
  const isNew = new Set(
    rows.filter((row) => {
      const values = Object.entries(row).map((entry) => entry.join('\u0000'))
      const brings = values.some((value) => !seen.has(value))
      for (const value of values) seen.add(value)
      return brings
    }),
  )
  return [...isNew, ...rows.filter((row) => !isNew.has(row))]
}

/** Orders in which the factors are given values: which one comes first decides what is left for the last. */
function orders(keys: readonly string[]): readonly (readonly string[])[] {
  // With three factors a combination of two leaves only one open.
  if (keys.length <= 3) return [keys]
  return keys.map((_, index) => [...keys.slice(index), ...keys.slice(0, index)])
}

/** The row with values for all factors, those first that bring most of what is missing; undefined where none fit. */
function completed(
  row: Row,
  keys: readonly string[],
  factors: Factors,
  groups: readonly (readonly string[])[],
  missing: ReadonlyMap<string, Row>,
  except: Except,
): Row | undefined {
  const open = keys.find((key) => !(key in row))
  if (open === undefined) return row
  const candidates = (factors[open] ?? [])
    .map((value): Row => ({ ...row, [open]: value }))
    .filter((candidate) => !except(candidate))
    .map((candidate) => ({ candidate, news: newsOf(candidate, open, groups, missing) }))
    .toSorted((a, b) => b.news - a.news)
  for (const { candidate } of candidates) {
    const whole = completed(candidate, keys, factors, groups, missing, except)
    if (whole) return whole
  }
  return undefined
}

/** How many missing combinations with this factor a row would bring, as far as it is filled. */
function newsOf(
  row: Row,
  added: string,
  groups: readonly (readonly string[])[],
  missing: ReadonlyMap<string, Row>,
): number {
  return groups.filter(
    (group) => group.includes(added) && group.every((key) => key in row) && missing.has(keyOf(row, group)),
  ).length
}

function keyOf(row: Row, group: readonly string[]): string {
  return group.map((key) => `${key}\u0000${row[key]}`).join('\u0001')
}

function subsets(keys: readonly string[], size: number): readonly (readonly string[])[] {
  if (size === 0) return [[]]
  return keys.flatMap((key, index) => subsets(keys.slice(index + 1), size - 1).map((rest) => [key, ...rest]))
}

function combinations(group: readonly string[], factors: Factors): readonly Row[] {
  return group.reduce<readonly Row[]>(
    (rows, key) =>
      rows.flatMap((row) => (factors[key] ?? []).map((value): Row => ({ ...row, [key]: value }))),
    [{}],
  )
}
