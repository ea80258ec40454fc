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
