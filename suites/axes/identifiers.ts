import { NotApplicableError } from '../../contract/verdict.ts'
import { axis } from '../../harness/authoring/index.ts'

/** The beginning or end of a shorter id may well be another donation's id. */
const LONG_ID = 16

/** Makes an id that is no donation's of a known donation's. */
type NearMiss = (known: string) => string

/** @throws NotApplicableError where the changed id is the same one. */
const changed =
  (change: NearMiss): NearMiss =>
  (known) => {
    const other = change(known)
    if (other === known) throw new NotApplicableError('this id stays the same')
    return other
  }

/** @throws NotApplicableError where so short an id could be another donation's. */
const partOf =
  (change: NearMiss): NearMiss =>
  (known) => {
    if (known.length < LONG_ID) throw new NotApplicableError('a part of a short id may be an id')
    return change(known)
  }

/** @throws NotApplicableError where so short a number or word with a character more could be another donation's. */
const longerThan =
  (change: NearMiss): NearMiss =>
  (known) => {
    if (known.length < LONG_ID && /^[a-z\d]+$/i.test(known))
      throw new NotApplicableError('a short id with a character more may be an id')
    return change(known)
  }

const RANDOM_UUID = 'a random UUID'

/** Ids that have nothing to do with a known one. */
const STRANGE_IDS: Readonly<Record<string, string>> = {
  'a UUID of zeros': '00000000-0000-0000-0000-000000000000',
  [RANDOM_UUID]: '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
  'a word': 'no-such-donation',
  'a long one': 'x'.repeat(200),
  'a very long one': 'x'.repeat(2000),
  'a number': '987654321098765',
  zero: '0',
  'minus one': '-1',
  'a number of 64 bits': '18446744073709551616',
  null: 'null',
  undefined: 'undefined',
  true: 'true',
  NaN: 'NaN',
  'a prototype': '__proto__',
  constructor: 'constructor',
  me: 'me',
  latest: 'latest',
  'a blank': ' ',
  'a percent sign': '%',
  'two percent signs': '%%',
  'an underscore': '_',
  'an asterisk': '*',
  'a pattern for anything': '.*',
  'a quote': "'",
  'a condition that is always true': "' OR '1'='1",
  'the same without quotes': '0 OR 1=1',
  'a query operator': '{"$ne":null}',
  'a bracketed operator': '[$ne]',
}

/** Letters of another script that look the same. Of several, since some ids lack any one of them. */
const CYRILLIC_TWINS: Readonly<Record<string, string>> = { a: 'а', c: 'с', d: 'ԁ', e: 'е' }

/** A known id with something more or less: where ids are numbered, it may be the next donation's, or the first one's. */
const LONGER_OR_SHORTER: Readonly<Record<string, NearMiss>> = {
  'a character more at the end': longerThan((id) => `${id}0`),
  'the last character missing': partOf((id) => id.slice(0, -1)),
  'the first character missing': partOf((id) => id.slice(1)),
  'the beginning': partOf((id) => id.slice(0, -4)),
  'the end': partOf((id) => id.slice(4)),
  'only the beginning': partOf((id) => id.slice(0, 8)),
}

/** A known id as databases, routers, URL libraries and shells would misread it. */
const NEAR_MISSES: Readonly<Record<string, NearMiss>> = {
  'something behind it': (id) => `${id}-no-such`,
  'something before it': (id) => `no-such-${id}`,
  ...LONGER_OR_SHORTER,
  'a character more at the beginning': (id) => `0${id}`,
  'leading zeros': (id) => `000${id}`,
  'a sign before it': (id) => `+${id}`,
  'a fraction': (id) => `${id}.0`,
  'an exponent': (id) => `${id}e0`,
  'without hyphens': changed((id) => id.replaceAll('-', '')),
  'underscores for hyphens': changed((id) => id.replaceAll('-', '_')),
  capitals: changed((id) => id.toUpperCase()),
  'small letters': changed((id) => id.toLowerCase()),
  'full-width digits': changed((id) =>
    id.replace(/\d/, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  ),
  'a full-width letter': changed((id) =>
    id.replace(/[a-z]/i, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ),
  'a Cyrillic letter': changed((id) => id.replace(/[acde]/, (letter) => CYRILLIC_TWINS[letter] ?? letter)),
  'a zero-width space behind it': (id) => `${id}\u200B`,
  'a combining mark behind it': (id) => `${id}\u0301`,
  braces: (id) => `{${id}}`,
  'angle brackets': (id) => `<${id}>`,
  quotes: (id) => `"${id}"`,
  'a URN': (id) => `urn:uuid:${id}`,
  'a blank behind it': (id) => `${id} `,
  'a blank before it': (id) => ` ${id}`,
  'a plus sign behind it': (id) => `${id}+`,
  'a tab behind it': (id) => `${id}\t`,
  'a line break behind it': (id) => `${id}\n`,
  'a carriage return and a line break behind it': (id) => `${id}\r\n`,
  'a NUL behind it': (id) => `${id}\0`,
  'a NUL and more behind it': (id) => `${id}\0.json`,
  'a percent sign behind it': (id) => `${id}%`,
  'a percent sign for its end': (id) => `${id.slice(0, -4)}%`,
  'a percent sign for its beginning': (id) => `%${id.slice(4)}`,
  'an underscore for a character': (id) => `${id.slice(0, -1)}_`,
  'an asterisk for its end': (id) => `${id.slice(0, -4)}*`,
  'a question mark for a character': (id) => `${id.slice(0, -1)}?`,
  'dashes for hyphens': changed((id) => id.replaceAll('-', '–')),
  'a dot for a character': (id) => `${id.slice(0, -1)}.`,
  'a pattern': (id) => `^${id}$`,
  'a quote behind it': (id) => `${id}'`,
  'a comment of a database behind it': (id) => `${id}'--`,
  'a comment without a quote': (id) => `${id}--`,
  'another statement behind it': (id) => `${id}; SELECT 1`,
  'a backslash behind it': (id) => `${id}\\`,
  'a semicolon behind it': (id) => `${id};`,
  'an encoded path parameter': (id) => `${id};version=1`,
  'an encoded query': (id) => `${id}?x=1`,
  'an encoded fragment': (id) => `${id}#x`,
  'an encoded slash behind it': (id) => `${id}/`,
  'an encoded slash before it': (id) => `/${id}`,
  'an encoded segment before it': (id) => `x/${id}`,
  'an encoded segment behind it': (id) => `${id}/x`,
  'encoded dot segments': (id) => `x/../${id}`,
  'an encoded dot segment before it': (id) => `./${id}`,
  'encoded backslashes': (id) => `..\\${id}`,
  'encoded twice': (id) => `${id.slice(0, -1)}%${hexOf(id.slice(-1))}`,
  'a list of it and another': (id) => `${id},no-such-donation`,
  'a list of another and it': (id) => `no-such-donation,${id}`,
  'it twice': (id) => `${id},${id}`,
  'an array of it': (id) => `["${id}"]`,
  'a colon and an action behind it': (id) => `${id}:update`,
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0')
}

/** Ids that are no donation's, each made from a known one's. */
export const UNKNOWN_ID_AXIS = axis<NearMiss>('id', {
  ...Object.fromEntries(Object.entries(STRANGE_IDS).map(([name, id]) => [name, () => id])),
  ...Object.fromEntries(
    Object.entries(NEAR_MISSES).map(([name, change]) => [`a known one, ${name}`, change]),
  ),
})

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether an id that is made so of a known one may be another donation's: a UUID with more or less is none. */
export function mayBeAnothers(makeId: NearMiss, known: string): boolean {
  return Object.values(LONGER_OR_SHORTER).includes(makeId) && !UUID.test(known)
}

/** An id that a service may give a donation, and has not: its turn is that of PUT, which makes what is not there. */
export const FREE_ID = UNKNOWN_ID_AXIS.values[RANDOM_UUID]

/** The format of the answer, as the routers of some frameworks let one ask for it. */
export const FORMAT = '.json'

/** What stands in a path behind a known id. A router may set each but the last aside, on this route or on all. */
export const SUFFIX_AXIS = axis('suffix', {
  'a path parameter': ';version=1',
  'a path parameter without value': ';x',
  'an extension': FORMAT,
  'a dot': '.',
  'a segment': '/x',
})
