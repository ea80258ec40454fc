import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { ASSIGNED_COUNTRIES, GATED_FIELDS } from '../../../contract/index.ts'
import type { Table } from '../../../harness/authoring/index.ts'
import { ADDRESSES, PROVIDER_ADDRESSES } from '../../axes/addresses.ts'
import { type Holder, ownerOf } from '../../axes/holders.ts'
import { MARKED_TEXTS, SCRIPT_LINES, SCRIPT_MEMOS, SCRIPT_TEXTS } from '../../axes/letters.ts'
import { methodOf } from '../../axes/methods.ts'
import { PLAIN_QUANTITIES } from '../../axes/numbers.ts'
import {
  CODES,
  LETTERS,
  LINE_TEXTS,
  LINES_OF_TEXT,
  MEMO_TEXTS,
  named,
  OPEN_TEXTS,
  ORDINARY_TEXTS,
  PAIRS_OF_LETTERS,
  POSTAL_CODES,
} from '../../axes/texts.ts'
import { rotated, type UpdateBody } from '../../support/bodies.ts'

/** A value of a field, and its name. */
interface Cell {
  readonly name: string
  readonly value: unknown
}

/** An update with a value for each field that a donation takes. */
export interface ValueRow {
  readonly name: string
  /** Whether it holds the fields that only a pledged donation takes. */
  readonly isGated: boolean
  /** By field; those of the advisor as `advisor.title`. */
  readonly cells: Readonly<Record<string, Cell>>
  readonly by: UpdateMethod
  /** Whose token it is sent with: what a value becomes does not depend on it. */
  readonly holder: Holder
  /** Whether the values may be refused. */
  readonly isOpen: boolean
  /** Whether the donation is read afterwards, too; otherwise the answer tells. */
  readonly isReadBack: boolean
}

/** A stride between the values of two fields of a row: no two fields have one text. */
const STRIDE = 7

/** Rows that are read back: all of lengths and punctuation, which columns and filters spoil, and some of the others. */
const READ_FIRST = 40
const READ_EVERY = 18

/** One of so many rows leaves out what only a pledged donation takes, and is sent to one in another status. */
const OTHER_EVERY = 8

/** In one of so many rows of new advisors the donor has the same address. */
const SAME_EVERY = 16

const PAGES = named([
  'https://example.com',
  'https://example.com/',
  'https://www.example.com/a/b.html',
  'https://example.com/a?b=c&d=%20e#f',
  'https://adviserinfo.example.com/individual/summary/10472583',
  'https://example.com/~ada/A_(b)',
  'https://example.com:8443/Ada',
])

const NAME_TEXTS = { ...ORDINARY_TEXTS, ...LETTERS, ...SCRIPT_TEXTS }
/** Each once over the rows that hold it. */
const GATED_TEXTS = { ...MEMO_TEXTS, ...ORDINARY_TEXTS, ...PAIRS_OF_LETTERS, ...SCRIPT_TEXTS }
const LONG_TEXTS = { ...MEMO_TEXTS, ...SCRIPT_MEMOS, ...NAME_TEXTS }
const ALL_LINES = { ...LINE_TEXTS, ...SCRIPT_LINES, ...NAME_TEXTS }

/** What each field of plain text holds, in the order in which the fields are sent. */
const TEXTS: Readonly<Record<string, Table<string>>> = {
  donor_first_name: NAME_TEXTS,
  donor_last_name: NAME_TEXTS,
  donor_address_line_1: ALL_LINES,
  donor_address_line_2: ALL_LINES,
  donor_city: NAME_TEXTS,
  donor_province: NAME_TEXTS,
  memo: LONG_TEXTS,
  source: GATED_TEXTS,
  'advisor.first_name': NAME_TEXTS,
  'advisor.middle_name': NAME_TEXTS,
  'advisor.last_name': NAME_TEXTS,
  'advisor.title': NAME_TEXTS,
  'advisor.firm_name': NAME_TEXTS,
  'advisor.bio': LONG_TEXTS,
}

/** Every value that a field has to take. */
const ORDINARY: Readonly<Record<string, Table<unknown>>> = {
  ...TEXTS,
  donor_email: ADDRESSES,
  donor_postal_code: POSTAL_CODES,
  donor_country: Object.fromEntries(ASSIGNED_COUNTRIES.map((code) => [code, code])),
  identifier: CODES,
  quantity: PLAIN_QUANTITIES,
  'advisor.sec_url': PAGES,
}

const OPEN = { ...OPEN_TEXTS, ...MARKED_TEXTS }

/** Texts that a field may refuse, but not alter. */
const MAY_BE_REFUSED: Readonly<Record<string, Table<unknown>>> = {
  ...Object.fromEntries(Object.keys(TEXTS).map((field) => [field, OPEN])),
  // Longer than codes are as a rule, and known to some columns as another type.
  identifier: { ...CODES, ...named(['3E1F6A52-9B0C-4D7E-8F21-5A6B7C8D9E0F']) },
  memo: { ...LINES_OF_TEXT, ...OPEN },
  'advisor.bio': { ...LINES_OF_TEXT, ...OPEN },
}

/** Updates of all fields at once: over the rows each field has each of its values once or more. */
export const ORDINARY_ROWS = rowsOf(ORDINARY, false)

/** The same with texts that may be refused. */
export const OPEN_ROWS = rowsOf(MAY_BE_REFUSED, true)

/** Whether the value is written in letters or with marks beyond those of English. */
export function isOfScript({ cells }: ValueRow, field: string): boolean {
  const { name = '' } = cells[field] ?? {}
  return [SCRIPT_TEXTS, SCRIPT_LINES, SCRIPT_MEMOS, MARKED_TEXTS].some((table) => name in table)
}

function rowsOf(fields: Readonly<Record<string, Table<unknown>>>, isOpen: boolean): readonly ValueRow[] {
  const columns = Object.entries(fields).map(([field, values]) => [field, Object.entries(values)] as const)
  const length = Math.max(...columns.map(([, values]) => values.length))
  return Array.from({ length }, (_, index) => ({
    isGated: isGated(index, isOpen),
    name: `${isOpen ? 'open' : 'ordinary'} values ${index + 1}`,
    isOpen,
    // In the second half the other way round: a value that comes again meets the other method.
    by: methodOf(index < length / 2 ? index : index + 1),
    holder: ownerOf(Math.floor(index / UPDATE_METHODS.length)),
    isReadBack: !isOpen && (index < READ_FIRST || index % READ_EVERY === 0),
    // Each field comes first, in the middle and last.
    cells: rotated(
      {
        ...Object.fromEntries(
          columns.flatMap(([field, values], column) => {
            if (!isGatedField(field)) return [[field, cellOf(values, index, column)]]
            if (!isGated(index, isOpen)) return []
            // Of the rows that hold it, so that it has each of its values.
            const turn = isOpen ? index : index - Math.floor((index + 1) / OTHER_EVERY)
            return [[field, cellOf(values, turn, column)]]
          }),
        ),
        ...addressesOf(index, isOpen),
      },
      index,
    ),
  }))
}

function isGated(index: number, isOpen: boolean): boolean {
  return isOpen || (index + 1) % OTHER_EVERY !== 0
}

function isGatedField(field: string): boolean {
  return GATED_FIELDS.some((gated) => gated === field)
}

function cellOf(values: readonly (readonly [string, unknown])[], index: number, column: number): Cell {
  const [name = '', value] = values[(index + column * STRIDE) % values.length] ?? []
  return { name, value }
}

/**
 * An advisor's address: every shape, and then one of its own, for advisors are told apart by it. The first rows of texts that
 * may be refused have a donor's address that may be refused, too.
 */
function addressesOf(index: number, isOpen: boolean): Readonly<Record<string, Cell>> {
  const shape = isOpen ? undefined : Object.entries(ADDRESSES)[index]
  if (shape) return { 'advisor.email': { name: shape[0], value: shape[1] } }
  const email = { name: 'a new one', value: `advisor.${isOpen ? 'open.' : ''}${index}@example.com` }
  const isSame = !isOpen && index % SAME_EVERY === 0
  const provider = isOpen ? Object.entries(PROVIDER_ADDRESSES)[index] : undefined
  return {
    'advisor.email': email,
    ...(provider ? { donor_email: { name: provider[0], value: provider[1] } } : {}),
    ...(isSame ? { donor_email: { name: 'that of the advisor', value: email.value } } : {}),
  }
}

/** What the row sends, as the body of an update. */
export function rowBody({ cells }: ValueRow, isPledged: boolean): UpdateBody {
  const advisor: Record<string, unknown> = {}
  const body: Record<string, unknown> = {}
  for (const [field, { value }] of Object.entries(cells)) {
    const [parent, member] = field.split('.')
    if (member !== undefined && parent === 'advisor') {
      advisor[member] = value
      body.advisor = advisor
    } else if (isPledged || !isGatedField(field)) body[field] = value
  }
  return body
}
