import type { Table } from '../../harness/authoring/index.ts'

/**
 * Values of every type but string.
 * @param valid what the field does take: a service that is too lenient would unwrap it.
 */
export function noStrings(valid: unknown): Table<unknown> {
  return {
    // A postal code too, to whoever takes such a number for one.
    'a number': 90_210,
    zero: 0,
    'an array of null': [null],
    'a negative fraction': -1.5,
    true: true,
    false: false,
    'an array': [valid],
    'an array of two': [valid, valid],
    'an array in an array': [[valid]],
    'an empty array': [],
    // As an operator of a query builder.
    'an object': { set: valid, value: valid },
    'an object in an array': [{ value: valid }],
    'an empty object': {},
  }
}

/** Values of every type but number, most of which a lenient service takes for 3. */
export const NO_NUMBERS: Table<unknown> = {
  'digits in a string': '3',
  'a digit of another script': '３',
  'digits with decimals': '3.0',
  'digits with an exponent': '3e0',
  'digits with a comma': '3,000',
  // Many a parser passes over blanks in front, and only some over those behind.
  'digits and a blank': ' 3',
  'digits and a unit': '3 tickets',
  'hexadecimal digits': '0x3',
  'a word': 'three',
  'the word NaN': 'NaN',
  'an empty string': '',
  'a blank': ' ',
  true: true,
  false: false,
  'an array': [3],
  'an array of text': ['3'],
  'an empty array': [],
  'an operator of a query builder': { increment: 1 },
  'an empty object': {},
}
