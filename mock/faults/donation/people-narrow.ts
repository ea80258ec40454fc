import { combine } from '../../policies/replace.ts'
import { isEmailAddress } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { accepting, altering, refusing } from './narrow.ts'
import { has, showing, storing } from './stored.ts'

/** Whether a value is an address with this behind it. */
function isAddressWith(end: string, value: unknown): boolean {
  return typeof value === 'string' && value.endsWith(end) && isEmailAddress(value.slice(0, -end.length))
}

/** Faults that show with one kind of value that people write. */
export const peopleNarrowFaults: readonly Fault[] = [
  {
    id: 'update-3-date-read',
    requirement: 'UPDATE-3',
    description: 'A donor_address_line_2 such as 3-4 is read as a date.',
    apply: altering('donor_address_line_2', (text) => text.replace(/^(\d{1,2})-(\d{1,2})$/, '2001-$1-$2')),
  },
  {
    id: 'update-3-sql-words-refused',
    requirement: 'UPDATE-3',
    description: 'A donor_city with a word of SQL, such as Union, is refused by a firewall.',
    apply: refusing('donor_city', (text) => /\b(union|select|drop|insert)\b/i.test(text)),
  },
  {
    id: 'update-3-formula-guarded',
    requirement: 'UPDATE-3',
    description: 'A donor_last_name that a spreadsheet takes for a formula gets an apostrophe in front.',
    apply: altering('donor_last_name', (text) => (/^[-+=@]/.test(text) ? `'${text}` : text)),
  },
  {
    id: 'update-10-country-of-every-object',
    requirement: 'UPDATE-10',
    description: 'What every object has, such as constructor, is accepted as a country.',
    apply: accepting('donor_country', (value) => typeof value === 'string' && value in {}),
  },
  {
    id: 'update-10-kosovo-accepted',
    requirement: 'UPDATE-10',
    description: 'The code xk, which many use and nobody has assigned, is accepted.',
    apply: accepting('donor_country', (value) => value === 'xk'),
  },
  {
    id: 'update-11-line-end-taken',
    requirement: 'UPDATE-11',
    description: 'A line end behind donor_email is accepted and stored: $ stands before it, too.',
    apply: accepting('donor_email', (value) => isAddressWith('\n', value)),
  },
  {
    id: 'update-11-line-end-left-out-of-answer',
    requirement: 'UPDATE-11',
    description: 'A line end behind donor_email is accepted and stored, and the answer leaves it out.',
    apply: combine(
      accepting('donor_email', (value) => isAddressWith('\n', value)),
      showing(({ body: { donor_email } }) =>
        typeof donor_email === 'string' ? { donor_email: donor_email.trim() } : {},
      ),
    ),
  },
  {
    id: 'update-17-yo-as-ye',
    requirement: 'UPDATE-17',
    description: 'The Russian letter yo of donor_first_name becomes ye.',
    apply: altering('donor_first_name', (text) => text.replaceAll('ё', 'е')),
  },
  {
    id: 'update-17-arabic-kaf-replaced',
    requirement: 'UPDATE-17',
    description: 'The Arabic kaf of donor_city becomes the Persian one.',
    apply: altering('donor_city', (text) => text.replaceAll('\u0643', '\u06a9')),
  },
  {
    id: 'pledged-1-quantity-beside-present-source-lost',
    requirement: 'PLEDGED-1',
    description: 'A quantity beside the source that is there already is not stored.',
    apply: storing(({ body, donation }) =>
      has(body, 'source') && body.source === donation.source ? { quantity: donation.quantity } : {},
    ),
  },
  {
    id: 'pledged-1-source-as-identifier-kept-out',
    requirement: 'PLEDGED-1',
    description: 'A source that is the identifier beside it is not stored.',
    apply: altering('source', (text, { body, donation }) =>
      text === body.identifier ? (donation.source ?? '') : text,
    ),
  },
  {
    id: 'pledged-5-blank-before-quantity',
    requirement: 'PLEDGED-5',
    description: 'A quantity as text with a blank in front is accepted (is_numeric of PHP).',
    apply: accepting('quantity', (value) => typeof value === 'string' && /^\s\d+$/.test(value)),
  },
]
