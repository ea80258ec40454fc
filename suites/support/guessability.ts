/** Alphabets that tokens are written in, the smallest first, with the bits that one character carries at most. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/^\d*$/, Math.log2(10)],
  [/^(?:[0-9a-f]*|[0-9A-F]*)$/, 4],
  [/^(?:[0-9a-z]*|[0-9A-Z]*)$/, Math.log2(36)],
  [/^[0-9A-Za-z]*$/, Math.log2(62)],
]
const BITS_OF_ANY = 6

/**
 * RFC 6749, 10.10 wants guesses to succeed with 2^-128 at most. The alphabet is estimated from what was seen, so
 * a little less is let pass: well-known generators stay just below (21 characters of 64, 20 of 62).
 */
const MIN_BITS = 118

/** Codes that are this close to each other, one after the other, are counted. */
const MAX_COUNTER_STEP = 2 ** 20

/**
 * Looks for what makes codes guessable, judging only by how they look.
 * @param codes in the order in which they were issued.
 * @returns what is wrong with them, without showing one; undefined where nothing is.
 */
export function describeGuessability(codes: readonly string[]): string | undefined {
  if (new Set(codes).size < codes.length) return 'the same code more than once'
  const varying = withoutCommonEnds(codes)
  if (isCounter(varying)) return 'codes that count up'
  const bits = Math.min(...codes.map((code, index) => Math.min(bitsOf(code), bitsOf(varying[index] ?? ''))))
  return bits < MIN_BITS
    ? `codes with ${Math.floor(bits)} bits of length that differ from code to code`
    : undefined
}

function withoutCommonEnds(codes: readonly string[]): string[] {
  const [first = ''] = codes
  const shortest = Math.min(...codes.map(({ length }) => length))
  let start = 0
  while (start < shortest && codes.every((code) => code[start] === first[start])) start++
  let end = 0
  while (end < shortest - start && codes.every((code) => code.at(-1 - end) === first.at(-1 - end))) end++
  return codes.map((code) => code.slice(start, code.length - end))
}

function bitsOf(text: string): number {
  const letters = text.replaceAll(/[-_.~+/=]/g, '')
  const [, bits] = ALPHABETS.find(([alphabet]) => alphabet.test(letters)) ?? [undefined, BITS_OF_ANY]
  return text.length * bits
}

function isCounter(texts: readonly string[]): boolean {
  return [10, 16, 36].some((base) => {
    const digits = base === 10 ? /^\d{1,15}$/ : base === 16 ? /^[0-9a-f]{1,12}$/i : /^[0-9a-z]{1,9}$/i
    if (!texts.every((text) => digits.test(text))) return false
    const numbers = texts.map((text) => Number.parseInt(text, base))
    return numbers.every((number, index) => {
      const previous = numbers[index - 1]
      return previous === undefined || Math.abs(number - previous) < MAX_COUNTER_STEP
    })
  })
}
