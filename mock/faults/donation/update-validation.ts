import { ASSIGNED_COUNTRIES } from '../../../contract/countries.ts'
import { combine } from '../../policies/replace.ts'
import { isEmailAddress, isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { ruling, storing } from './stored.ts'

/** The faults that break UPDATE-8 to UPDATE-12. */
export const updateValidationFaults: readonly Fault[] = [
  {
    id: 'update-8-memo-refused-when-pledged',
    requirement: 'UPDATE-8',
    description: 'A memo is refused while the donation is pledged.',
    apply: ruling(
      'memo',
      alsoRefusing((_value, { donation }) => complaint(donation.status === 'pledged', 'comes too early')),
    ),
  },
  {
    id: 'update-8-postal-code-of-digits',
    requirement: 'UPDATE-8',
    description: 'donor_postal_code must be digits, as if everybody lived in one country.',
    apply: ruling(
      'donor_postal_code',
      alsoRefusing((value) => complaint(!/^[\d-]*$/.test(String(value)), 'must be digits')),
    ),
  },
  {
    id: 'update-8-ai-refused',
    requirement: 'UPDATE-8',
    description: 'One of the countries that the contract lists, ai, is missing from the list.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'ai', 'is unknown')),
    ),
  },
  {
    id: 'update-9-norway-refused',
    requirement: 'UPDATE-9',
    description:
      'The list of countries was read from YAML, where an unquoted no is false: Norway is missing.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'no', 'is unknown')),
    ),
  },
  {
    id: 'update-9-newer-countries-refused',
    requirement: 'UPDATE-9',
    description: 'The list of countries is fifteen years old.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) =>
        complaint(['ss', 'sx', 'cw', 'bq'].includes(String(value)), 'is no country yet'),
      ),
    ),
  },
  {
    id: 'update-9-gb-refused',
    requirement: 'UPDATE-9',
    description: 'The list of countries lacks gb.',
    apply: ruling(
      'donor_country',
      alsoRefusing((value) => complaint(value === 'gb', 'is unknown')),
    ),
  },
  {
    id: 'update-10-upper-case-accepted',
    requirement: 'UPDATE-10',
    description: 'Countries in upper case are accepted.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => ASSIGNED_COUNTRIES.some((code) => code.toUpperCase() === value)),
    ),
  },
  {
    id: 'update-10-any-two-letters-accepted',
    requirement: 'UPDATE-10',
    description: 'Any two lowercase letters pass for a country.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => typeof value === 'string' && /^[a-z]{2}$/.test(value)),
    ),
  },
  {
    id: 'update-10-three-letters-accepted',
    requirement: 'UPDATE-10',
    description: 'Three-letter country codes are accepted.',
    apply: ruling(
      'donor_country',
      alsoAccepting((value) => typeof value === 'string' && /^[a-z]{3}$/i.test(value)),
    ),
  },
  {
    id: 'update-11-any-text-accepted',
    requirement: 'UPDATE-11',
    description: 'donor_email may be any text.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string'),
    ),
  },
  {
    id: 'update-11-at-sign-is-enough',
    requirement: 'UPDATE-11',
    description: 'donor_email only has to contain an at sign.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string' && value.includes('@')),
    ),
  },
  {
    id: 'update-11-address-anywhere',
    requirement: 'UPDATE-11',
    description: 'donor_email only has to contain an address somewhere: the pattern is not anchored.',
    apply: ruling(
      'donor_email',
      alsoAccepting((value) => typeof value === 'string' && value.split(/[\s,;<>]+/).some(isEmailAddress)),
    ),
  },
  {
    id: 'update-12-postal-code-number-accepted',
    requirement: 'UPDATE-12',
    description: 'donor_postal_code may be a number, which is stored as text.',
    apply: combine(
      ruling(
        'donor_postal_code',
        alsoAccepting((value) => typeof value === 'number'),
      ),
      storing(({ body: { donor_postal_code: code } }) =>
        typeof code === 'number' ? { donor_postal_code: String(code) } : {},
      ),
    ),
  },
  {
    id: 'update-12-boolean-city-accepted',
    requirement: 'UPDATE-12',
    description: 'A boolean as donor_city is accepted and ignored.',
    apply: ruling(
      'donor_city',
      alsoAccepting((value) => typeof value === 'boolean'),
    ),
  },
  {
    id: 'update-12-first-name-list-accepted',
    requirement: 'UPDATE-12',
    description: 'donor_first_name may be a list, which is joined by spaces.',
    apply: combine(
      ruling(
        'donor_first_name',
        alsoAccepting((value) => Array.isArray(value)),
      ),
      storing(({ body: { donor_first_name: names } }) =>
        Array.isArray(names) ? { donor_first_name: names.join(' ') } : {},
      ),
    ),
  },
  {
    id: 'update-12-memo-object-accepted',
    requirement: 'UPDATE-12',
    description: 'An object as memo is accepted and stored as its JSON text.',
    apply: combine(
      ruling(
        'memo',
        alsoAccepting((value) => isObject(value)),
      ),
      storing(({ body: { memo } }) => (isObject(memo) ? { memo: JSON.stringify(memo) } : {})),
    ),
  },
]
