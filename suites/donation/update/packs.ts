import type { Table } from '../../../harness/authoring/index.ts'
import { ADDRESSES } from '../../axes/addresses.ts'
import { methodOf } from '../../axes/in-turn.ts'
import { MARKED_TEXTS, SCRIPT_TEXTS } from '../../axes/letters.ts'
import { type TextRow, textRows } from '../../axes/text-rows.ts'
import { LETTERS, LINE_TEXTS, OPEN_TEXTS, ORDINARY_TEXTS } from '../../axes/texts.ts'
import { SETTABLE_FIELDS } from '../../support/donors.ts'
import type { PackedValues } from './comes-back.ts'

/** The fields of a donor that answers show and that hold any text. */
export const TEXT_FIELDS = SETTABLE_FIELDS.filter((field) => field !== 'donor_email')

const LINES = ['donor_address_line_1', 'donor_address_line_2'] as const

const rows: Table<TextRow<string>> = {
  ...textRows(TEXT_FIELDS, ORDINARY_TEXTS),
  ...textRows(LINES, LINE_TEXTS),
}

/**
 * Updates of all fields that an answer shows: over the rows each text meets each field, each address is sent twice or
 * more, and both by either method.
 */
export const ORDINARY_PACKS: Table<PackedValues> = {
  ...packs(rows, Object.values(ADDRESSES)),
  ...packs(textRows(TEXT_FIELDS, LETTERS), Object.values(ADDRESSES), 2 * TEXT_FIELDS.length),
}

/** The same with texts that a service may refuse. */
export const OPEN_PACKS: Table<PackedValues> = packs(textRows(TEXT_FIELDS, OPEN_TEXTS, { isOpen: true }))

/** Updates of the fields that hold any text: over the rows each text in whatever script meets each of them. */
export const SCRIPT_PACKS: Table<PackedValues> = {
  ...packs(textRows(TEXT_FIELDS, SCRIPT_TEXTS), [], 8),
  ...packs(textRows(TEXT_FIELDS, MARKED_TEXTS, { isOpen: true })),
}

/**
 * Gives each row a method, the other one where an address comes again, and an address if there are any.
 * @param readEvery after one of so many rows it is looked at what is stored; after the others the answer tells.
 */
export function packs(
  given: Table<TextRow<string>>,
  addresses: readonly string[] = [],
  readEvery = 1,
): Table<PackedValues> {
  return Object.fromEntries(
    Object.entries(given).map(([name, { body, isOpen }], index) => {
      const donor_email = addresses[index % addresses.length]
      const round = addresses.length === 0 ? 0 : Math.floor(index / addresses.length)
      return [
        name,
        {
          isOpen,
          isReadBack: !isOpen && index % readEvery === 0,
          by: methodOf(index + round * (1 - (addresses.length % 2))),
          body: donor_email === undefined ? body : { ...body, donor_email },
        },
      ]
    }),
  )
}
