import { type Condition, fine } from '../condition.ts'
import type { TextField } from './beside.ts'
import type { UpdateTurn } from './turn.ts'

/** A row of a table of texts: part of an id, in words, and whether a text is one. */
export type TextRow = readonly [value: string, when: string, isOne: (text: string) => boolean]

/** Conditions on the text that a field is sent. */
export function textIs(
  axis: string,
  field: TextField,
  rows: readonly TextRow[],
): readonly Condition<UpdateTurn>[] {
  return fine(
    axis,
    rows.map(([value, when, isOne]) => [
      value,
      `its value ${when}`,
      ({ body: { [field]: text } }) => typeof text === 'string' && isOne(text),
    ]),
  )
}

/** Longer than a column may be, and of just the length at which one ends, up to what a field has to take. */
export function lengths(most: number): readonly TextRow[] {
  const limits = [31, 32, 49, 50, 63, 64, 79, 80, 99, 100, 127, 128, 199, 200].filter((limit) => limit < most)
  const exact = [1, 2, 32, 50, 64, 80, 100, 128, 200].filter((limit) => limit <= most)
  return [
    ...limits.map(
      (limit): TextRow => [
        `over-${limit}`,
        `has more than ${limit} characters`,
        (text) => text.length > limit,
      ],
    ),
    ...exact.map(
      (length): TextRow => [`of-${length}`, `has ${length} characters`, (text) => text.length === length],
    ),
  ]
}

/** What people write in names and addresses beside letters, digits and the blank (coverage, What may be refused). */
const PUNCTUATION = [...'.,\'-/#&()":;+@!?_%']
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const OTHERS = [...'$*<=>[\\]^`{|}~']

/** Each character first, somewhere inside, last and doubled. */
function inEachPlace(characters: readonly string[]): readonly TextRow[] {
  return characters.flatMap((one): readonly TextRow[] => {
    const code = (one.codePointAt(0) ?? 0).toString(16)
    return [
      [`first-${code}`, `begins with ${one}`, (text) => text.startsWith(one)],
      [`inside-${code}`, `holds ${one} inside`, (text) => text.slice(1, -1).includes(one)],
      [`last-${code}`, `ends with ${one}`, (text) => text.endsWith(one)],
      [`twice-${code}`, `holds ${one}${one}`, (text) => text.includes(one + one)],
    ]
  })
}

/** Characters that every field has to take, each in each place; two blanks too. */
export const CHARACTERS: readonly TextRow[] = [
  ...inEachPlace([...PUNCTUATION, ...LETTERS]),
  ['twice-20', 'holds two blanks in a row', (text) => text.includes('  ')],
]

/** Characters that a field may refuse, but not alter. */
export const OPEN_CHARACTERS: readonly TextRow[] = OTHERS.map((one) => [
  `holds-${one.charCodeAt(0).toString(16)}`,
  `holds ${one}`,
  (text) => text.includes(one),
])

/** Words that a language or a format takes for something else, and names that people have. */
const WORDS = [
  ...[
    'null',
    'Null',
    'none',
    'None',
    'true',
    'True',
    'false',
    'False',
    'yes',
    'Yes',
    'no',
    'No',
    'on',
    'off',
    'test',
  ],
  ...[
    '0',
    '1',
    '00',
    '007',
    '-1',
    '1.0',
    '3.14',
    '1/2',
    'N/A',
    'n/a',
    'Jan',
    'May',
    '2024-01-31',
    '12:30',
    '01/02/2024',
  ],
  ...[
    'Infinity',
    'y',
    'n',
    't',
    'f',
    'Y',
    'N',
    'Of',
    'An',
    'Van',
    'van',
    'de',
    'Jr.',
    'III',
    'PhD',
    'St.',
    'Dr.',
  ],
]

const slugOf = (text: string) =>
  [...text].map((one) => (/[\w.]/.test(one) ? one : (one.codePointAt(0) ?? 0).toString(16))).join('')

/** The value is one of these words. */
export const WHOLE_WORDS: readonly TextRow[] = WORDS.map((word) => [
  `is-${slugOf(word)}`,
  `is ${JSON.stringify(word)}`,
  (text) => text === word,
])

const holds = (value: string, when: string, pattern: RegExp): TextRow => [
  value,
  when,
  (text) => pattern.test(text),
]

/** What people's names and addresses look like. */
export const SHAPES: readonly TextRow[] = [
  holds('capital-inside', 'has a capital inside a word', /\p{Ll}\p{Lu}/u),
  holds('all-capitals', 'is in capitals', /^(?=.*[A-Z]{2})[^a-z]+$/),
  holds('small-first', 'begins with a small letter', /^[a-z]/),
  holds('small-word', 'holds a small word', / (de|van|von|la|of|the|der) /),
  holds('digits-only', 'is all digits', /^\d+$/),
  holds('leading-zero', 'begins with a zero and digits', /^0\d/),
  holds('number-like', 'looks like a number', /^[+-]?\d+(\.\d+)?$/),
  holds('date-like', 'looks like a date', /^\d{4}-\d\d-\d\d$/),
  holds('decimal', 'looks like a decimal number', /^\d+\.\d+$/),
  holds('initials', 'holds initials', /\b[A-Z]\. [A-Z]\./),
  holds('suffix', 'ends with a suffix of names', /\b(Jr|Sr|III|II|PhD)\.?$/),
  holds('apostrophe-inside', 'has an apostrophe between letters', /\p{L}'\p{L}/u),
  holds('hyphen-inside', 'has a hyphen between letters', /\p{L}-\p{L}/u),
  holds('one-word', 'is a single word', /^\p{L}+$/u),
  holds('three-words', 'holds three words', /^\S+ \S+ \S+/),
]

/** What looks like code: it may be refused, but not altered. */
export const CODE_SHAPES: readonly TextRow[] = [
  holds('tag', 'holds what looks like a tag', /<\/?[a-z]+>/i),
  holds('entity', 'holds what looks like an entity', /&[a-z]+;/i),
  holds('numeric-entity', 'holds what looks like a numeric entity', /&#\d+;/),
  holds('percent-escape', 'holds a percent escape', /%[\da-f]{2}/i),
  holds('template', 'holds what looks like a template', /\{\{|\$\{|<%/),
  holds('backslash-escape', 'holds what looks like an escape', /\\[nu'\\]/),
  holds('comment', 'holds what looks like a comment', /--|\/\*|\/\//),
  holds('formula', 'begins as a formula', /^[=@]/),
  holds('json', 'is JSON', /^[[{].*[\]}]$/),
]

/** Letters of the scripts of the world, and marks. */
export const SCRIPTS: readonly TextRow[] = [
  ...[
    'Greek',
    'Cyrillic',
    'Arabic',
    'Hebrew',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Thai',
    'Devanagari',
    'Armenian',
    'Georgian',
    'Ethiopic',
    'Bengali',
    'Tamil',
  ].map((script) =>
    holds(script.toLowerCase(), `is written in ${script} letters`, new RegExp(`\\p{Script=${script}}`, 'u')),
  ),
  holds('accents', 'holds letters with accents', /[àâäáãåçèéêëìíîïñòóôöõøùúûüýÿ]/i),
  holds('sharp-s', 'holds an ß', /ß/),
  holds('dotted-i', 'holds an İ', /İ/),
  holds('dotless-i', 'holds an ı', /ı/),
  holds('ligature', 'holds Œ or Æ', /[œæ]/i),
  holds('combining', 'holds combining marks', /\p{M}/u),
  holds('emoji', 'holds an emoji', /\p{Extended_Pictographic}/u),
  holds('beyond-the-plane', 'holds a character beyond the basic plane', /[\u{10000}-\u{10ffff}]/u),
  holds('other-digits', 'holds digits of another script', /(?![0-9])\p{Nd}/u),
  holds('full-width', 'holds full-width letters', /[\uff01-\uff5e]/),
  holds('typographic', 'holds a typographic quote', /[“”‘’]/),
]
