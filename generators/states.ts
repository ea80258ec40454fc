import fc from 'fast-check'
import { internationalText } from './international.ts'

/** The longest generated state, in characters. The contract sets no limit. */
const LONGEST = 512

/** Space to tilde (RFC 6749 Appendix A.5), beginning with `a`, since fast-check shrinks to the first. */
const PRINTABLE = [...Array(95).keys()].map((index) => String.fromCharCode(0x20 + ((index + 65) % 95)))

/** Sequences that decoders often get wrong: percent escapes, complete and truncated, and delimiters. */
const ESCAPES = [
  'a',
  '%',
  '+',
  ' ',
  '%20',
  '%2B',
  '%25',
  '%2',
  '%zz',
  '%00',
  '%C3%A9',
  '%C3',
  '&',
  '=',
  '#',
  '&amp;',
]

/** Characters that some services trim or interpret at the start or end of a text. */
const EDGES = [' ', '+', '%', '=', '&', '#', '?', '/', '\\', '"', "'", '<', '.']

/** Texts that look like values of other types. */
const WORDS = [
  '0',
  'null',
  'undefined',
  'true',
  'false',
  'NaN',
  '-1',
  '1e3',
  '007',
  '[]',
  '{}',
  '[object Object]',
]

/**
 * States of 1 to 512 printable ASCII characters: any characters in any order, percent escapes and plus signs,
 * text that is encoded already, text that looks like another type, spaces at the ends. Serves AUTHZ-2.
 */
export function state(): fc.Arbitrary<string> {
  return fc.oneof(
    { arbitrary: texts(PRINTABLE), weight: 4 },
    { arbitrary: texts(ESCAPES), weight: 3 },
    { arbitrary: everyCharacter(), weight: 1 },
    { arbitrary: edged(), weight: 2 },
    { arbitrary: encoded(), weight: 2 },
    { arbitrary: fc.constantFrom(...WORDS), weight: 1 },
  )
}

/**
 * States with characters outside printable ASCII: letters of many scripts, emoji, control characters. A
 * service may refuse them but must not alter them. Serves AUTHZ-2.
 */
export function stateBeyondAscii(): fc.Arbitrary<string> {
  const foreign = fc.oneof(
    internationalText()
      .map(({ value }) => value)
      .filter((text) => !/^[\x20-\x7e]+$/.test(text)),
    fc.constantFrom('\u0000', '\t', '\n', '\r\n', '\u007f', '\u00a0', '\ufeff', '\u202e'),
  )
  return fc.tuple(fc.constantFrom('', 'a', '%', '+'), foreign).map((parts) => parts.join(''))
}

/**
 * The parts in a random order, repeated up to a random length. Because the length is generated separately, a
 * state that is too long for a service quickly shrinks to the shortest such state.
 */
function texts(parts: readonly string[]): fc.Arbitrary<string> {
  const order = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 128, size: 'max' })
  return fc
    .tuple(fc.integer({ min: 1, max: LONGEST }), order)
    .map(([length, chosen]) => chosen.join('').repeat(length).slice(0, length))
}

/** Any number of different printable characters in any order. */
function everyCharacter(): fc.Arbitrary<string> {
  return fc.shuffledSubarray(PRINTABLE, { minLength: 1 }).map((chosen) => chosen.join(''))
}

/** A short state with characters at its ends that a service may trim, split at or cut off. */
function edged(): fc.Arbitrary<string> {
  const edge = fc.constantFrom('', ...EDGES)
  return fc.tuple(edge, fc.constantFrom('a', 'a b'), edge).map((parts) => parts.join(''))
}

/** A state that is encoded already: percent-encoded, also twice, as a form, as JSON, in base64, in a URL. */
function encoded(): fc.Arbitrary<string> {
  const encoders: readonly ((text: string) => string)[] = [
    encodeURIComponent,
    (text) => encodeURIComponent(encodeURIComponent(text)),
    (text) => new URLSearchParams({ state: text }).toString(),
    (text) => Buffer.from(text).toString('base64'),
    (text) => JSON.stringify({ state: text }),
    (text) => `https://example.com/?state=${encodeURIComponent(text)}`,
  ]
  const short = fc.string({ unit: fc.constantFrom(...PRINTABLE), minLength: 1, maxLength: 40 })
  return fc.tuple(fc.constantFrom(...encoders), short).map(([encode, text]) => encode(text))
}
