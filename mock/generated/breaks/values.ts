import { ASSIGNED_COUNTRIES, LISTED_COUNTRIES } from '../../../contract/countries.ts'
import type { Breakage } from '../condition.ts'
import { fine } from '../condition.ts'
import { ADDRESS_SHAPES } from '../updates/addresses.ts'
import { besides, type TextField, transitions } from '../updates/beside.ts'
import { CODE_SHAPES, SCRIPTS, SHAPES } from '../updates/shapes.ts'
import { CHARACTERS, lengths, OPEN_CHARACTERS, type TextRow, textIs, WHOLE_WORDS } from '../updates/texts.ts'
import type { UpdateTurn } from '../updates/turn.ts'
import { AFTER, ANYWHERE, LINKED, METHODS, STATUS, TRIES } from '../updates/where.ts'
import { alteringBreaks, refusingBreak } from './altering.ts'

/** How long a text each field has to take (coverage, What may be refused). */
const LONGEST = {
  donor_first_name: 64,
  donor_last_name: 64,
  donor_city: 64,
  donor_province: 64,
  donor_address_line_1: 100,
  donor_address_line_2: 100,
  memo: 200,
  source: 200,
} as const satisfies Partial<Record<TextField, number>>

type LongField = keyof typeof LONGEST

/** What is no letter may be refused. */
const LETTERS_OF_SCRIPTS = SCRIPTS.filter(
  ([name]) => !['emoji', 'typographic', 'combining', 'other-digits', 'full-width'].includes(name),
)

const SHOWN = [
  'donor_first_name',
  'donor_last_name',
  'donor_city',
  'donor_province',
  'donor_address_line_1',
  'donor_address_line_2',
] as const satisfies readonly LongField[]

const ordinary = (field: LongField) => [
  ...textIs('length', field, lengths(LONGEST[field])),
  ...textIs('character', field, CHARACTERS),
  ...textIs('word', field, WHOLE_WORDS),
  ...textIs('shape', field, SHAPES),
]

const open = (field: LongField) => [
  ...textIs('character', field, OPEN_CHARACTERS),
  ...textIs('shape', field, CODE_SHAPES),
]

/** What identifiers and postal codes look like: letters, digits, blanks and hyphens. */
const CODES: readonly TextRow[] = [
  ['letters', 'has letters', (text) => /[A-Z]/i.test(text)],
  ['small', 'has small letters', (text) => /[a-z]/.test(text)],
  ['digits-only', 'is all digits', (text) => /^\d+$/.test(text)],
  ['leading-zero', 'begins with a zero', (text) => /^0\d/.test(text)],
  ['blank', 'has a blank', (text) => text.includes(' ')],
  ['hyphen', 'has a hyphen', (text) => text.includes('-')],
  ['exponent', 'looks like a number with an exponent', (text) => /^\d+E\d+$/i.test(text)],
  ...[4, 5, 6, 8, 10].map(
    (most): TextRow => [`over-${most}`, `has more than ${most} characters`, (text) => text.length > most],
  ),
  ...[1, 2, 16].map(
    (exact): TextRow => [`of-${exact}`, `has ${exact} characters`, (text) => text.length === exact],
  ),
]

const LONG_CODES: readonly TextRow[] = [
  ...CODES,
  ...[16, 20, 31].map(
    (most): TextRow => [`over-${most}`, `has more than ${most} characters`, (text) => text.length > most],
  ),
]

const PLEDGED = [...METHODS, ...LINKED, ...TRIES, ...AFTER]

function valuesOf(field: TextField, requirement: 'UPDATE-3' | 'UPDATE-8' | 'PLEDGED-1') {
  const isGated = requirement === 'PLEDGED-1'
  return isGated ? [...PLEDGED, ...besides(field)] : [...ANYWHERE, ...besides(field)]
}

function country(donor_country: string) {
  return fine<UpdateTurn>('country', [
    [donor_country, `its value is ${donor_country}`, ({ body }) => body.donor_country === donor_country],
  ])
}

const OTHERS = ASSIGNED_COUNTRIES.filter((code) => !LISTED_COUNTRIES.some((listed) => listed === code))

/** Values that come back otherwise, or are refused. */
export const valueBreaks: readonly Breakage[] = [
  ...SHOWN.flatMap((field) => [
    ...alteringBreaks('UPDATE-3', field, [
      ...valuesOf(field, 'UPDATE-3'),
      ...transitions(field),
      ...ordinary(field),
      ...open(field),
    ]),
    ...alteringBreaks('UPDATE-17', field, textIs('script', field, SCRIPTS), ['UPDATE-3']),
    refusingBreak('UPDATE-3', field, ordinary(field)),
    refusingBreak('UPDATE-17', field, textIs('script', field, LETTERS_OF_SCRIPTS)),
  ]),
  ...alteringBreaks('UPDATE-3', 'donor_email', [
    ...valuesOf('donor_email', 'UPDATE-3'),
    ...textIs('address', 'donor_email', ADDRESS_SHAPES),
  ]),
  refusingBreak('UPDATE-3', 'donor_email', textIs('address', 'donor_email', ADDRESS_SHAPES)),
  ...alteringBreaks('UPDATE-8', 'memo', [
    ...valuesOf('memo', 'UPDATE-8'),
    ...transitions('memo'),
    ...ordinary('memo'),
    ...open('memo'),
  ]),
  refusingBreak('UPDATE-8', 'memo', ordinary('memo')),
  ...alteringBreaks('UPDATE-8', 'donor_postal_code', [
    ...valuesOf('donor_postal_code', 'UPDATE-8'),
    ...textIs('code', 'donor_postal_code', CODES),
  ]),
  refusingBreak('UPDATE-8', 'donor_postal_code', textIs('code', 'donor_postal_code', CODES)),
  refusingBreak('UPDATE-8', 'donor_country', [
    ...LISTED_COUNTRIES.flatMap(country),
    ...METHODS,
    ...STATUS,
    ...besides('donor_country'),
  ]),
  refusingBreak('UPDATE-9', 'donor_country', OTHERS.flatMap(country)),
  ...alteringBreaks('UPDATE-9', 'donor_country', OTHERS.flatMap(country)),
  ...alteringBreaks('PLEDGED-1', 'identifier', [
    ...valuesOf('identifier', 'PLEDGED-1'),
    ...textIs('code', 'identifier', LONG_CODES),
  ]),
  refusingBreak('PLEDGED-1', 'identifier', textIs('code', 'identifier', LONG_CODES)),
  ...alteringBreaks('PLEDGED-1', 'source', [
    ...valuesOf('source', 'PLEDGED-1'),
    ...ordinary('source'),
    ...open('source'),
  ]),
  refusingBreak('PLEDGED-1', 'source', ordinary('source')),
]
