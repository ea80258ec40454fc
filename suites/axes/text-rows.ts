import type { Table } from '../../harness/authoring/index.ts'

/** Texts that a field of this kind has, the ordinary ones first, and which of them may be refused. */
export interface TextRow<Field extends string> {
  /** A text for each field. */
  readonly body: Readonly<Record<Field, string>>
  /** Whether a text among them may be refused. */
  readonly isOpen: boolean
}

/** A stride between the texts of two fields of a row: no two fields have one text. */
const STRIDE = 7

/**
 * Rows in which each text meets each field once (a Latin square): as many as there are texts, each named after the text
 * of its first field.
 *
 * @param every so many rows one is taken: each text meets as many fields fewer.
 */
export function textRows<Field extends string>(
  fields: readonly Field[],
  texts: Table<string>,
  { isOpen = false, every = 1 }: { readonly isOpen?: boolean; readonly every?: number } = {},
): Table<TextRow<Field>> {
  const all = Object.entries(texts)
  const chosen = all.map(([name], row) => [name, row] as const).filter((_, row) => row % every === 0)
  return Object.fromEntries(
    chosen.map(([name, row]) => [
      name,
      {
        isOpen,
        body: Object.fromEntries(
          fields.map((field, column) => [field, all[(row + column * STRIDE) % all.length]?.[1] ?? '']),
        ) as Record<Field, string>,
      },
    ]),
  )
}
