import { SETTABLE_FIELDS } from '../../../contract/fields.ts'
import { combine, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { creatingAgain } from './advisor-linked.ts'
import { accepting, altering, isOnlyBad, linkingOtherwise, memory, opening, refusing } from './narrow.ts'
import { bodyOf, changeOnRejection, has, storing } from './stored.ts'

/** An address without the dots of its local part. */
function withoutDots(address: unknown): string {
  return String(address).replace(/\.(?=.*@)/g, '')
}

/** The letters of a text, in the order of the alphabet. */
function sorted(text: string): string {
  return [...text].toSorted().join('')
}

const madeThoughRefused = memory<true>()

/** Faults that show only beside something else, or for one kind of value that is there already. */
export const circumstancesNarrowFaults: readonly Fault[] = [
  {
    id: 'pledged-1-quantity-lost-beside-designation',
    requirement: 'PLEDGED-1',
    description: 'A quantity beside a designation that is set is not stored.',
    apply: storing(({ donation: { quantity }, body }) =>
      typeof body.designation_id === 'string' && has(body, 'quantity') ? { quantity } : {},
    ),
  },
  {
    id: 'pledged-2-open-beside-null-memo',
    requirement: 'PLEDGED-2',
    description:
      'Beside a memo that is null, which is set aside with all that is null, gated fields are taken.',
    apply: combine(
      accepting('memo', (value) => value === null),
      opening((_field, { body }) => body.memo === null),
    ),
  },
  {
    id: 'update-11-long-text-unchecked',
    requirement: 'UPDATE-11',
    description: 'A donor_email of more than 60 characters is not checked any more.',
    apply: accepting('donor_email', (value) => typeof value === 'string' && value.length > 60),
  },
  {
    id: 'update-12-two-wrong-types-taken',
    requirement: 'UPDATE-12',
    description:
      'Where the city and the province are no texts, both are set aside and the update is accepted.',
    apply: combine(
      ...(['donor_city', 'donor_province'] as const).map((field) =>
        accepting(
          field,
          (_value, { body }) =>
            typeof body.donor_city === 'boolean' && typeof body.donor_province === 'boolean',
        ),
      ),
    ),
  },
  {
    id: 'update-13-quantity-beside-bad-email',
    requirement: 'UPDATE-13',
    description: 'A quantity is stored though the email beside it is none.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, donation: { status }, body: { quantity } }) =>
      status === 'pledged' && isOnlyBad(rejected, 'donor_email') && typeof quantity === 'number'
        ? { quantity }
        : {},
    ),
  },
  {
    id: 'update-13-name-beside-postal-code-of-wrong-type',
    requirement: 'UPDATE-13',
    description: 'A first name is stored though the postal code beside it is no text.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body: { donor_first_name } }) =>
      isOnlyBad(rejected, 'donor_postal_code') && typeof donor_first_name === 'string'
        ? { donor_first_name }
        : {},
    ),
  },
  {
    id: 'advisor-1-dots-of-address-set-aside',
    requirement: 'ADVISOR-1',
    description: 'An advisor whose address differs from that of another in dots alone is taken for that one.',
    apply: linkingOtherwise((advisor, { store }) => {
      const known = [...store.advisors.values()].find(
        ({ email }) => withoutDots(email) === withoutDots(advisor.email),
      )
      return known ? { ...advisor, email: known.email } : advisor
    }),
  },
  {
    id: 'advisor-7-apostrophe-not-found',
    requirement: 'ADVISOR-7',
    description: 'An advisor whose address has an apostrophe is not found again: he is made anew each time.',
    apply: creatingAgain((_known, given) => String(given.email).includes("'")),
  },
  {
    id: 'update-15-id-of-the-query',
    requirement: 'UPDATE-15',
    alsoBreaks: ['BEARER-5'],
    description: 'An id in the query wins over that of the path.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation: (store, id, request) =>
        findDonation(store, new URLSearchParams(request.query).get('id') ?? id, request),
    })),
  },
  {
    id: 'update-8-ae-beside-postal-code-refused',
    requirement: 'UPDATE-8',
    description: 'The country ae is refused beside a postal code.',
    apply: refusing('donor_country', (value, { body }) => value === 'ae' && has(body, 'donor_postal_code')),
  },
  {
    id: 'update-8-country-lost-beside-postal-code',
    requirement: 'UPDATE-8',
    alsoBreaks: ['UPDATE-9'],
    description: 'A country beside a postal code is not stored.',
    apply: storing(({ donation: { donor_country }, body }) =>
      has(body, 'donor_country') && has(body, 'donor_postal_code') ? { donor_country } : {},
    ),
  },
  {
    id: 'update-8-ag-beside-province-refused',
    requirement: 'UPDATE-8',
    description: 'The country ag is refused beside a province.',
    apply: refusing('donor_country', (value, { body }) => value === 'ag' && has(body, 'donor_province')),
  },
  {
    id: 'update-8-address-in-part-refused',
    requirement: 'UPDATE-8',
    description: 'A postal code is refused beside a city and a line of an address without its province.',
    apply: refusing(
      'donor_postal_code',
      (_value, { body }) =>
        has(body, 'donor_city') && has(body, 'donor_address_line_1') && !has(body, 'donor_province'),
    ),
  },
  {
    id: 'update-4-last-of-seven-emptied',
    requirement: 'UPDATE-4',
    description: 'An update of all observable fields but one empties that one.',
    apply: storing(({ body }) => {
      const left = SETTABLE_FIELDS.filter((field) => !has(body, field))
      return left.length === 1 ? Object.fromEntries(left.map((field) => [field, ''])) : {}
    }),
  },
  {
    id: 'advisor-7-long-address-not-found',
    requirement: 'ADVISOR-7',
    description: 'An advisor whose address has more than 50 characters is not found again.',
    apply: creatingAgain((_known, given) => String(given.email).length > 50),
  },
  {
    id: 'advisor-8-title-of-refused-advisor-kept',
    requirement: 'ADVISOR-8',
    description: 'An advisor without email is refused, and has given his title to the one who is linked.',
    apply: replace('update', () => ({
      afterRejection(_rejected, store, request, id) {
        const present = store.advisors.get(store.donations.get(id)?.advisor_id ?? '')
        const { advisor } = bodyOf(request)
        if (present === undefined || !isObject(advisor) || has(advisor, 'email')) return
        if (typeof advisor.title === 'string')
          store.advisors.set(present.id, { ...present, title: advisor.title })
      },
    })),
  },
  {
    id: 'update-3-case-of-address-not-stored',
    requirement: 'UPDATE-3',
    description: 'A donor_email that differs from the present one in letter case alone is not stored.',
    apply: storing(({ donation: { donor_email } }, next) =>
      next.donor_email.toLowerCase() === donor_email.toLowerCase() ? { donor_email } : {},
    ),
  },
  {
    id: 'update-3-names-that-change-places',
    requirement: 'UPDATE-3',
    description:
      'Where first and last name are exchanged, the last name is written before the first is read.',
    apply: storing(({ donation, body }) =>
      donation.donor_first_name !== donation.donor_last_name &&
      body.donor_first_name === donation.donor_last_name &&
      body.donor_last_name === donation.donor_first_name
        ? { donor_first_name: donation.donor_first_name }
        : {},
    ),
  },
  {
    id: 'update-3-same-letters-not-stored',
    requirement: 'UPDATE-3',
    description: 'A city of the same letters in another order is taken for the one that is there.',
    apply: storing(({ donation: { donor_city } }, next) =>
      sorted(next.donor_city) === sorted(donor_city) ? { donor_city } : {},
    ),
  },
  {
    id: 'update-3-many-digits-rounded',
    requirement: 'UPDATE-3',
    description: 'A donor_address_line_2 of digits alone goes through a number: more than 15 are rounded.',
    apply: altering('donor_address_line_2', (text) =>
      /^[1-9]\d{15,}$/.test(text) ? `${Number(text)}` : text,
    ),
  },
  {
    id: 'update-17-thai-marks-lost',
    requirement: 'UPDATE-17',
    description: 'Vowels and tones of Thai that stand above a letter are lost in the province.',
    apply: altering('donor_province', (text) => text.replace(/[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g, '')),
  },
  {
    id: 'update-17-devanagari-composed-otherwise',
    requirement: 'UPDATE-17',
    description: 'First names in Devanagari are normalised, which takes letters with a dot apart.',
    apply: altering('donor_first_name', (text) => (/[\u0900-\u097f]/.test(text) ? text.normalize() : text)),
  },
  {
    id: 'pledged-4-punctuation-of-address-refused',
    requirement: 'PLEDGED-4',
    description: 'Donations that are not pledged take no address with an apostrophe.',
    apply: refusing(
      'donor_email',
      (text, { donation: { status } }) => status !== 'pledged' && text.includes("'"),
    ),
  },
  {
    id: 'update-5-first-of-two-cities-by-put',
    requirement: 'UPDATE-5',
    description: 'Of a city that is sent twice PATCH takes the last, and PUT the first.',
    apply: storing(({ request }) => {
      const text = new TextDecoder().decode(request.body)
      const [, first, second] = /"donor_city":"([^"]*)","donor_city":"([^"]*)"/.exec(text) ?? []
      return request.method === 'PUT' && first !== undefined && second !== undefined
        ? { donor_city: first }
        : {}
    }),
  },
  {
    id: 'update-14-made-of-a-whole-put',
    requirement: 'UPDATE-14',
    description: 'A PUT of a whole donation to a UUID that is unknown makes one.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        const [any] = store.donations.values()
        const isWhole = request.method === 'PUT' && has(bodyOf(request), 'donor_email')
        return findDonation(store, id, request) ?? (any && isWhole ? { ...any, id } : undefined)
      },
    })),
  },
  {
    id: 'update-14-made-though-refused',
    requirement: 'UPDATE-14',
    description: 'A PUT of a whole donation to a UUID that is unknown gets 404, and makes one all the same.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation(store, id, request) {
        const found = findDonation(store, id, request)
        const made = madeThoughRefused(store)
        const [any] = store.donations.values()
        if (!found && any && made.has(id)) return { ...any, id }
        if (!found && request.method === 'PUT' && has(bodyOf(request), 'donor_email')) made.set(id, true)
        return found
      },
    })),
  },
]
