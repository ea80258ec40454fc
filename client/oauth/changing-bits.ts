import { type Column, columnsInOrder, ENOUGH_IN_ORDER } from './in-order.ts'

/** Alphabets that tokens are written in, the smallest first, with the number of their characters. */
const ALPHABETS: readonly (readonly [alphabet: RegExp, size: number])[] = [
  [/^\d*$/, 10],
  [/^(?:[\da-f]*|[\dA-F]*)$/, 16],
  [/^(?:[\da-z]*|[\dA-Z]*)$/, 36],
  [/^[\dA-Za-z]*$/, 62],
  [/^[\w\-+/=.~]*$/, 64],
]

/** With so many texts, a place that is the same in all of them is so by design. */
export const ENOUGH_TO_COMPARE = 8

/** Printable characters: no alphabet of tokens has more. */
const PRINTABLE = 95

/** That a random column has so few different characters must be less likely than this. */
const UNLIKELY = 1e-9

/** Random columns are alike once in a while; so many of them are copies. */
const FEW_ALIKE = 4

/** Between the parts of one token. Where all tokens have as many parts, each part is looked at by itself. */
const SEPARATORS = /[-_.~:|$]+/

/** Random numbers hardly ever have differences with a common divisor so large. */
const LARGE_STEP = 2n ** 32n

/** The bits that each of these texts has by its length, at most. */
export function bitsOfLength(texts: readonly string[]): number[] {
  const alphabet = alphabetSize([...new Set(texts.join(''))].join(''))
  return texts.map(({ length }) => length * Math.log2(alphabet))
}

/**
 * Estimates how many bits differ from text to text, generously: what is constant, a copy of something else in the text,
 * counts or tells the time is set aside, and every other place has all the characters of the alphabet unless that is
 * next to impossible.
 *
 * @param texts all different, {@link ENOUGH_TO_COMPARE} at least.
 * @param inTurn indices of those of which each came after the one before, in this order.
 */
export function changingBits(texts: readonly string[], inTurn: readonly number[]): number {
  const parts = texts.map((text) => text.split(SEPARATORS))
  const count = parts[0]?.length ?? 0
  const isRegular = parts.every(({ length }) => length === count)
  const fields = isRegular
    ? Array.from({ length: count }, (_, field) => parts.map((part) => part[field] ?? ''))
    : [texts]
  const byLeft = columnsLeft(fields.flatMap(fromLeft), inTurn)
  const byRight = columnsLeft(fields.flatMap(fromRight), inTurn)
  return Math.min(bitsOf(byLeft), bitsOf(byRight), bitsOfSteps(texts))
}

function fromLeft(texts: readonly string[]): Column[] {
  const longest = Math.max(...texts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => texts.map((text) => text.charAt(place)))
}

function fromRight(texts: readonly string[]): Column[] {
  const longest = Math.max(...texts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) =>
    texts.map((text) => text.charAt(place - longest + text.length)),
  )
}

/** Those that change, neither in order nor as another one does. */
function columnsLeft(columns: readonly Column[], inTurn: readonly number[]): readonly Column[] {
  const changing = columns.filter((column) => new Set(column).size > 1)
  const ordered =
    inTurn.length < ENOUGH_IN_ORDER
      ? new Set<number>()
      : columnsInOrder(changing.map((column) => inTurn.map((text) => column[text] ?? '')))
  const left = changing.filter((_, index) => !ordered.has(index))
  const different = new Map(left.map((column) => [column.join(' '), column]))
  const isByChance = left.length - different.size < FEW_ALIKE + 2 * alikeByChance(left)
  return isByChance ? left : [...different.values()]
}

/** How many pairs of random columns are alike: of few characters in few texts, many are. */
function alikeByChance(columns: readonly Column[]): number {
  const [first = []] = columns
  const characters = new Set(columns.flat()).size
  return ((columns.length * (columns.length - 1)) / 2) * characters ** -first.length
}

function bitsOf(columns: readonly Column[]): number {
  const characters = [...new Set(columns.flat())].join('')
  const alphabet = alphabetSize(characters)
  // What uses but a few characters of an alphabet has one of its own.
  const size = characters.length <= alphabet / 2 ? characters.length : alphabet
  return columns.reduce((sum, column) => sum + Math.log2(charactersOf(column, size)), 0)
}

/**
 * How many characters a column has: where it would have shown more of the whole alphabet, those that were seen and as
 * many again that were not, in whole bits.
 */
function charactersOf(column: Column, alphabet: number): number {
  const seen = new Set(column).size
  if (seen >= alphabet) return alphabet
  let logOfChance = column.length * Math.log(seen / alphabet)
  for (let index = 0; index < seen; index++) logOfChance += Math.log((alphabet - index) / (index + 1))
  return logOfChance < Math.log(UNLIKELY) ? Math.min(2 ** Math.ceil(Math.log2(2 * seen)), alphabet) : alphabet
}

function alphabetSize(characters: string): number {
  return ALPHABETS.find(([alphabet]) => alphabet.test(characters))?.[1] ?? PRINTABLE
}

/** The bits of numbers that are multiples of a large step away from each other; infinitely many of other texts. */
function bitsOfSteps(texts: readonly string[]): number {
  const base = [10, 16].find((one) =>
    texts.every((text) => (one === 10 ? /^\d+$/ : /^[\da-f]+$/i).test(text)),
  )
  if (base === undefined) return Number.POSITIVE_INFINITY
  const numbers = texts.map((text) => BigInt(base === 10 ? text : `0x${text}`))
  const [first = 0n] = numbers
  const differences = numbers.map((number) => (number > first ? number - first : first - number))
  const step = differences.reduce(greatestCommonDivisor, 0n)
  if (step < LARGE_STEP) return Number.POSITIVE_INFINITY
  const most = differences.reduce((one, other) => (one > other ? one : other), 0n)
  return (most / step).toString(2).length
}

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let [left, right] = [one, other]
  while (right > 0n) [left, right] = [right, left % right]
  return left
}
