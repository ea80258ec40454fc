import { inParts, type Table } from '../../harness/authoring/index.ts'

/** Lengths at which columns and validators end, and those beside them, up to what any name may have. */
const NAME_LENGTHS = [1, 2, 31, 32, 33, 49, 50, 51, 63, 64]

/** Further lengths, which an address line may have. */
const LINE_LENGTHS = [65, 79, 80, 81, 99, 100]

/** Further lengths, which a memo, a biography or a source may have. */
const MEMO_LENGTHS = [127, 128, 129, 199, 200]

/** Characters other than letters, digits and the blank that people write in names and addresses. */
const PUNCTUATION = [...'.,\'-/#&()":;+@!?_%']

/** A text of so many characters, no two neighbours the same, so that whatever is cut off or doubled shows. */
export function textOf(length: number): string {
  const words = 'Maximiliana Wolfeschlegel of Saint Bartholomew by the Sea and '
  return words
    .repeat(Math.ceil(length / words.length))
    .slice(0, length)
    .replace(/ $/, 's')
}

function ofLengths(lengths: readonly number[]): Table<string> {
  return Object.fromEntries(
    lengths.map((length) => [`${length} character${length === 1 ? '' : 's'}`, textOf(length)]),
  )
}

/** The values of a list, each under itself as its name. */
export function named(texts: readonly string[]): Table<string> {
  return Object.fromEntries(texts.map((text) => [JSON.stringify(text), text]))
}

/** A character first, in the middle, doubled and last. */
function inEachPlace(character: string): string {
  return `${character}An${character}n ${character}${character} Lee${character}`
}

/** Texts that people write in any field: a service has to take them, and to keep them as they are. */
export const ORDINARY_TEXTS: Table<string> = {
  ...ofLengths(NAME_LENGTHS),
  ...Object.fromEntries(PUNCTUATION.map((one) => [`${one} in each place`, inEachPlace(one)])),
  ...named([
    // Names that a language or a format takes for something else.
    ...['Null', 'null', 'None', 'none', 'True', 'true', 'False', 'false', 'Yes', 'yes', 'no', 'NO'],
    ...['on', 'ON', 'Off', 'off', 'n', 'N', 'y', 'Y', 't', 'f', 'Test', 'test'],
    ...[
      '0',
      '007',
      '1',
      '12345678901234567890',
      '1.0',
      '-1',
      '2024-01-31',
      '1/2',
      '12:30',
      'N/A',
      '3-4',
      'May 5',
      'Infinity',
    ],
    // Letter case that is meant, small words, suffixes, initials.
    ...['McDonald', 'DeSouza', 'MacLeod', "O'Brien", "d'Arc", 'LaToya', 'bell', 'MCDONALD', 'iPhone'],
    ...[
      'van der Berg',
      'de la Cruz',
      'von',
      'Sammy Davis Jr.',
      'Louis III',
      'III',
      'St. Ives',
      'J. R. R.',
      'J.',
    ],
    ...['Ann  Lee', '"Bob"', '(Bob)', 'Anne-Marie', 'Smith & Sons', '100% Wool', 'The Ann'],
    ...['Mcdonald', 'P.O. Box 7, Apartment 2 (rear)', 'utm_Lee, Inc.'],
    // What editors and filters set in another way, or refuse together.
    ...["O'brien of Stratford-Upon-Avon, 21ST Ave, Macdonald Scunthorpe", 'Lee, Ann', 'Davis Jr'],
    ...['Louis iii', 'Apt 5', 'Aaaaah', '1,000', 'Macdonald of Newcastle Upon Tyne or Union Drop'],
    ...['Dr. Ann Lee PhD', 'Wait...', `"Bob" O'Brien, Jr. (c/o #5) & Co.: 1,000; +1_a@b! 50%? - x`],
  ]),
}

/** Longer ones, for address lines. */
export const LINE_TEXTS: Table<string> = {
  ...ofLengths(LINE_LENGTHS),
  // What those write otherwise who know how post offices do.
  ...named(['12 Harbour Ave', '9 Elm St.', '4 Mill Rd', '77 1/2 Ocean Blvd Apt 4']),
}

/** Longer ones still, for memos, biographies and sources. */
export const MEMO_TEXTS: Table<string> = {
  ...ofLengths([...LINE_LENGTHS, ...MEMO_LENGTHS]),
  // What filters take for a link of spammers, or for a query.
  ...named(['Please select a gift from the list, and see https://www.example.com/ada for more.']),
}

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Every letter and digit first, in the middle, doubled and last. */
export const LETTERS: Table<string> = Object.fromEntries(
  [...LETTERS_AND_DIGITS].map((one) => [`${one} in each place`, inEachPlace(one)]),
)

/** Two of them at a time, one of which comes first and the other last: for a field that fewer updates hold. */
export const PAIRS_OF_LETTERS: Table<string> = Object.fromEntries(
  inParts([...LETTERS_AND_DIGITS], 2).map(([one = '', other = '']) => [
    `${one} first, ${other} last`,
    `${one}An${one}${other}n ${one}${one} ${other}${other} Lee${other}`,
  ]),
)

/** Texts that a service may refuse, for they look like code or hold other characters, but may not alter. */
export const OPEN_TEXTS: Table<string> = named([
  ...['undefined', 'NaN', 'nil', 'NULL', '~', '1e3', '0x1F', '1_000', '[]', '{}', '""', '__proto__'],
  ...[
    'constructor',
    'select',
    '{"a":1}',
    '[1]',
    'a: b',
    '2024-01-31T09:05:00+02:00',
    '!!str a',
    '&a',
    '*a',
    '---',
    '=1+1',
    '+1',
    '@A1',
  ],
  ...[
    `$${'{x}'}`,
    '{{x}}',
    '<%= x %>',
    '#{x}',
    '%s',
    '%20',
    'a+b',
    '<b>Ann</b>',
    '<Ann>',
    '&amp;',
    'a &lt; b',
  ],
  ...[
    '&eacute;',
    '&#39;',
    '\\n',
    'a\\b',
    '\\u0041',
    "\\'",
    '--',
    'a -- b',
    '/* a */',
    'https://example.com/?utm_source=gala',
    '<!-- a -->',
  ],
  ...[
    "a'; --",
    "''",
    '`a `` b`',
    '$5 $1 $& $HOME $$ 5$',
    '^5 ^^ 2^',
    '|a || b|',
    'a == b=',
    '* a *',
    '_a_ ~~a~~',
    'I <3 it :) :smile:',
    '{a}',
    '[a]',
    'C:\\\\new ../a',
    '-',
    '.',
  ],
  // What filters take for data of other kinds.
  ...['Call 555-123-4567, or pay by 4111 1111 1111 1111', '192.0.2.1', '(c) Ann\u2011Lee', 'ada@example.com'],
  ...['See https://www.example.com/ada for more, or www.example.org', '-Ann', 'Anonymous', '31/01/2024'],
  ...['“Ann”', 'Ann – Lee', 'Ann…', '¿No. 5 ½? ¡Ann!', 'a'.repeat(255).replace(/aa/g, 'ab')],
])

/** What people write in a field of several lines: a service may take one line alone, but joins none. */
export const LINES_OF_TEXT: Table<string> = named(['For Ann,\nwith love.\n\nBob'])

/** Identifiers and postal codes that people have: up to 32 letters, digits, blanks and hyphens. */
export const CODES: Table<string> = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 20, 31, 32].map((length) => [
      `${length} characters`,
      'K1A0B2C3D4'.repeat(4).slice(0, length),
    ]),
  ),
  ...named([
    ...[
      'K1A 0B1',
      'k1a 0b1',
      'SW1A 1AA',
      '00100',
      '01234',
      '12345-6789',
      '1234-567',
      'AD500',
      'A-1',
      '0',
      '007',
    ],
    ...[
      '1234 AB',
      'D-10115',
      'no',
      'NULL',
      'E10',
      '12E3',
      'A--1',
      '0-0',
      'AbC-dEf',
      '10 000',
      '-1',
      'A-',
      '-A',
    ],
    ...['K1A0B1', 'SW1A1AA', '123456789', '12345678901234567890'],
  ]),
}

/** The postal codes among them: none in use has more than 16 characters, and services know it. */
export const POSTAL_CODES: Table<string> = Object.fromEntries(
  Object.entries(CODES).filter(([, code]) => code.length <= 16),
)
