import { OBSERVABLE_FIELDS } from '../../../contract/fields.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { DonationRecord } from '../../policies/update.ts'
import type { Donation } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { resetting, storing } from './stored.ts'

/** Makes PUT reset the given fields where they are left out, except in an empty update. */
function putResetting(reset: Partial<Donation>): PolicyChange {
  return resetting(({ request, body }) => request.method === 'PUT' && Object.keys(body).length > 0, reset)
}

/** Changes the record in the response to a PUT. */
function putPresenting(change: (record: DonationRecord) => DonationRecord): PolicyChange {
  return replace('update', ({ present }) => ({
    present(stored, update) {
      const record = present(stored, update)
      return update.request.method === 'PUT' ? change(record) : record
    },
  }))
}

/** The faults that break UPDATE-5. */
export const updateMethodFaults: readonly Fault[] = [
  {
    id: 'update-5-put-answers-201',
    requirement: 'UPDATE-5',
    description: 'PUT answers 201 where PATCH answers 200.',
    apply: replace('update', ({ answer }) => ({
      answer: (record, update) => ({
        ...answer(record, update),
        ...(update.request.method === 'PUT' && { status: 201 }),
      }),
    })),
  },
  {
    id: 'update-5-put-answers-short-record',
    requirement: 'UPDATE-5',
    description: 'PUT answers with the eight documented fields, PATCH with the whole record.',
    apply: putPresenting((record) =>
      Object.fromEntries(OBSERVABLE_FIELDS.map((field) => [field, record[field]])),
    ),
  },
  {
    id: 'update-5-put-clears-memo',
    requirement: 'UPDATE-5',
    description: 'PUT clears a memo that is left out.',
    apply: putResetting({ memo: '' }),
  },
  {
    id: 'update-5-put-clears-postal-code',
    requirement: 'UPDATE-5',
    description: 'PUT clears postal code and country where they are left out.',
    apply: putResetting({ donor_postal_code: '', donor_country: '' }),
  },
  {
    id: 'update-5-put-clears-source',
    requirement: 'UPDATE-5',
    description: 'PUT of a pledged donation clears a source that is left out.',
    apply: resetting(
      ({ request, body, donation }) =>
        request.method === 'PUT' && donation.status === 'pledged' && Object.keys(body).length > 0,
      { source: null },
    ),
  },
  {
    id: 'update-5-put-ignores-memo',
    requirement: 'UPDATE-5',
    alsoBreaks: ['UPDATE-8'],
    description: 'PUT accepts a memo and does not store it.',
    apply: storing(({ request, donation: { memo } }) => (request.method === 'PUT' ? { memo } : {})),
  },
  {
    id: 'update-5-put-clears-line-2',
    requirement: 'UPDATE-5',
    alsoBreaks: ['UPDATE-4'],
    description: 'PUT clears the second address line where it is left out.',
    apply: putResetting({ donor_address_line_2: '' }),
  },
  {
    id: 'update-5-put-answers-without-status',
    requirement: 'UPDATE-5',
    description: 'PUT answers with the record but for its status, which PATCH shows.',
    apply: putPresenting(({ status, ...others }) => others),
  },
]
