import type { UpdateMethod } from '../../../client/donations/api.ts'
import { type DonationRecord, recordOf } from '../../../client/donations/record.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { ensure } from '../../../harness/authoring/index.ts'
import type { Spelled } from '../../axes/spellings.ts'
import { shownBy } from '../../support/record.ts'
import { TEXT_FIELDS } from './changes.ts'

/** What is spelled in many ways: other values by each method, so that what is left of the one before shows. */
export const SPELLED: Readonly<Record<UpdateMethod, Spelled>> = {
  PATCH: textsOf((field) => `Zoë "Zo" Aix/Provence, 𠮷野 ${field}`),
  PUT: textsOf((field) => `Łódź, 1/2 𠮷野 ${field}`),
}

/** A text of its own for each field that holds any text. */
function textsOf(text: (field: string) => string): Spelled {
  return Object.fromEntries(
    TEXT_FIELDS.map((field) => [field, text(field.replace('donor_', '').replaceAll('_', ' '))]),
  )
}

/** Whether an answer shows what was spelled. */
export function showsSpelled(by: UpdateMethod, exchange: Exchange): boolean {
  return isAccepted(exchange) && lostIn(by, recordOf(exchange) ?? {}).length === 0
}

/** Judges that an answer shows what was spelled. */
export function expectSpelled(by: UpdateMethod, exchange: Exchange): void {
  const { record } = shownBy(exchange)
  const lost = lostIn(by, record)
  const textsIn = (values: DonationRecord) =>
    JSON.stringify(Object.fromEntries(lost.map((field) => [field, values[field]])))
  ensure(
    lost.length === 0,
    `${textsIn(SPELLED[by])}, as it was sent`,
    textsIn(record),
    [exchange],
    'UPDATE-3',
  )
}

/** The fields that do not hold what was spelled. */
function lostIn(by: UpdateMethod, record: DonationRecord): readonly string[] {
  return TEXT_FIELDS.filter((field) => record[field] !== SPELLED[by][field])
}
