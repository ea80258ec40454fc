import { DONOR_FIELDS } from '../../../contract/fields.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Donation } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { accepting, isOnlyBad, isPut, linkingOtherwise, memory, opening } from './narrow.ts'
import { changeOnRejection, donorTexts, has, storing } from './stored.ts'

/** Writes something into other donations whenever one is updated. */
function spreading(
  change: (other: Donation, next: Donation, update: Update) => Partial<Donation>,
): PolicyChange {
  return replace('update', ({ save }) => ({
    async save(next, update) {
      await save(next, update)
      const { donations } = update.store
      for (const other of [...donations.values()])
        if (other.id !== next.id) donations.set(other.id, { ...other, ...change(other, next, update) })
    },
  }))
}

const textOf = ({ request }: Update) => new TextDecoder().decode(request.body)

const staleEmails = memory<string>()
const lastPuts = memory<string>()

/** Faults of what belongs to one donation, update or status, and comes to another. */
export const apartNarrowFaults: readonly Fault[] = [
  {
    id: 'update-3-email-stale-after-put',
    requirement: 'UPDATE-3',
    description: 'The first answer after a PUT of the email shows the one before (a read replica).',
    apply: replace('update', ({ present, save }) => ({
      save(next, update) {
        const { store, donation } = update
        if (isPut(update) && next.donor_email !== donation.donor_email)
          staleEmails(store).set(next.id, donation.donor_email)
        return save(next, update)
      },
      present(stored, update) {
        const record = present(stored, update)
        const stale = staleEmails(update.store)
        const old = stale.get(stored.id)
        if (old === undefined || has(update.body, 'donor_email')) return record
        stale.delete(stored.id)
        return { ...record, donor_email: old }
      },
    })),
  },
  {
    id: 'update-3-body-of-another-donation-dropped',
    requirement: 'UPDATE-3',
    description:
      'A PUT of three fields or more that another donation was just sent is taken for a repetition.',
    apply: replace('update', ({ save }) => ({
      save(next, update) {
        const last = lastPuts(update.store)
        const text = textOf(update)
        const isSame = last.get('text') === text && last.get('id') !== next.id
        last.set('text', text)
        last.set('id', next.id)
        if (!isSame || !isPut(update) || Object.keys(update.body).length < 3) return save(next, update)
      },
    })),
  },
  {
    id: 'update-4-name-of-known-email',
    requirement: 'UPDATE-4',
    description: 'With the email of another donation comes its last name, where none is sent.',
    apply: storing(({ store, donation, body }) => {
      const { donor_email: email } = body
      if (email === donation.donor_email || has(body, 'donor_last_name')) return {}
      const other = [...store.donations.values()].find((one) => one.donor_email === email)
      return other === undefined ? {} : { donor_last_name: other.donor_last_name }
    }),
  },
  {
    id: 'update-13-names-beside-bad-bio',
    requirement: 'UPDATE-13',
    description: 'Where the bio of an advisor is no text, the donor fields beside him are stored.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body }) =>
      isOnlyBad(rejected, 'advisor.bio') ? donorTexts(body) : {},
    ),
  },
  {
    id: 'update-15-city-of-one-donor',
    requirement: 'UPDATE-15',
    description: 'Donations of one email share their city: an update of it reaches them all.',
    apply: spreading(({ donor_email }, next, { body }) =>
      has(body, 'donor_city') && donor_email === next.donor_email ? { donor_city: next.donor_city } : {},
    ),
  },
  {
    id: 'update-15-postal-code-of-one-city',
    requirement: 'UPDATE-15',
    description: 'A postal code reaches every donation from the same address line and city.',
    apply: spreading(({ donor_address_line_1, donor_city }, next, { body }) =>
      has(body, 'donor_postal_code') &&
      donor_address_line_1 === next.donor_address_line_1 &&
      donor_city === next.donor_city
        ? { donor_postal_code: next.donor_postal_code }
        : {},
    ),
  },
  {
    id: 'update-15-source-of-one-identifier',
    requirement: 'UPDATE-15',
    alsoBreaks: ['UPDATE-5', 'UPDATE-16', 'PLEDGED-1', 'PLEDGED-3'],
    description: 'A source reaches every donation that has the same identifier.',
    apply: spreading(({ identifier }, next, { body }) =>
      has(body, 'source') && identifier === next.identifier ? { source: next.source } : {},
    ),
  },
  {
    id: 'update-15-designation-of-all-without',
    requirement: 'UPDATE-15',
    alsoBreaks: ['DESIGNATION-5', 'DESIGNATION-6', 'DESIGNATION-7'],
    description: 'A designation is given to every donation of the campaign that has none.',
    apply: spreading(({ designation_id, campaign_id }, next, { body }) =>
      typeof body.designation_id === 'string' && designation_id === null && campaign_id === next.campaign_id
        ? { designation_id: next.designation_id }
        : {},
    ),
  },
  {
    id: 'update-15-null-clears-every-designation',
    requirement: 'UPDATE-15',
    alsoBreaks: ['DESIGNATION-1', 'DESIGNATION-7'],
    description: 'A designation null clears the same one of every donation.',
    apply: spreading(({ designation_id }, _next, { body, donation }) =>
      body.designation_id === null && designation_id === donation.designation_id
        ? { designation_id: null }
        : {},
    ),
  },
  {
    id: 'update-16-bio-appended',
    requirement: 'UPDATE-16',
    alsoBreaks: ['ADVISOR-4', 'ADVISOR-8'],
    description: 'The same bio of the same advisor once more is appended to the one that is there.',
    apply: linkingOtherwise((advisor, { store, donation }) => {
      const { email, bio } = store.advisors.get(donation.advisor_id ?? '') ?? {}
      const isSame = bio !== undefined && advisor.email === email && advisor.bio === bio
      return isSame ? { ...advisor, bio: `${bio} ${bio}` } : advisor
    }),
  },
  {
    id: 'pledged-2-beside-null-quantity',
    requirement: 'PLEDGED-2',
    description: 'A quantity of null is taken for none, and what stands beside it passes the gate.',
    apply: combine(
      accepting('quantity', (value) => value === null),
      opening((_field, { body }) => body.quantity === null),
    ),
  },
  {
    id: 'pledged-2-escaped-key',
    requirement: 'PLEDGED-2',
    description: 'The gate looks for its fields in the text of the body, where an escape hides one.',
    apply: opening((field, update) => !textOf(update).includes(`"${field}"`)),
  },
  {
    id: 'designation-6-kept-where-nothing-changes',
    requirement: 'DESIGNATION-6',
    description: 'An update of nothing but donor fields that are so already keeps the designation.',
    apply: replace('update', ({ designationAfter }) => ({
      designationAfter(update) {
        const { donation, body } = update
        const fields = Object.keys(body)
        const isSame = fields.every((name) =>
          DONOR_FIELDS.some((field) => field === name && body[field] === donation[field]),
        )
        return isSame && fields.length > 0 ? donation.designation_id : designationAfter(update)
      },
    })),
  },
  {
    id: 'designation-6-kept-by-unknown-member',
    requirement: 'DESIGNATION-6',
    description: 'An update of nothing but a member that is unknown keeps the designation.',
    apply: replace('update', ({ designationAfter }) => ({
      designationAfter: (update) =>
        Object.keys(update.body).join() === 'nickname'
          ? update.donation.designation_id
          : designationAfter(update),
    })),
  },
]
