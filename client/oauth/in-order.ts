/** One character of each of several texts: those that stand in one place. */
export type Column = readonly string[]

/** Orders of characters in which numbers are written: by their codes, as base64 has it, and with small letters first. */
const ORDERS: readonly ((character: string) => number)[] = [
  (character) => character.codePointAt(0) ?? -1,
  rankedBy('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-/_'),
  rankedBy('0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'),
]

function rankedBy(characters: string): (character: string) => number {
  return (character) => characters.indexOf(character)
}

/** So many different random values come in order once in half a billion times. */
export const ENOUGH_IN_ORDER = 12

/**
 * The columns that only count up or down, or tell the time: together they are in order, as the texts are. What such a
 * number has beyond its changes from one text to the next is not told from chance.
 *
 * @param columns of texts in the order in which they came.
 * @returns their indices.
 */
export function columnsInOrder(columns: readonly Column[]): ReadonlySet<number> {
  const last = columns.length - 1
  const found = ORDERS.flatMap((rank) => {
    const ranks = columns.map((column) => column.map(rank))
    const littleEndian = runsInOrder(ranks.toReversed()).map((index) => last - index)
    return [...runsInOrder(ranks), ...littleEndian]
  })
  return new Set(found)
}

function runsInOrder(columns: readonly (readonly number[])[]): number[] {
  return columns.flatMap((_, start) => {
    const end = endInOrder(columns, start)
    return end === undefined ? [] : Array.from({ length: end - start }, (_place, index) => start + index)
  })
}

/** Where the shortest run of columns from `start` ends that are in order by themselves; undefined where none is. */
function endInOrder(columns: readonly (readonly number[])[], start: number): number | undefined {
  const texts = columns[0]?.length ?? 0
  for (let end = start + 1; end <= columns.length; end++) {
    const numbers = Array.from({ length: texts }, (_, text) =>
      columns.slice(start, end).map((column) => column[text] ?? -1),
    )
    const steps = numbers.slice(1).map((number, index) => compare(numbers[index] ?? [], number))
    if (!(steps.every((step) => step <= 0) || steps.every((step) => step >= 0))) return undefined
    if (steps.filter((step) => step !== 0).length >= ENOUGH_IN_ORDER - 1) return end
  }
  return undefined
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [place, digit] of one.entries()) {
    const difference = digit - (other[place] ?? -1)
    if (difference !== 0) return difference
  }
  return 0
}
