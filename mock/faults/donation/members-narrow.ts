import { GATED_FIELDS } from '../../../contract/fields.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Donation } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { leavingAdvisor } from './advisor.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, ruling, storing } from './stored.ts'

/** Opens the gate of pledged donations under a condition. */
function openingGate(when: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => (when(update) ? [] : forbiddenFields(update)),
  }))
}

/** Loses a field that an update leaves out. */
function losing(field: keyof Donation, when: (update: Update) => boolean): PolicyChange {
  return storing((update) => (!has(update.body, field) && when(update) ? { [field]: '' } : {}))
}

/** Keeps the memo that is there where another one only seems to be the same. */
function keepingMemo(seemsSame: (next: string, now: string) => boolean): PolicyChange {
  return storing(({ body: { memo }, donation }) => {
    const now = donation.memo ?? ''
    return typeof memo === 'string' && memo !== now && seemsSame(memo, now) ? { memo: now } : {}
  })
}

const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Loses the city in the first update after a call without a token. */
const losingCityAfterNoToken: PolicyChange = (policies) => {
  const spoiled = new Set<string>()
  return combine(
    replace('update', ({ afterRejection }) => ({
      afterRejection(rejected, store, request, donationId) {
        afterRejection(rejected, store, request, donationId)
        if (rejected.kind === 'no-token') spoiled.add(donationId)
      },
    })),
    losing('donor_city', ({ donation, body }) => Object.keys(body).length > 0 && spoiled.delete(donation.id)),
  )(policies)
}

/** The faults of what stands beside a field in the body, in the query and in headers, and of what was there before. */
export const memberNarrowFaults: readonly Fault[] = [
  {
    id: 'advisor-1-address-of-the-donor-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor is refused who has the donor_email beside for an address.',
    apply: ruling(
      'donor_email',
      alsoRefusing((value, { body: { advisor } }) =>
        complaint(isObject(advisor) && advisor.email === value, 'is the address of somebody else'),
      ),
    ),
  },
  {
    id: 'update-3-second-line-as-first-emptied',
    requirement: 'UPDATE-3',
    description: 'A donor_address_line_2 that repeats the first line is stored as an empty one.',
    apply: storing(({ body }) =>
      has(body, 'donor_address_line_2') && body.donor_address_line_1 === body.donor_address_line_2
        ? { donor_address_line_2: '' }
        : {},
    ),
  },
  {
    id: 'update-1-seven-members-refused',
    requirement: 'UPDATE-1',
    description: 'An update of seven fields is refused where a city is among them.',
    apply: ruling(
      'donor_city',
      alsoRefusing((_, { body }) => complaint(Object.keys(body).length === 7, 'is one too many')),
    ),
  },
  {
    id: 'update-3-eleventh-member-not-stored',
    requirement: 'UPDATE-3',
    description: 'Of more than ten members those behind the tenth are passed over.',
    apply: storing(({ body, donation }) =>
      Object.keys(body).slice(10).includes('donor_city') ? { donor_city: donation.donor_city } : {},
    ),
  },
  {
    id: 'update-3-city-of-the-query-wins',
    requirement: 'UPDATE-3',
    description: 'A donor_city in the query takes the place of that in the body.',
    apply: storing(({ request: { query } }) => {
      const city = new URLSearchParams(query).get('donor_city')
      return city === null ? {} : { donor_city: city }
    }),
  },
  {
    id: 'update-4-province-lost-with-country',
    requirement: 'UPDATE-4',
    description: 'Another country empties the province, which was left out.',
    apply: losing(
      'donor_province',
      ({ body, donation }) => has(body, 'donor_country') && body.donor_country !== donation.donor_country,
    ),
  },
  {
    id: 'update-4-line-2-lost-by-case-of-email',
    requirement: 'UPDATE-4',
    description:
      'An email that changes in letter case alone empties donor_address_line_2, which was left out.',
    apply: losing(
      'donor_address_line_2',
      ({ body: { donor_email: email }, donation: { donor_email: now } }) => {
        const next = typeof email === 'string' ? email : now
        return next !== now && next.toLowerCase() === now.toLowerCase()
      },
    ),
  },
  {
    id: 'update-4-data-unwrapped',
    requirement: 'UPDATE-4',
    description: 'Values under a member data are taken for those of the donation.',
    apply: storing(({ body: { data } }) =>
      isObject(data) && typeof data.donor_city === 'string' ? { donor_city: data.donor_city } : {},
    ),
  },
  {
    id: 'update-4-city-lost-after-no-token',
    requirement: 'UPDATE-4',
    // Refused calls go on beside the comparison of methods.
    alsoBreaks: ['UPDATE-5'],
    description: 'The first update after a call without a token empties the city, which was left out.',
    apply: losingCityAfterNoToken,
  },
  {
    id: 'update-1-right-to-left-language-refused',
    requirement: 'UPDATE-1',
    description: 'Updates of clients that prefer Arabic are refused.',
    apply: replace('update', ({ forbiddenFields }) => ({
      forbiddenFields: (update) =>
        update.request.header('accept-language') === 'ar' ? ['memo'] : forbiddenFields(update),
    })),
  },
  {
    id: 'update-8-memo-of-other-accents-kept-out',
    requirement: 'UPDATE-8',
    description: 'A memo that differs only in accents from the one that is there is not stored.',
    apply: keepingMemo((next, now) => withoutAccents(next) === withoutAccents(now)),
  },
  {
    id: 'update-8-memo-of-other-case-kept-out',
    requirement: 'UPDATE-8',
    description: 'A memo that differs only in letter case from the one that is there is not stored.',
    apply: keepingMemo((next, now) => next.toLowerCase() === now.toLowerCase()),
  },
  {
    id: 'pledged-2-status-beside-opens',
    requirement: 'PLEDGED-2',
    description: 'A member status of the body is believed.',
    apply: openingGate(({ body }) => body.status === 'pledged'),
  },
  {
    id: 'pledged-2-internal-call-passes',
    requirement: 'PLEDGED-2',
    description: 'A header that marks an internal call opens the gate.',
    apply: openingGate(({ request }) => request.header('x-internal') === 'true'),
  },
  {
    id: 'pledged-2-identifier-by-put-while-cancelled',
    requirement: 'PLEDGED-2',
    description: 'PUT of an identifier alone passes while the donation is cancelled.',
    apply: openingGate(
      ({ request, donation, body }) =>
        request.method === 'PUT' &&
        donation.status === 'cancelled' &&
        Object.keys(body).join() === 'identifier',
    ),
  },
  {
    id: 'pledged-2-first-before-null-advisor',
    requirement: 'PLEDGED-2',
    description: 'A gated field at the beginning of a body that clears the advisor passes.',
    apply: openingGate(
      ({ body }) => body.advisor === null && GATED_FIELDS.some((field) => field === Object.keys(body)[0]),
    ),
  },
  {
    id: 'designation-5-null-beside-null-advisor',
    requirement: 'DESIGNATION-5',
    description: 'A designation null beside an advisor null leaves the designation.',
    apply: replace('update', ({ designationAfter }) => ({
      designationAfter(update) {
        const { designation_id, advisor } = update.body
        return designation_id === null && advisor === null
          ? update.donation.designation_id
          : designationAfter(update)
      },
    })),
  },
  {
    id: 'advisor-4-id-null-taken',
    requirement: 'ADVISOR-4',
    description: 'A member advisor_id that is null clears the advisor.',
    apply: leavingAdvisor(({ body }) => (body.advisor_id === null ? null : undefined)),
  },
  {
    id: 'advisor-1-middle-name-lost-beside-title',
    requirement: 'ADVISOR-1',
    description: 'The middle name of an advisor who has a title is lost: one column holds either.',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter(update) {
        const { advisor } = update.body
        if (!isObject(advisor) || !has(advisor, 'title')) return advisorAfter(update)
        const { middle_name: _, ...others } = advisor
        return advisorAfter({ ...update, body: { ...update.body, advisor: others } })
      },
    })),
  },
  {
    id: 'update-13-city-stored-beside-bad-quantity',
    requirement: 'UPDATE-13',
    description: 'The city is stored before the quantity of a pledged donation turns out to be no number.',
    apply: changeOnRejection(['invalid-field'], ({ rejected: { complaints }, donation, body }) => {
      const isQuantity = complaints.every(({ field }) => field === 'quantity')
      const { donor_city: city } = body
      return donation.status === 'pledged' && isQuantity && typeof city === 'string'
        ? { donor_city: city }
        : {}
    }),
  },
]
