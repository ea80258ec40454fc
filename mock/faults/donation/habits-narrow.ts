import { inTurn, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { accepting, altering, alteringAdvisor, opening } from './narrow.ts'
import { has, storing } from './stored.ts'

const isPut = ({ request }: Update) => request.method === 'PUT'

/** Whether a member of the body is written twice. */
const isTwice = ({ request }: Update, field: string) =>
  new TextDecoder().decode(request.body).split(`"${field}"`).length > 2

const isFraction = (value: unknown) => typeof value === 'number' && !Number.isInteger(value)

/** Whether any campaign has the designation. */
const exists = ({ store }: Update, id: string) =>
  [...store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id.toLowerCase()))

/** Names that go with an address which another donation has. */
const namesOfKnownDonors: PolicyChange = storing(({ body, donation, store }) => {
  const { donor_email: email } = body
  const known = [...store.donations.values()].find(
    (other) => other.id !== donation.id && other.donor_email === email,
  )
  return known && !has(body, 'donor_first_name') ? { donor_first_name: known.donor_first_name } : {}
})

/** Faults of habits that real services have: what they know of donors, of old lists, and of members by other names. */
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
    id: 'update-5-fraction-taken-by-put',
    requirement: 'UPDATE-5',
    description: 'PUT takes a quantity that is a fraction and leaves the old one, PATCH refuses it.',
    apply: inTurn(
      accepting('quantity', (value, update) => isFraction(value) && isPut(update)),
      storing(({ body, donation }) => (isFraction(body.quantity) ? { quantity: donation.quantity } : {})),
    ),
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
    id: 'update-10-antilles-accepted',
    requirement: 'UPDATE-10',
    description: 'The list of countries is of 2009: an is taken for the Netherlands Antilles.',
    apply: accepting('donor_country', (value) => value === 'an'),
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
  {
    id: 'pledged-5-digits-of-another-script',
    requirement: 'PLEDGED-5',
    description: 'A quantity as text in full-width digits is a number, as Python reads it.',
    apply: accepting('quantity', (value) => value === '３'),
  },
]
