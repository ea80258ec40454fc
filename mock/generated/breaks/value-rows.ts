import { type Condition, fine } from '../condition.ts'

/** A row of a table of values: part of an id, in words, and whether a value is one. */
export type ValueRow = readonly [value: string, when: string, isOne: (value: unknown) => boolean]

/** Conditions on the value of a field. */
export const values = (axis: string, rows: readonly ValueRow[]): readonly Condition<unknown>[] =>
  fine<unknown>(axis, rows)

/** Of texts only. */
export const isText = (isOne: (text: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && isOne(value)

/** A text of no characters. */
export const EMPTY: ValueRow = ['empty', 'it is an empty string', (value) => value === '']

/** What is no string. */
export const NOT_TEXTS: readonly ValueRow[] = [
  ['number', 'it is a number', (value) => typeof value === 'number'],
  ['integer', 'it is a whole number', (value) => Number.isInteger(value)],
  ['fraction', 'it is a fraction', (value) => typeof value === 'number' && !Number.isInteger(value)],
  ['zero', 'it is 0', (value) => value === 0],
  ['negative', 'it is a negative number', (value) => typeof value === 'number' && value < 0],
  ['true', 'it is true', (value) => value === true],
  ['false', 'it is false', (value) => value === false],
  ['array', 'it is an array', Array.isArray],
  ['empty-array', 'it is an empty array', (value) => Array.isArray(value) && value.length === 0],
  [
    'array-of-one',
    'it is an array of one text',
    (value) => Array.isArray(value) && value.length === 1 && typeof value[0] === 'string',
  ],
  [
    'object',
    'it is an object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
  ['empty-object', 'it is an empty object', (value) => JSON.stringify(value) === '{}'],
]

/** Texts that a lenient service takes for numbers. */
export const DIGITS: readonly ValueRow[] = [
  ['digits', 'it is digits in a string', isText((text) => /^\d+$/.test(text))],
  ['decimal', 'it is a decimal number in a string', isText((text) => /^\d+\.\d+$/.test(text))],
  ['exponent', 'it is a number with an exponent in a string', isText((text) => /^\d+e\d+$/i.test(text))],
  ['blanks', 'it is digits between blanks', isText((text) => /^ +\d+ +$/.test(text))],
  ['hexadecimal', 'it is a hexadecimal number in a string', isText((text) => /^0x/.test(text))],
  ['unit', 'it begins with digits', isText((text) => /^\d+ \w/.test(text))],
  ['word', 'it is a word', isText((text) => /^[a-z]+$/i.test(text))],
  EMPTY,
]

/** What is no country in lower case. */
export const COUNTRIES: readonly ValueRow[] = [
  ['capitals', 'it is in capitals', isText((text) => /^[A-Z]{2}$/.test(text))],
  ['mixed', 'its first letter is a capital', isText((text) => /^[A-Z][a-z]$/.test(text))],
  ['mixed-last', 'its last letter is a capital', isText((text) => /^[a-z][A-Z]$/.test(text))],
  ['three', 'it has three letters', isText((text) => /^[a-z]{3}$/.test(text))],
  ['three-capitals', 'it has three capitals', isText((text) => /^[A-Z]{3}$/.test(text))],
  ['uk', 'it is uk', (value) => value === 'uk'],
  ['eu', 'it is eu', (value) => value === 'eu'],
  ['su', 'it is su', (value) => value === 'su'],
  ['xx', 'it is xx', (value) => value === 'xx'],
  ['zz', 'it is zz', (value) => value === 'zz'],
  ['name', 'it is the name of a country', isText((text) => /^[A-Z][a-z]{3,}$/.test(text))],
  ['digits', 'it is digits', isText((text) => /^\d+$/.test(text))],
  ['one', 'it is one letter', isText((text) => /^[a-z]$/.test(text))],
  ['locale', 'it is a locale', isText((text) => /^[a-z]{2}[-_][a-z]{2}$/i.test(text))],
]

/** What is no UUID. */
export const DESIGNATIONS: readonly ValueRow[] = [
  ...NOT_TEXTS.filter(([name]) => !['fraction', 'negative', 'array-of-one'].includes(name)),
  EMPTY,
  ['word', 'it is a word', isText((text) => /^[a-z]{3,12}$/i.test(text))],
  ['null-word', 'it is the word null', (value) => value === 'null'],
  ['digits', 'it is digits in a string', isText((text) => /^\d+$/.test(text))],
  ['blank', 'it is a blank', (value) => value === ' '],
  [
    'longer',
    'it is a UUID and more',
    isText((text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}.+$/i.test(text)),
  ],
  ['shorter', 'it is a part of a UUID', isText((text) => /^[\da-f]{8}-.*$/i.test(text) && text.length < 36)],
]

/** UUIDs that are no designation’s. */
export const UUIDS: readonly ValueRow[] = [
  ['zeros', 'it is nothing but zeros', isText((text) => /^[0-]+$/.test(text))],
  ['ones', 'it is nothing but ones', isText((text) => /^[f-]+$/i.test(text))],
  ['version-1', 'it is of version 1', isText((text) => text[14] === '1')],
  ['version-4', 'it is of version 4', isText((text) => text[14] === '4')],
  ['version-5', 'it is of version 5', isText((text) => text[14] === '5')],
  ['version-7', 'it is of version 7', isText((text) => text[14] === '7')],
  ['capitals', 'it is in capitals', isText((text) => /[A-F]/.test(text))],
]
