import { replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { takingForNull } from './designation.ts'
import { accepting, opening } from './narrow.ts'

const isPut = ({ request }: Update) => request.method === 'PUT'

/** Whether a member of the body is written twice. */
const isTwice = ({ request }: Update, field: string) =>
  new TextDecoder().decode(request.body).split(`"${field}"`).length > 2

/** Whether any campaign has the designation. */
const exists = ({ store }: Update, id: string) =>
  [...store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id.toLowerCase()))

/** Faults of habits by which real services take what they should not: old lists, builders of queries, loose types. */
export const habitTakenNarrowFaults: readonly Fault[] = [
  {
    id: 'update-10-antilles-accepted',
    requirement: 'UPDATE-10',
    description: 'The list of countries is of 2009: an is taken for the Netherlands Antilles.',
    apply: accepting('donor_country', (value) => value === 'an'),
  },
  {
    id: 'update-11-comma-behind-address',
    requirement: 'UPDATE-11',
    description: 'A comma behind an address is taken for the end of a list of one.',
    apply: accepting('donor_email', (value) => typeof value === 'string' && /@[^,@]+,$/.test(value)),
  },
  {
    id: 'update-12-number-as-postal-code',
    requirement: 'UPDATE-12',
    description: 'A number of five digits is taken for a postal code.',
    apply: accepting('donor_postal_code', (value) => Number.isInteger(value) && Number(value) > 9_999),
  },
  {
    id: 'update-12-operator-for-second-line',
    requirement: 'UPDATE-12',
    description: 'An object that sets is passed on to the query builder, as donor_address_line_2.',
    apply: accepting('donor_address_line_2', (value) => isObject(value) && typeof value.set === 'string'),
  },
  {
    id: 'update-12-list-of-null-ignored',
    requirement: 'UPDATE-12',
    description: 'A list of null as donor_last_name is taken for nothing.',
    apply: accepting('donor_last_name', (value) => Array.isArray(value) && value[0] === null),
  },
  {
    id: 'pledged-2-name-twice-passes',
    requirement: 'PLEDGED-2',
    description:
      'A gate in front reads members with a regular expression, and passes an identifier that comes twice.',
    apply: opening((field, update) => isTwice(update, field)),
  },
  {
    id: 'pledged-2-cleared-designation-opens-put',
    requirement: 'PLEDGED-2',
    description: 'PUT of a quantity beside a cleared designation passes the gate.',
    apply: opening(
      (field, update) => field === 'quantity' && update.body.designation_id === null && isPut(update),
    ),
  },
  {
    id: 'pledged-5-quantity-incremented',
    requirement: 'PLEDGED-5',
    description: 'An object that increments is passed on to the query builder, as quantity.',
    apply: accepting('quantity', (value) => isObject(value) && typeof value.increment === 'number'),
  },
  {
    id: 'designation-4-zero-in-text-is-none',
    requirement: 'DESIGNATION-4',
    description: 'The text "0" is empty, as PHP has it, and so no designation.',
    apply: takingForNull((value) => value === '0'),
  },
  {
    id: 'designation-3-unknown-ignored-by-put',
    requirement: 'DESIGNATION-3',
    description: 'Where one is set, PUT of an unknown designation is accepted.',
    apply: replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) =>
        designationAllowed(id, update) ||
        (update.donation.designation_id !== null && isPut(update) && !exists(update, id)),
    })),
  },
  {
    id: 'designation-3-unknown-beside-many',
    requirement: 'DESIGNATION-3',
    description: 'Among five members or more of a donation that is not pledged any UUID is a designation.',
    apply: replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) =>
        designationAllowed(id, update) ||
        (update.donation.status !== 'pledged' && Object.keys(update.body).length > 4 && !exists(update, id)),
    })),
  },
  {
    id: 'pledged-5-digits-of-another-script',
    requirement: 'PLEDGED-5',
    description: 'A quantity as text in full-width digits is a number, as Python reads it.',
    apply: accepting('quantity', (value) => value === '３'),
  },
]
