import { combine } from '../../policies/replace.ts'
import type { FieldRule } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, donorTexts, ruling, storing } from './stored.ts'

/** Refuses a field while the donation has certain statuses. */
function locking(locked: (status: string) => boolean): (inForce: FieldRule) => FieldRule {
  return alsoRefusing((_value, { donation }) => complaint(locked(donation.status), 'cannot be changed now'))
}

/** The faults that break PLEDGED-3 to PLEDGED-5. */
export const pledgedBeyondFaults: readonly Fault[] = [
  {
    id: 'pledged-3-quantity-stored',
    requirement: 'PLEDGED-3',
    description: 'The update is refused after the quantity was stored.',
    apply: changeOnRejection(['not-pledged'], ({ body: { quantity } }) =>
      typeof quantity === 'number' ? { quantity } : {},
    ),
  },
  {
    id: 'pledged-3-put-clears-identifier',
    requirement: 'PLEDGED-3',
    description: 'A refused PUT clears the identifier.',
    apply: changeOnRejection(['not-pledged'], ({ request }) =>
      request.method === 'PUT' ? { identifier: null } : {},
    ),
  },
  {
    id: 'pledged-3-identifier-stored-while-cancelled',
    requirement: 'PLEDGED-3',
    description: 'The identifier that a cancelled donation refuses is stored all the same.',
    apply: changeOnRejection(['not-pledged'], ({ body: { identifier }, donation: { status } }) =>
      status === 'cancelled' && typeof identifier === 'string' ? { identifier } : {},
    ),
  },
  {
    id: 'pledged-3-names-stored',
    requirement: 'PLEDGED-3',
    alsoBreaks: ['UPDATE-13'],
    description: 'A pledged-only field is refused, but the donor fields beside it are stored.',
    apply: changeOnRejection(['not-pledged'], ({ body }) => donorTexts(body)),
  },
  {
    id: 'pledged-4-email-locked',
    requirement: 'PLEDGED-4',
    description: 'donor_email is gated like the three fields.',
    apply: ruling(
      'donor_email',
      locking((status) => status !== 'pledged'),
    ),
  },
  {
    id: 'pledged-4-city-locked-when-settled',
    requirement: 'PLEDGED-4',
    description: 'Once a donation is settled its city cannot be changed.',
    apply: ruling(
      'donor_city',
      locking((status) => status === 'settled'),
    ),
  },
  {
    id: 'pledged-4-advisor-locked',
    requirement: 'PLEDGED-4',
    description: 'advisor is gated like the three fields.',
    apply: ruling(
      'advisor',
      locking((status) => status !== 'pledged'),
    ),
  },
  {
    id: 'pledged-4-line-2-ignored-by-put-when-cancelled',
    requirement: 'PLEDGED-4',
    alsoBreaks: ['UPDATE-3', 'UPDATE-5'],
    description: 'PUT to a cancelled donation leaves the second address line as it is.',
    apply: storing(({ request, donation }) =>
      request.method === 'PUT' && donation.status === 'cancelled'
        ? { donor_address_line_2: donation.donor_address_line_2 }
        : {},
    ),
  },
  {
    id: 'pledged-4-memo-locked-when-cancelled',
    requirement: 'PLEDGED-4',
    description: 'The memo of a cancelled donation cannot be changed.',
    apply: ruling(
      'memo',
      locking((status) => status === 'cancelled'),
    ),
  },
  {
    id: 'pledged-5-quantity-text-accepted',
    requirement: 'PLEDGED-5',
    description: 'A quantity in quotes is read as the number in them.',
    apply: combine(
      ruling(
        'quantity',
        alsoAccepting((value) => typeof value === 'string' && /^\d+$/.test(value)),
      ),
      storing(({ body: { quantity } }) =>
        typeof quantity === 'string' ? { quantity: Number(quantity) } : {},
      ),
    ),
  },
  {
    id: 'pledged-5-quantity-true-accepted',
    requirement: 'PLEDGED-5',
    description: 'true is accepted as a quantity and ignored.',
    apply: ruling(
      'quantity',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'pledged-5-identifier-number-accepted',
    requirement: 'PLEDGED-5',
    alsoBreaks: ['UPDATE-12'],
    description: 'A number as identifier is accepted and stored as text.',
    apply: combine(
      ruling(
        'identifier',
        alsoAccepting((value) => typeof value === 'number'),
      ),
      storing(({ body: { identifier } }) =>
        typeof identifier === 'number' ? { identifier: String(identifier) } : {},
      ),
    ),
  },
]
