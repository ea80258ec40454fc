import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { accepting, altering, alteringAdvisor, repairing } from './narrow.ts'
import { has, storing } from './stored.ts'

const isPut = ({ request }: Update) => request.method === 'PUT'

const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value)

/** Names that go with an address which another donation has. */
const namesOfKnownDonors: PolicyChange = storing(({ body, donation, store }) => {
  const { donor_email: email } = body
  const known = [...store.donations.values()].find(
    (other) => other.id !== donation.id && other.donor_email === email,
  )
  return known && !has(body, 'donor_first_name') ? { donor_first_name: known.donor_first_name } : {}
})

/** Faults of habits that real services have: what they know of donors, and of members by other names. */
export const habitNarrowFaults: readonly Fault[] = [
  {
    id: 'update-4-first-name-of-known-donor',
    requirement: 'UPDATE-4',
    description:
      'An address that another donation has brings the first name of that donor, which was left out.',
    apply: namesOfKnownDonors,
  },
  {
    id: 'update-4-attributes-unwrapped',
    requirement: 'UPDATE-4',
    description: 'Values under data.attributes, as JSON:API has them, are taken for those of the donation.',
    apply: storing(({ body: { data } }) => {
      const attributes = isObject(data) && isObject(data.attributes) ? data.attributes : {}
      return typeof attributes.donor_city === 'string' ? { donor_city: attributes.donor_city } : {}
    }),
  },
  {
    id: 'update-4-donor-name-split',
    requirement: 'UPDATE-4',
    description: 'A member donor_name, which is none, is split into the names of the donor.',
    apply: storing(({ body: { donor_name } }) =>
      typeof donor_name === 'string' ? { donor_first_name: donor_name.replace(/ .*/, '') } : {},
    ),
  },
  {
    id: 'update-4-first-name-of-advisor',
    requirement: 'UPDATE-4',
    description: 'An advisor with the address of the donor gives the donor the first name of the advisor.',
    apply: storing(({ body: { advisor }, donation }) =>
      isObject(advisor) && advisor.email === donation.donor_email && typeof advisor.first_name === 'string'
        ? { donor_first_name: advisor.first_name }
        : {},
    ),
  },
  {
    id: 'update-4-second-line-goes-with-first',
    requirement: 'UPDATE-4',
    description: 'A first address line that is emptied takes the second with it.',
    apply: storing(({ body }) =>
      body.donor_address_line_1 === '' && !has(body, 'donor_address_line_2')
        ? { donor_address_line_2: '' }
        : {},
    ),
  },
  {
    id: 'update-5-blanks-cut-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT cuts blanks around the city, PATCH stores them.',
    apply: storing(({ body: { donor_city: city }, request }) =>
      typeof city === 'string' && request.method === 'PUT' ? { donor_city: city.trim() } : {},
    ),
  },
  {
    id: 'update-5-fraction-taken-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT takes a quantity that is a fraction and leaves the old one, PATCH refuses it.',
    apply: combine(
      accepting('quantity', (value, update) => isFraction(value) && isPut(update)),
      storing(({ body, donation }) => (isFraction(body.quantity) ? { quantity: donation.quantity } : {})),
    ),
  },
  {
    id: 'update-5-unknown-donation-403-by-put',
    requirement: 'UPDATE-5',
    description: 'A donation that is not there is refused with 403 by PUT, by PATCH with 404.',
    apply: replace('rejections', ({ api }) => ({
      api(rejected, request) {
        const answer = api(rejected, request)
        return rejected.kind === 'unknown-donation' && request.method === 'PUT'
          ? { ...answer, status: 403 }
          : answer
      },
    })),
  },
  {
    id: 'update-14-found-by-identifier',
    requirement: 'UPDATE-14',
    description: 'What is no id is looked for among the identifiers, and finds that donation.',
    apply: replace('update', ({ findDonation }) => ({
      findDonation: (store, id, request) =>
        findDonation(store, id, request) ??
        [...store.donations.values()].find(({ identifier }) => identifier === id),
    })),
  },
  {
    id: 'update-7-nothing-without-type-is-empty',
    requirement: 'UPDATE-7',
    description: 'No text at all is taken for an empty update where no type comes with it.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) =>
        request.body.length === 0 && request.header('content-type') === undefined ? {} : parseBody(request),
    })),
  },
  {
    id: 'update-7-patch-of-operations-applied',
    requirement: 'UPDATE-7',
    description: 'An array of operations is applied (RFC 6902), whatever the type of the body.',
    apply: repairing((text) => {
      const [, field, value] = /"op":"replace","path":"\/(\w+)","value":("[^"]*")/.exec(text) ?? []
      return field && value ? `{"${field}":${value}}` : undefined
    }),
  },
  {
    id: 'update-7-nothing-with-charset-is-empty',
    requirement: 'UPDATE-7',
    description: 'No text at all is taken for an empty update where its type comes with a charset.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody: (request) =>
        request.body.length === 0 && /charset/.test(request.header('content-type') ?? '')
          ? {}
          : parseBody(request),
    })),
  },
  {
    id: 'update-3-anonymous-emptied',
    requirement: 'UPDATE-3',
    description: 'The last name Anonymous is stored as none.',
    apply: altering('donor_last_name', (text) => (text === 'Anonymous' ? '' : text)),
  },
  {
    id: 'update-3-day-first-date-turned',
    requirement: 'UPDATE-3',
    description: 'A first address line that is a date with the day first is stored with the year first.',
    apply: altering('donor_address_line_1', (text) => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$2-$1')),
  },
  {
    id: 'update-3-variables-of-a-shell-emptied',
    requirement: 'UPDATE-3',
    description: 'A dollar sign and capitals in a province are taken for a variable.',
    apply: altering('donor_province', (text) => text.replace(/\$[A-Z]+/g, '')),
  },
  {
    id: 'update-3-shortcodes-as-emoji',
    requirement: 'UPDATE-3',
    description: 'A word between colons in the city becomes an emoji.',
    apply: altering('donor_city', (text) => text.replace(/:[a-z]+:/g, '🙂')),
  },
  {
    id: 'update-17-last-name-of-60-units',
    requirement: 'UPDATE-17',
    description: 'A last name of no more than 60 characters is cut off after 60 units of UTF-16.',
    apply: altering('donor_last_name', (text) => ([...text].length > 60 ? text : text.slice(0, 60))),
  },
  {
    id: 'update-8-memo-on-one-line',
    requirement: 'UPDATE-8',
    description: 'Line ends in a memo become blanks.',
    apply: altering('memo', (text) => text.replaceAll('\n', ' ')),
  },
  {
    id: 'advisor-1-bio-on-one-line',
    requirement: 'ADVISOR-1',
    description: 'Line ends in the bio of an advisor become blanks.',
    apply: alteringAdvisor('bio', (text) => text.replaceAll('\n', ' ')),
  },
]
