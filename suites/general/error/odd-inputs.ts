/** What trips up parsers, validators and whatever stands before the operation. ERROR-2 sends it. */

type Table<Value> = Readonly<Record<string, Value>>

/** Deep enough for a careless recursive parser, and far below what a service may refuse to read. */
const NESTING = 200

const NO_UTF8 = [0xc3, 0x28, 0xff]

/** Bodies of an update, byte for byte. */
export const ODD_BODIES: Table<string | Uint8Array> = {
  'a key of every object': '{"__proto__":{"a":1},"constructor":{"prototype":{}}}',
  'nested arrays': `{"memo":${'['.repeat(NESTING)}${']'.repeat(NESTING)}}`,
  'nested objects': `${'{"memo":'.repeat(NESTING)}1${'}'.repeat(NESTING)}`,
  'no UTF-8': Buffer.from([...Buffer.from('{"memo":"'), ...NO_UTF8, ...Buffer.from('"}')]),
  'half a character': '{"memo":"\\ud83d"}',
  'the character NUL': '{"memo":"\\u0000"}',
  'a name twice': '{"memo":"one","memo":"two"}',
  'a byte order mark': '\ufeff{"memo":"one"}',
  'a number beyond all bounds': '{"quantity":1e400}',
  'a long text': `{"memo":"${'x'.repeat(20_000)}"}`,
  'many names': `{${Array.from({ length: 1_000 }, (_, index) => `"n${index}":1`).join()}}`,
}

/** Headers of an update, beside the ordinary ones or in their place. */
export const ODD_HEADERS: Table<Readonly<Record<string, string>>> = {
  'an unknown content type': { 'content-type': 'application/x-unknown' },
  'a malformed content type': { 'content-type': ';;;' },
  'an unknown charset': { 'content-type': 'application/json; charset=klingon' },
  'a content encoding that is none': { 'content-encoding': 'made-up' },
  'an accept header that nothing matches': { accept: 'image/png' },
}

const IDS = [
  '%',
  '%00',
  '..',
  '../../etc/passwd',
  "' OR 1=1 --",
  'x'.repeat(2_000),
  '\u0000',
  '😀',
  '0',
  '-1',
  'null',
]

/** Of an id that names its own case; longer ones are cut. */
const LONGEST_NAME = 40

/** Donation ids, before the client percent-encodes them into the path. */
export const ODD_IDS: Table<string> = Object.fromEntries(
  IDS.map((id) => [JSON.stringify(id).slice(0, LONGEST_NAME), id]),
)

/** Authorization headers of an update. */
export const ODD_TOKENS: Table<string> = {
  long: `Bearer ${'x'.repeat(4_000)}`,
  'no letters': 'Bearer ...',
  'like a JWT': 'Bearer eyJhbGciOiJub25lIn0.e30.',
  odd: 'Bearer %00%0a',
}

/** Bodies of a token request that says it brings a form. */
export const ODD_TOKEN_REQUESTS: Table<string> = {
  'no body': '',
  'no form': '{"grant_type":',
  'broken escapes': 'grant_type=%zz&code=%',
  'a NUL': 'grant_type=%00&code=%00',
  long: `code=${'x'.repeat(20_000)}`,
}
