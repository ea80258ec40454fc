import type { Table } from '../../../harness/authoring/index.ts'

// What trips up parsers, validators and whatever stands before the operation. ERROR-2 sends it.

/** Deep enough for a careless recursive parser, and far below what a service may refuse to read. */
const NESTING = 200

const NO_UTF8 = [0xc3, 0x28, 0xff]

/** Bodies of an update, byte for byte. */
export const ODD_BODIES: Table<string | Uint8Array> = {
  'a key of every object':
    '{"__proto__":{"a":1},"constructor":{"prototype":{}},"hasOwnProperty":1,"toString":1,"valueOf":1,"then":1}',
  'nested arrays': `{"memo":${'['.repeat(NESTING)}${']'.repeat(NESTING)}}`,
  'nested objects': `${'{"memo":'.repeat(NESTING)}1${'}'.repeat(NESTING)}`,
  'no UTF-8': Buffer.from([...Buffer.from('{"memo":"'), ...NO_UTF8, ...Buffer.from('"}')]),
  'half a character': '{"memo":"\\ud83d"}',
  'the character NUL': '{"memo":"\\u0000"}',
  'a name twice': '{"memo":"one","memo":"two"}',
  'a byte order mark': '\ufeff{"memo":"one"}',
  'a number beyond all bounds': '{"quantity":1e400}',
  'a long text': `{"memo":"${'x'.repeat(20_000)}"}`,
  '1 KB': `{"memo":"${'x'.repeat(1_000)}"}`,
  '64 KB': `{"memo":"${'x'.repeat(65_536)}"}`,
  // What nobody keeps: every later answer would be as long.
  '256 KB': `{"unknown":"${'x'.repeat(262_144)}"}`,
  '1 MB': `{"unknown":"${'x'.repeat(1_000_000)}"}`,
  'a long array': `{"memo":[${'0,'.repeat(20_000)}0]}`,
  'very deep arrays': `{"memo":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  'very deep objects': `${'{"advisor":'.repeat(2_000)}1${'}'.repeat(2_000)}`,
  'UTF-16': Buffer.from('\ufeff{"memo":"one"}', 'utf16le'),
  'no UTF-8 in a name': Buffer.from([...Buffer.from('{"'), ...NO_UTF8, ...Buffer.from('":1}')]),
  'a surrogate in a name': '{"\\ud83d":1}',
  'an empty name, and others that databases do not take': '{"":1,"$set":{},"a.b":1,"\\u0000":1}',
  'a NUL behind it': '{"memo":"one"}\u0000',
  'nothing but blanks': '   ',
  // Beside an address that is one: who refuses it gets no further.
  'odd names in an advisor':
    '{"advisor":{"email":"odd.names@example.com","__proto__":{"a":1},"constructor":{},"toString":1,"hasOwnProperty":1,"":1,"$set":{},"a.b":1,"\\u0000":1}}',
  'nulls in an advisor':
    '{"advisor":{"email":"odd.nulls@example.com","first_name":null,"middle_name":null,"last_name":null,"title":null,"bio":null,"sec_url":null,"firm_name":null}}',
  'many names': `{${Array.from({ length: 1_100 }, (_, index) => `"n${index}":1`).join()}}`,
}

/** Headers of an update, beside the ordinary ones or in their place. */
export const ODD_HEADERS: Table<Readonly<Record<string, string>>> = {
  'an unknown content type': { 'content-type': 'application/x-unknown' },
  'a malformed content type': { 'content-type': ';;;' },
  'an unknown charset': { 'content-type': 'application/json; charset=klingon' },
  'an empty charset': { 'content-type': 'application/json; charset=' },
  'a content encoding that is none': { 'content-encoding': 'made-up' },
  'gzip that is none': { 'content-encoding': 'gzip' },
  'Brotli that is none': { 'content-encoding': 'br' },
  'several content types': { 'content-type': 'application/json, text/plain' },
  'a form that is none': { 'content-type': 'application/x-www-form-urlencoded' },
  'parts without a boundary': { 'content-type': 'multipart/form-data' },
  'XML that is none': { 'content-type': 'application/xml' },
  'a malformed accept header': { accept: ';q=,/' },
  'a malformed language': { 'accept-language': ';q=x,*-*,' },
  'a malformed charset, and a type without a slash': { 'accept-charset': 'klingon;q=9', accept: 'json' },
  'malformed cookies': { cookie: '=;;a;="b; %zz=%zz' },
  'malformed conditions': { 'if-match': '"', 'if-modified-since': 'yesterday', 'if-none-match': 'W/' },
  'a malformed range': { range: 'bytes=9-1,-' },
  'a malformed address': { 'x-forwarded-for': 'no address,,::::', 'x-real-ip': '999.1.1.1' },
  'a malformed host': { 'x-forwarded-host': '[', 'x-forwarded-port': '-1' },
  'a malformed trace': { traceparent: '00-x-y-zz', tracestate: '=,=', 'x-request-id': "'" },
  'a malformed origin': { origin: '://', referer: 'http://[' },
  'a long header': { 'x-long': 'x'.repeat(6_000) },
  'many headers': Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'a'])),
  'bytes beyond ASCII': { 'x-note': 'caf\u00e9', 'user-agent': '\u00ff' },
  'a method override': { 'x-http-method-override': 'NONE' },
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
  'like a JWT': 'Bearer eyJhbGciOiJub25lIn0.e30.x',
  odd: 'Bearer %00%0a\u00e9',
}

/** Content types of a token request of which nobody can read a form. */
export const ODD_TOKEN_TYPES: Table<string> = {
  'parts without a boundary': 'multipart/form-data',
  'an unknown charset': 'application/x-www-form-urlencoded; charset=klingon',
}

/** Bodies of a token request that says it brings a form. */
export const ODD_TOKEN_REQUESTS: Table<string> = {
  'no body': '',
  'no form': '{"grant_type":',
  'broken escapes': 'grant_type=%zz&code=%',
  'a NUL': 'grant_type=%00&code=%00',
  'names only': 'grant_type&code&client_id',
  'lists in brackets': 'grant_type[]=refresh_token&refresh_token[]=a&client_id[a]=b',
  'a key of every object': '__proto__=a&constructor=b&grant_type=__proto__',
  'bytes beyond UTF-8': 'grant_type=refresh_token&refresh_token=%ff%fe&client_id=%ff&client_secret=%ff',
  'a NUL in each': 'grant_type=refresh_token&refresh_token=%00&client_id=%00&client_secret=%00',
  'a surrogate': 'grant_type=authorization_code&code=%ed%a0%80&client_id=a&client_secret=b&redirect_uri=c',
  'quotes in each':
    'grant_type=authorization_code&code=it%27s%22&client_id=it%27s%22%5c&client_secret=%27&redirect_uri=%27',
  'no redirect URI, and a client id of every object':
    'grant_type=authorization_code&code=a&client_id=__proto__&client_secret=b&redirect_uri=%5b://',
  'many parameters': Array.from({ length: 1_200 }, (_, index) => `a${index}=b`).join('&'),
  long: `code=${'x'.repeat(20_000)}`,
}
