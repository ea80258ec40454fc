import fc from 'fast-check'
import type { RequirementId } from '../contract/index.ts'
import { type Labelled, labelled } from './labelled.ts'
import { city } from './text.ts'

/** The raw body of an update request. `kind` says what is unusual about it, `value` is text or bytes. */
export interface LabelledBody extends Labelled<string, string | Uint8Array> {
  /**
   * The requirement to test with it. UPDATE-7: the service must reject the body. UPDATE-18: it may accept or
   * reject it, and what it does is recorded. ERROR-2: whatever it does, it must not fail.
   */
  readonly requirement: Extract<RequirementId, 'UPDATE-7' | 'UPDATE-18' | 'ERROR-2'>
}

/** Empty bodies, and JSON of other types than object, labelled with the type. Serves UPDATE-7. */
export function nonObjectBody(): fc.Arbitrary<LabelledBody> {
  return tagged('UPDATE-7', {
    empty: fc.constant(''),
    array: fc.oneof(
      fc.constant('[]'),
      member().map((text) => `[{${text}}]`),
    ),
    string: fc.oneof(
      fc.constant('""'),
      // A service that decodes JSON twice would find an object in this string.
      member().map((text) => JSON.stringify(`{${text}}`)),
    ),
    number: fc.integer({ min: -1000, max: 1000 }).map(String),
    boolean: fc.boolean().map(String),
    null: fc.constant('null'),
  })
}

/**
 * Bodies that even lenient JSON parsers refuse: truncated objects, broken members, and text that is not JSON.
 * The label says where the object ends or what is wrong. Serves UPDATE-7.
 */
export function malformedBody(): fc.Arbitrary<LabelledBody> {
  const cut = (tail: string) => member().map((text) => `{${text}${tail}`)
  return tagged('UPDATE-7', {
    'cut after the opening brace': fc.constant('{'),
    'cut before the closing brace': cut(''),
    'cut after a comma': cut(','),
    'cut within a key': cut(',"mem'),
    'cut after a key': cut(',"memo"'),
    'cut after a colon': cut(',"memo":'),
    'cut within a string': cut(',"memo":"For'),
    'cut within an escape': cut(',"memo":"\\u00e'),
    'cut within a number': cut(',"memo":-'),
    'cut within a literal': cut(',"designation_id":nul'),
    'cut within an array': cut(',"memo":["For"'),
    'cut within an object': cut(',"advisor":{"email":"ann@example.com"'),
    'a missing colon': city().map((name) => `{"donor_city" "${name}"}`),
    'a missing value': fc.constant('{"donor_city":}'),
    'the wrong bracket': member().map((text) => `{${text}]`),
    'a closing brace alone': fc.constant('}'),
    'plain text': city(),
    'a form': city().map((name) => new URLSearchParams({ donor_city: name }).toString()),
    XML: city().map((name) => `<donor_city>${name}</donor_city>`),
  })
}

/**
 * Bodies that parsers take or refuse, labelled with what is unusual: duplicate keys, a byte order mark,
 * UTF-16, invalid UTF-8, 100 to 10,000 levels of nesting, and extensions of JSON (RFC 8259 §9). Serves
 * UPDATE-18 with duplicate keys, ERROR-2 with all others: that a service survives them. Which of them it has
 * to refuse is judged by the tables of UPDATE-7.
 */
export function openBody(): fc.Arbitrary<LabelledBody> {
  const depth = fc.integer({ min: 100, max: 10_000 })
  const duplicate = tagged('UPDATE-18', {
    'duplicate keys': fc.tuple(member(), member()).map((members) => `{${members.join(',')}}`),
  })
  const survivable = tagged('ERROR-2', {
    'byte order mark': member().map((text) => `\ufeff{${text}}`),
    'invalid UTF-8': fc.constantFrom(...INVALID_UTF8).map((bytes) => cityOf(bytes)),
    'UTF-16': member().map((text) => new Uint8Array(Buffer.from(`{${text}}`, 'utf16le'))),
    'half of a surrogate pair': fc.constant('{"donor_city":"\\ud83d"}'),
    'deep array': depth.map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
    'deep array, cut short': depth.map((levels) => '['.repeat(levels)),
    'deep object': depth.map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
    'deep memo': depth.map((levels) => `{"memo":${'['.repeat(levels)}${']'.repeat(levels)}}`),
    'trailing comma': member().map((text) => `{${text},}`),
    'single quotes': city().map((name) => `{'donor_city':'${name}'}`),
    'key without quotes': city().map((name) => `{donor_city:"${name}"}`),
    comment: member().map((text) => `{${text}/* a comment */}`),
    'text after the object': member().map((text) => `{${text}} x`),
    'two objects': fc.tuple(member(), member()).map(([one, other]) => `{${one}}{${other}}`),
    'no number': fc.constantFrom('{"quantity":NaN}', '{"quantity":Infinity}', '{"quantity":01}'),
  })
  return fc.oneof({ arbitrary: duplicate, weight: 1 }, { arbitrary: survivable, weight: 9 })
}

/** A stray byte, a truncated sequence, an overlong one, an encoded surrogate, a code point above U+10FFFF. */
const INVALID_UTF8 = [[0xff], [0xc3, 0x28], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]

function cityOf(bytes: readonly number[]): Uint8Array {
  const encoder = new TextEncoder()
  return Uint8Array.from([...encoder.encode('{"donor_city":"'), ...bytes, ...encoder.encode('"}')])
}

/** One valid member of an update as JSON text, without braces. */
function member(): fc.Arbitrary<string> {
  return city().map((name) => `"donor_city":${JSON.stringify(name)}`)
}

function tagged(
  requirement: LabelledBody['requirement'],
  kinds: Readonly<Record<string, fc.Arbitrary<string | Uint8Array>>>,
): fc.Arbitrary<LabelledBody> {
  return labelled(kinds).map(({ kind, value }) => ({ requirement, kind, value }))
}
