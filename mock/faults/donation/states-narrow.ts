import { Rejected } from '../../api/rejected.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { bodyOf, changeOnRejection, has, storing } from './stored.ts'

/** Finds donations by more than their exact id, by one method or both. */
function findingBy(isThis: (known: string, asked: string) => boolean, by?: 'PUT'): PolicyChange {
  return replace('update', ({ findDonation }) => ({
    findDonation: (store, id, request) =>
      findDonation(store, id, request) ??
      [...store.donations.values()].find(
        (donation) => (by ?? request.method) === request.method && isThis(donation.id, id),
      ),
  }))
}

/** The faults of UPDATE-4 to UPDATE-16, DESIGNATION-7 and ADVISOR-8 along what came before, why it is refused, and ids. */
export const statesNarrowFaults: readonly Fault[] = [
  {
    id: 'update-14-id-in-capitals',
    requirement: 'UPDATE-14',
    description: 'Ids are compared without regard to letter case.',
    apply: findingBy((known, asked) => known === asked.toLowerCase()),
  },
  {
    id: 'update-14-angle-brackets-by-put',
    requirement: 'UPDATE-14',
    description: 'PUT finds an id in angle brackets.',
    apply: findingBy((known, asked) => asked === `<${known}>`, 'PUT'),
  },
  {
    id: 'update-14-found-by-id-in-the-body',
    requirement: 'UPDATE-14',
    description: 'Where no donation has the id of the path, that in the body is taken.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation: (store, id, request) =>
        findDonation(store, id, request) ?? store.donations.get(String(bodyOf(request).id)),
    })),
  },
  {
    id: 'update-9-late-letters-while-not-pledged',
    requirement: 'UPDATE-9',
    description:
      'While a donation is not pledged, countries whose codes begin with a letter after m are refused.',
    apply: replace('update', ({ forbiddenFields }) => ({
      forbiddenFields(update) {
        const { body, donation } = update
        const isLate = typeof body.donor_country === 'string' && /^[n-z]/.test(body.donor_country)
        if (isLate && donation.status !== 'pledged')
          throw new Rejected('invalid-field', 'This country is not possible.')
        return forbiddenFields(update)
      },
    })),
  },
  {
    id: 'update-14-blank-behind-id',
    requirement: 'UPDATE-14',
    description: 'Blanks around an id are ignored.',
    apply: findingBy((known, asked) => known === asked.trim()),
  },
  {
    id: 'update-14-cut-at-nul',
    requirement: 'UPDATE-14',
    description: 'An id ends at a NUL, whatever stands behind it.',
    apply: findingBy((known, asked) => known === asked.split('\0')[0]),
  },
  {
    id: 'update-14-list-of-ids',
    requirement: 'UPDATE-14',
    description: 'Of a list of ids the first is taken.',
    apply: findingBy((known, asked) => known === asked.split(',')[0]),
  },
  {
    id: 'update-14-like-pattern',
    requirement: 'UPDATE-14',
    description: 'A percent sign in an id stands for any characters.',
    apply: findingBy(
      (known, asked) => asked.length > 1 && asked.endsWith('%') && known.startsWith(asked.slice(0, -1)),
    ),
  },
  {
    id: 'update-13-province-stored-beside-two-bad-fields',
    requirement: 'UPDATE-13',
    description: 'Where two fields are bad, the province beside them is stored.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body: { donor_province: province } }) =>
      rejected.complaints.length > 1 && typeof province === 'string' ? { donor_province: province } : {},
    ),
  },
  {
    id: 'designation-7-cleared-by-malformed-body',
    requirement: 'DESIGNATION-7',
    description: 'A body that is no JSON clears the designation.',
    apply: changeOnRejection(['malformed-body'], () => ({ designation_id: null })),
  },
  {
    id: 'advisor-8-cleared-without-token',
    requirement: 'ADVISOR-8',
    alsoBreaks: ['BEARER-6'],
    description: 'A call without a token clears the advisor before it is refused.',
    apply: changeOnRejection(['no-token'], () => ({ advisor_id: null })),
  },
  {
    id: 'update-4-city-lost-after-null-designation',
    requirement: 'UPDATE-4',
    description: 'An advisor that is set where no designation is there loses the city.',
    apply: storing(({ body, donation }) =>
      has(body, 'advisor') &&
      body.advisor !== null &&
      !has(body, 'donor_city') &&
      donation.designation_id === null
        ? { donor_city: '' }
        : {},
    ),
  },
]
