import { createHash } from 'node:crypto'

/** A state that somebody can make who knows when it was asked for. */
export interface Guess {
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
