import type { Table } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { SETTABLE_FIELDS } from '../../support/donors.ts'

/** The fields of a donor that answers show and that hold any text. */
export const TEXT_FIELDS = SETTABLE_FIELDS.filter((field) => field !== 'donor_email')

/** What the donation holds at first: with capitals, accents and blanks, so that each can be all that changes. */
const TEXTS = ['Renée Ann', 'De la Crèche', '12 Rue Émile', 'Étage 2', 'Saint Rémy', 'Île Verte']

/** A text of its own in each field. */
export const PRESENT: UpdateBody = bodyOf((text) => text)

function bodyOf(change: (text: string, index: number) => string): UpdateBody {
  return Object.fromEntries(TEXT_FIELDS.map((field, index) => [field, change(TEXTS[index] ?? '', index)]))
}

/** How a value may differ from the one that is there, in every field at once: who compares carelessly sees none. */
export const CHANGES_OF_ALL: Table<UpdateBody> = {
  'only in case': bodyOf((text) => text.toUpperCase()),
  'only in accents': bodyOf((text) => text.normalize('NFD').replace(/\p{M}/gu, '')),
  'only in blanks': bodyOf((text) => text.replaceAll(' ', '')),
  'the value of another field': bodyOf((_, index) => TEXTS[(index + 1) % TEXTS.length] ?? ''),
  longer: bodyOf((text) => `${text} and more`),
  shorter: bodyOf((text) => text.slice(0, -2)),
}
