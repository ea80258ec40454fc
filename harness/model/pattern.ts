/** One case: what distinguishes it from others, such as `method PUT` or `memo`, and whether it failed. */
export interface DecidedRow {
  readonly marks: readonly string[]
  readonly failed: boolean
}

/** Marks that, whenever they come together, fail; with how many of the failed rows have them. */
interface MarkCombination {
  readonly marks: readonly string[]
  readonly rows: number
}

/** What tells the rows that failed from those that passed. */
export interface Pattern {
  readonly failed: number
  readonly of: number
  /** Each failed row has one of them, no row that passed has any. Empty where nothing tells them apart. */
  readonly combinations: readonly MarkCombination[]
}

/** A mistake that needs a combination of more marks is not looked for. */
const MAX_MARKS = 3

/** More combinations than these tell nobody anything. */
const MAX_COMBINATIONS = 4

/**
 * The smallest combination of marks that all failed rows share and no row that passed has; where there is none, a few
 * such combinations that together account for all failed rows (minimal failure-causing schemas).
 */
export function patternOf(rows: readonly DecidedRow[]): Pattern {
  const failed = rows.filter((one) => one.failed).map(({ marks }) => marks)
  const passed = rows.filter((one) => !one.failed).map(({ marks }) => new Set(marks))
  const counts = { failed: failed.length, of: rows.length }
  const combinations: MarkCombination[] = []
  for (let left = failed; left.length > 0; ) {
    const found = passed.length > 0 && largestCause(left, passed)
    if (!found || combinations.length === MAX_COMBINATIONS) return { ...counts, combinations: [] }
    combinations.push(found)
    left = left.filter((row) => !found.marks.every((mark) => row.includes(mark)))
  }
  return { ...counts, combinations }
}

/** Of the marks of the first row, the combination that most of the rows have and no passed one; of several the smallest. */
function largestCause(
  rows: readonly (readonly string[])[],
  passed: readonly ReadonlySet<string>[],
): MarkCombination | undefined {
  const sets = rows.map((row) => new Set(row))
  let best: MarkCombination | undefined
  for (let size = 1; size <= MAX_MARKS; size++) {
    for (const marks of choices(rows[0] ?? [], size)) {
      const having = (row: ReadonlySet<string>) => marks.every((mark) => row.has(mark))
      const count = sets.filter(having).length
      if (count <= (best?.rows ?? 0) || passed.some(having)) continue
      best = { marks, rows: count }
      if (count === rows.length) return best
    }
  }
  return best
}

/** Each choice of so many of the items, in their order. */
function* choices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  if (size === 0) yield []
  else
    for (const [index, item] of items.entries())
      for (const others of choices(items.slice(index + 1), size - 1)) yield [item, ...others]
}

/** The pattern in a sentence: `12 of 84 rows fail: all with identifier and memo, none without`. */
export function patternSentence({ failed, of, combinations }: Pattern): string {
  if (failed === of) return `all ${of} rows fail`
  const count = `${failed} of ${of} rows ${failed === 1 ? 'fails' : 'fail'}`
  const words = combinations.map(({ marks, rows }) => ({ rows, marks: marks.join(' and ') }))
  const [first, ...others] = words
  if (!first) return count
  if (others.length === 0)
    return `${count}: ${failed === 1 ? 'the one' : 'all'} with ${first.marks}, none without`
  const isEachOne = words.every(({ rows }) => rows === 1)
  const list = words.map(({ rows, marks }) => (isEachOne ? marks : `${rows} with ${marks}`)).join(', ')
  return `${count}: ${isEachOne ? 'those with ' : ''}${list}, none else`
}
