import { changingBits, ENOUGH_TO_COMPARE } from '../../client/oauth/changing-bits.ts'

/** Alphabets that codes are written in, the smallest first, with the bits that one character carries at most. */
const ALPHABETS: readonly (readonly [alphabet: RegExp, bits: number])[] = [
  [/^\d*$/, Math.log2(10)],
  [/^(?:[0-9a-f]*|[0-9A-F]*)$/, Math.log2(16)],
  [/^(?:[0-9a-z]*|[0-9A-Z]*)$/, Math.log2(36)],
  [/^[0-9A-Za-z]*$/, Math.log2(62)],
]

/** Of letters in both cases, digits and the two more characters of base64. */
const BITS_OF_BASE64 = 6

/** Characters that base64 uses beside letters and digits, and those that separate groups: no alphabet is told by them. */
const PUNCTUATION = /[-_.~+/=]/g

/**
 * RFC 6749, 10.10 wants guesses to succeed with 2^-128 at most. The alphabet is estimated from what was seen, so a
 * little less is accepted: well-known generators stay just below (21 characters of 64, 20 of 62).
 */
const MIN_BITS = 118

/**
 * Two codes that nobody can tell from each other differ almost everywhere, chance apart. Half of the 128 bits is what
 * even those keep whose first half is the time.
 */
const MIN_BITS_OF_TWO = 64

/** Ways to write a number, as many digits as fit into a double exactly. */
const NUMERALS: readonly (readonly [base: number, numeral: RegExp])[] = [
  [10, /^\d{1,15}$/],
  [16, /^[0-9a-f]{1,12}$/i],
  [36, /^[0-9a-z]{1,9}$/i],
]

/** Numbers that are each this close to the one before come from a counter, which others may use in between. */
const MAX_COUNTER_STEP = 2 ** 20

/**
 * Looks for what makes codes guessable, judging by nothing but how they look.
 *
 * @param codes in the order in which they were issued.
 * @returns what is wrong with them, without showing one; undefined where nothing is.
 */
export function describeGuessability(codes: readonly string[]): string | undefined {
  if (new Set(codes).size < codes.length) return 'the same code more than once'
  const written = codes.map(textWritten)
  if (written.every((text) => text !== undefined)) return describeGuessability(written)
  const varying = withoutCommonEnds(codes)
  if (isCounter(varying)) return 'codes that count up'
  const bits = Math.min(...codes.map(bitsOf), ...varying.map(bitsOf))
  if (bits < MIN_BITS) return `codes with ${Math.floor(bits)} bits of length that differ from code to code`
  const bitsOfTwo = Math.min(...pairsOf(codes).flatMap((pair) => withoutCommonEnds(pair).map(bitsOf)))
  if (bitsOfTwo < MIN_BITS_OF_TWO)
    return `two codes that differ in ${Math.floor(bitsOfTwo)} bits of length only`
  const changing = codes.length < ENOUGH_TO_COMPARE ? MIN_BITS : changingBits(codes, [...codes.keys()])
  return changing < MIN_BITS ? `codes in which ${Math.floor(changing)} bits change` : undefined
}

/** Bytes of chance are hardly ever all printable, when there are so many. */
const LEAST_TEXT = 12
const PRINTABLE = /^[\x20-\x7e]+$/

/** The text of which a code is the hexadecimal or base64 form; undefined where it is of none. */
function textWritten(code: string): string | undefined {
  const forms = [/^(?:[\da-f]{2})+$/i.test(code) ? 'hex' : undefined, 'base64url'] as const
  for (const form of forms) {
    const text = form && Buffer.from(code, form).toString('latin1')
    if (text && text.length >= LEAST_TEXT && PRINTABLE.test(text)) return text
  }
  return undefined
}

/** What is made of another code, in a session say, need not be like any third one. */
function pairsOf(codes: readonly string[]): (readonly string[])[] {
  return codes.flatMap((one, index) => codes.slice(index + 1).map((other) => [one, other]))
}

/** What is left of texts without the beginning and the end that all of them have in common. */
function withoutCommonEnds(texts: readonly string[]): string[] {
  const [first = ''] = texts
  const shortest = Math.min(...texts.map(({ length }) => length))
  let start = 0
  while (start < shortest && texts.every((text) => text[start] === first[start])) start++
  let end = 0
  while (end < shortest - start && texts.every((text) => text.at(-1 - end) === first.at(-1 - end))) end++
  return texts.map((text) => text.slice(start, text.length - end))
}

function bitsOf(text: string): number {
  const letters = text.replaceAll(PUNCTUATION, '')
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(letters)) ?? [undefined, BITS_OF_BASE64]
  return text.length * bits
}

function isCounter(texts: readonly string[]): boolean {
  return NUMERALS.some(([base, numeral]) => {
    if (!texts.every((text) => numeral.test(text))) return false
    const numbers = texts.map((text) => Number.parseInt(text, base))
    return numbers.every((number, index) => {
      const previous = numbers[index - 1]
      return previous === undefined || Math.abs(number - previous) < MAX_COUNTER_STEP
    })
  })
}
