/** The numbers of a linear congruential generator, each made of the one before: `x * a + c`, modulo one of these. */
const GENERATORS = [
  { bits: 32, modulus: 2n ** 32n },
  { bits: 32, modulus: 2n ** 31n - 1n },
  { bits: 64, modulus: 2n ** 64n },
  { bits: 128, modulus: 2n ** 128n },
]

/** What random numbers show by chance less often than once in so many powers of two is no chance. */
const UNLIKELY_BITS = 60
const BITS_OF_BYTE = 8
/** The lowest digits of such a generator always change. */
const ODD_ENOUGH = 256n

/**
 * Two texts of which the second follows from those before, as a generator without secrets has it: not cryptographic,
 * however random they look. Texts in between that were made elsewhere, or not seen, do no harm.
 *
 * @param texts in the order in which they were made
 */
export function findLinear(texts: readonly string[]): readonly [before: string, after: string] | undefined {
  const bytes = texts.map(bytesOf)
  for (const { bits, modulus } of GENERATORS)
    for (const isLittleEndian of [false, true]) {
      const numbers = bytes.flatMap((one, index) =>
        wordsOf(one, bits / BITS_OF_BYTE, isLittleEndian).map((value) => ({ value, index })),
      )
      const following = numbers.flatMap(({ index }, place) =>
        isLinear(
          numbers.slice(place - 3, place + 1).map(({ value }) => value),
          modulus,
        )
          ? [index]
          : [],
      )
      const [found] = following
      if (found !== undefined && following.length * bits > UNLIKELY_BITS)
        return [texts[Math.max(0, found - 1)] ?? '', texts[found] ?? '']
    }
  return undefined
}

/** Whether the differences of four numbers grow by one factor: then the last follows from those before. */
function isLinear([first, second, third, fourth]: readonly bigint[], modulus: bigint): boolean {
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return false
  const [one, two, three] = [second - first, third - second, fourth - third]
  // Two values in turn show nothing by that, nor does what only changes in its first digits.
  if (one % ODD_ENOUGH === 0n || (one * three === two * two && one !== two)) return false
  return (two * two - one * three) % modulus === 0n
}

/** The generator of `java.util.Random` and of POSIX's drand48: of its 48 bits each number shows the upper 32. */
const JAVA = { multiplier: 0x5deece66dn, increment: 11n, bits: 48, hiddenBits: 16 }
/** Of so many texts the numbers are tried, and of a text with so many at least: what is hidden of the first is guessed. */
const TRIED_TEXTS = 4
const FEWEST_NUMBERS = 3

/** A text whose numbers follow from its first one, as `java.util.Random` has them. */
export function findJavaRandom(texts: readonly string[]): string | undefined {
  return texts
    .slice(0, TRIED_TEXTS)
    .find((text) =>
      [false, true].some((isLittleEndian) => areOfJava(wordsOf(bytesOf(text), 4, isLittleEndian))),
    )
}

function areOfJava([first, ...others]: readonly bigint[]): boolean {
  if (first === undefined || others.length + 1 < FEWEST_NUMBERS) return false
  const { multiplier, increment, bits, hiddenBits } = JAVA
  const shift = BigInt(hiddenBits)
  for (let hidden = 0n; hidden < 1n << shift; hidden++) {
    let state = (first << shift) | hidden
    const isNext = (number: bigint) => {
      state = BigInt.asUintN(bits, state * multiplier + increment)
      return state >> shift === number
    }
    if (others.every(isNext)) return true
  }
  return false
}

/** What a text of hexadecimal digits or of base64 stands for. */
export function bytesOf(text: string): Buffer {
  const digits = text.replaceAll('-', '')
  return /^(?:[\da-f]{2})+$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(text, 'base64')
}

/** The numbers of which the bytes consist; none where they do not divide into such. */
function wordsOf(bytes: Buffer, size: number, isLittleEndian: boolean): bigint[] {
  if (bytes.length % size !== 0) return []
  return Array.from({ length: bytes.length / size }, (_, index) => {
    const word = Buffer.from(bytes.subarray(index * size, (index + 1) * size))
    return BigInt(`0x${(isLittleEndian ? word.reverse() : word).toString('hex')}`)
  })
}
