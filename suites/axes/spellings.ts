import { RawBody } from '../../client/donations/api.ts'
import type { Table } from '../../harness/authoring/index.ts'

/** One update, spelled in a way of its own. */
interface UpdateSpelling {
  readonly body: RawBody
  readonly headers?: Readonly<Record<string, string>>
}

/** What every spelling says: the texts of a donor, by their fields. */
export type Spelled = Readonly<Record<string, string>>

/** An update as it is usually sent. */
function ordinaryJson(value: Spelled): string {
  return JSON.stringify(value)
}

/** Every character of a text as an escape (RFC 8259, section 7). */
function escaped(text: string, digits: (hex: string) => string = (hex) => hex): string {
  return [...Array(text.length).keys()]
    .map((index) => `\\u${digits(text.charCodeAt(index).toString(16).padStart(4, '0'))}`)
    .join('')
}

/** An object of members that are written so, with a comma between. */
function objectOf(value: Spelled, write: (key: string, text: string) => string, comma: string = ','): string {
  return `{${Object.entries(value)
    .map(([key, text]) => write(key, text))
    .join(comma)}}`
}

function spelled(write: (value: Spelled) => string): (value: Spelled) => UpdateSpelling {
  return (value) => ({ body: new RawBody(write(value)) })
}

function typed(type: string): (value: Spelled) => UpdateSpelling {
  return (value) => ({ body: new RawBody(ordinaryJson(value)), headers: { 'content-type': type } })
}

/** The same JSON object otherwise: each has to mean the same (RFC 8259; of media types RFC 9110, section 8.3.1). */
export const SPELLINGS: Table<(value: Spelled) => UpdateSpelling> = {
  indented: spelled((value) => JSON.stringify(value, undefined, 2)),
  'indented by tabs, with CRLF': spelled((value) =>
    JSON.stringify(value, undefined, '\t').replaceAll('\n', '\r\n'),
  ),
  'blanks around every token': spelled(
    (value) =>
      `\n\t\r ${objectOf(value, (key, text) => ` "${key}" \n:\t${JSON.stringify(text)}`, ' ,\r')} \n\n`,
  ),
  'many blanks before it': spelled((value) => ' '.repeat(5_000) + ordinaryJson(value)),
  'the keys in the other order': spelled((value) =>
    JSON.stringify(Object.fromEntries(Object.entries(value).toReversed())),
  ),
  'an escape at the start of each key': spelled((value) =>
    ordinaryJson(value).replaceAll('"donor_', '"\\u0064onor_'),
  ),
  'an escape inside each key': spelled((value) => ordinaryJson(value).replaceAll('"donor_', '"donor\\u005f')),
  'keys of escapes only': spelled((value) =>
    objectOf(value, (key, text) => `"${escaped(key)}":${JSON.stringify(text)}`),
  ),
  'values of escapes only': spelled((value) => objectOf(value, (key, text) => `"${key}":"${escaped(text)}"`)),
  'escapes with capital digits': spelled((value) =>
    objectOf(value, (key, text) => `"${key}":"${escaped(text, (hex) => hex.toUpperCase())}"`),
  ),
  'slashes escaped': spelled((value) => ordinaryJson(value).replaceAll('/', '\\/')),
  'letters beyond ASCII escaped': spelled((value) =>
    ordinaryJson(value).replace(/[^\0-~]/g, (unit) => escaped(unit)),
  ),
  'a null beside it': spelled((value) => ordinaryJson(value).replace('{', '{"designation_id": null, ')),
  'a nested object beside it': spelled((value) =>
    ordinaryJson(value).replace('{', '{"advisor" : { "email" : "advisor@example.com" } , '),
  ),
  'application/json; charset=utf-8': typed('application/json; charset=utf-8'),
  'application/json;charset=UTF-8': typed('application/json;charset=UTF-8'),
  'application/json; charset="utf-8"': typed('application/json; charset="utf-8"'),
  'Application/JSON': typed('Application/JSON'),
  'APPLICATION/JSON; Charset=UTF-8': typed('APPLICATION/JSON; Charset=UTF-8'),
}

/** Bytes, which as text would not survive. */
function bytes(before: string, raw: readonly number[], after: string): Uint8Array {
  const encoder = new TextEncoder()
  return Uint8Array.from([...encoder.encode(before), ...raw, ...encoder.encode(after)])
}

const ROME = '{"donor_city":"Rome"}'

const inCity = (raw: readonly number[]) => bytes('{"donor_city":"Ro', raw, 'me"}')

/** What only looks like a JSON object in UTF-8 (RFC 8259): malformed, though lenient parsers take it. */
export const LOOKALIKES: Table<string | Uint8Array> = {
  // In a field that is known: many refuse one that is not, whatever it holds.
  'NaN as a value': '{"donor_city":"Rome","quantity":NaN}',
  'Infinity as a value': '{"donor_city":"Rome","x":-Infinity}',
  'undefined as a value': '{"donor_city":"Rome","x":undefined}',
  'None and True of Python': '{"donor_city":"Rome","x":None,"y":True}',
  'a number with a leading zero': '{"donor_city":"Rome","x":01}',
  'a number with a plus': '{"donor_city":"Rome","x":+1}',
  'a number that begins with a dot': '{"donor_city":"Rome","x":.5}',
  'a number that ends with a dot': '{"donor_city":"Rome","x":1.}',
  'a hexadecimal number': '{"donor_city":"Rome","x":0x1F}',
  'a comment inside': '{"donor_city":/* city */"Rome"}',
  'a comment at a line end': '{"donor_city":"Rome" // city\n}',
  'a comment after it': `${ROME} // city`,
  'a comment with a hash': `# city\n${ROME}`,
  'a raw line end in a string': '{"donor_city":"Ro\nme"}',
  'a raw tab in a string': '{"donor_city":"Ro\tme"}',
  'a raw NUL in a string': '{"donor_city":"Ro\0me"}',
  'a comma too many in an array': '{"donor_city":"Rome","x":[1,]}',
  'a comma before the first member': '{,"donor_city":"Rome"}',
  'no brace before it': '"donor_city":"Rome"}',
  'two commas': '{"donor_city":"Rome",,"donor_province":"Lazio"}',
  'a form feed between tokens': '{\f"donor_city":"Rome"}',
  'a missing comma': '{"donor_city":"Rome" "donor_province":"Lazio"}',
  'an equals sign': '{"donor_city"="Rome"}',
  'one value in single quotes': '{"donor_city":\'Rome\'}',
  'a value without quotes': '{"donor_city":Rome}',
  'a key that is a number': '{"donor_city":"Rome",1:2}',
  'an escaped apostrophe': '{"donor_city":"L\\\'Aquila"}',
  'a hexadecimal escape': '{"donor_city":"Ro\\x6de"}',
  'an escape that is too short': '{"donor_city":"Ro\\u6de"}',
  'JSON inside a string': JSON.stringify(ROME),
  'two objects on two lines': `${ROME}\n{"donor_city":"Milan"}`,
  'two objects with a comma': `${ROME},{"donor_city":"Milan"}`,
  'a bracket for the last brace': '{"donor_city":"Rome"]',
  'cut off inside a string': '{"donor_city":"Rome',
  'cut off inside a word': '{"donor_city":"Rome","designation_id":nul',
  'a comma too many in an object inside': '{"donor_city":"Rome","x":{"y":1,}}',
  'a brace too many': `${ROME}}`,
  'a NUL after it': `${ROME}\0`,
  'a semicolon after it': `${ROME};`,
  'a guard before it': `)]}',\n${ROME}`,
  'brackets around it': `(${ROME})`,
  'blanks only': ' \n',
  YAML: 'donor_city: Rome',
  // To some the values of a record in its order.
  'a list of texts': '["Rome","Milan"]',
  'a stray byte': inCity([0xff]),
  'Latin-1': inCity([0xe9]),
  'a sequence cut short': inCity([0xc3]),
  'an overlong sequence': inCity([0xc0, 0xaf]),
  'an encoded surrogate': inCity([0xed, 0xa0, 0x80]),
  // What is one character in CESU-8.
  'a pair of encoded surrogates': inCity([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]),
  'a no-break space between tokens': bytes('{', [0xc2, 0xa0], '"donor_city":"Rome"}'),
  'a list of objects': '[{"donor_city":"Rome"},{"donor_city":"Milan"}]',
}

/** A key that is none of ours, made from one of ours. */
export type Resembling = (key: string) => string

/** Keys that a lenient service takes for ours. */
export const RESEMBLING_KEYS: Table<Resembling> = {
  'in capitals': (key) => key.toUpperCase(),
  'with a capital letter': (key) => key.charAt(0).toUpperCase() + key.slice(1),
  'with a capital in each word': (key) => key.replace(/(^|_)[a-z]/g, (letter) => letter.toUpperCase()),
  'in camel case': (key) => key.replace(/_[a-z\d]/g, (part) => part.charAt(1).toUpperCase()),
  'a blank after it': (key) => `${key} `,
  'a blank before it': (key) => ` ${key}`,
  'a tab after it': (key) => `${key}\t`,
  'a NUL after it': (key) => `${key}\0`,
  'a NUL and more after it': (key) => `${key}\0x`,
  'with a dot': (key) => key.replace('_', '.'),
  'in brackets': (key) => `${key.replace('_', '[')}]`,
  'a list in brackets': (key) => `${key}[]`,
  'with hyphens': (key) => key.replaceAll('_', '-'),
  'with a letter of another script': (key) => key.replace('o', 'о'),
  'in full width': (key) => key.replace('d', 'ｄ'),
  'with an invisible character': (key) => `${key}\u200b`,
  'under data': (key) => `data.${key}`,
  'under donation': (key) => `donation[${key}]`,
  'percent-encoded': (key) => key.replace('_', '%5F'),
}
