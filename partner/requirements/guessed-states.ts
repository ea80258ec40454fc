import { createHash, hash } from 'node:crypto'
import { bytesOf } from './linear-states.ts'

/** A state that somebody can make who knows when it was asked for. */
interface Guess {
  readonly state: string
  /** How it is made, such as `the SHA-256 of the time`. */
  readonly made: string
}

/** When a request for a state was under way, in milliseconds since the epoch. */
interface Span {
  readonly from: number
  readonly to: number
}

const HASHES = ['md5', 'sha1', 'sha256'] as const
const ENCODINGS = ['hex', 'base64', 'base64url'] as const
const COUNTS = 2_000
/** Clocks of one machine agree, but for rounding. */
const SLACK_MS = 2

/** Which hash has so many bytes. */
const HASH_OF_LENGTH: Readonly<Record<number, (typeof HASHES)[number]>> = {
  16: 'md5',
  20: 'sha1',
  32: 'sha256',
}
/** Longer than an answer takes: there would be too many moments to try. */
const LONGEST_SPAN_MS = 5
const MS_OF_SECOND = 1_000
/** Tenths of a microsecond. */
const TENTHS_OF_MS = 10_000
const TENTHS_OF_SECOND = TENTHS_OF_MS * MS_OF_SECOND

/** How languages write the time in more than milliseconds, all from seconds and what is left in tenths of a microsecond. */
const FINE_TIMES: readonly ((seconds: number, rest: number) => string | undefined)[] = [
  // PHP: uniqid(), microtime().
  (seconds, rest) =>
    whole(rest, (micros) => `${seconds.toString(16)}${micros.toString(16).padStart(5, '0')}`),
  (seconds, rest) => whole(rest, (micros) => `0.${`${micros}`.padStart(6, '0')}00 ${seconds}`),
  // Python: str(time.time()), which leaves zeros at the end out.
  (seconds, rest) => `${seconds}.${`${rest}`.padStart(7, '0').replace(/(?<=.)0+$/, '')}`,
  (seconds, rest) => whole(rest, (micros) => `${seconds}${`${micros}`.padStart(6, '0')}`),
]

function whole(rest: number, write: (micros: number) => string): string | undefined {
  return rest % 10 === 0 ? write(rest / 10) : undefined
}

/**
 * Whether a state is the hash of the time in more than milliseconds.
 * @param span when the request for it was under way
 */
export function isHashOfFineTime(state: string, { from, to }: Span): boolean {
  const bytes = bytesOf(state)
  const name = HASH_OF_LENGTH[bytes.length]
  if (name === undefined || to - from > LONGEST_SPAN_MS) return false
  const wanted = bytes.toString('hex')
  const second = Math.floor(from / MS_OF_SECOND)
  // All tenths of a microsecond since the epoch are more than a number can count.
  const last = Math.ceil((to - second * MS_OF_SECOND) * TENTHS_OF_MS)
  for (let tenths = Math.floor((from - second * MS_OF_SECOND) * TENTHS_OF_MS); tenths <= last; tenths++) {
    const seconds = second + Math.floor(tenths / TENTHS_OF_SECOND)
    for (const write of FINE_TIMES) {
      const text = write(seconds, tenths % TENTHS_OF_SECOND)
      if (text !== undefined && hash(name, text) === wanted) return true
    }
  }
  return false
}

/**
 * Looks for a state that is the hash of the time or of a small number, alone or behind the client id: it looks random,
 * and is not.
 */
export function findGuess(
  states: readonly string[],
  spans: readonly Span[],
  clientId: string,
): Guess | undefined {
  const wanted = new Set(states)
  const times = spans.flatMap(({ from, to }) => {
    const first = Math.floor(from) - SLACK_MS
    return Array.from({ length: Math.ceil(to) + SLACK_MS - first + 1 }, (_, index) => first + index)
  })
  const numbers = [
    ...[...new Set([...times, ...times.map((time) => Math.floor(time / 1000))])].map((value) => ({
      value,
      what: 'the time',
    })),
    ...Array.from({ length: COUNTS }, (_, value) => ({ value, what: `the number ${value}` })),
  ]
  const texts = numbers.flatMap(({ value, what }) => [
    { text: `${value}`, what },
    { text: `${clientId}${value}`, what: `the client id and ${what}` },
  ])
  for (const { text, what } of texts)
    for (const hash of HASHES)
      for (const encoding of ENCODINGS) {
        const state = createHash(hash).update(text).digest(encoding)
        if (wanted.has(state)) return { state, made: `the ${hash} of ${what}` }
      }
  return undefined
}
