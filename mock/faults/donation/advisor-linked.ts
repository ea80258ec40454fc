import { randomUUID } from 'node:crypto'
import { addAdvisor } from '../../policies/advisors.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update, UpdateBody } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Advisor } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { leavingAdvisor, rulingAdvisor } from './advisor.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, ruling } from './stored.ts'

/** Accepts some invalid emails of an advisor, and then clears the advisor. */
function acceptingEmail(accepts: (value: unknown) => boolean): PolicyChange {
  return combine(
    rulingAdvisor('email', alsoAccepting(accepts)),
    leavingAdvisor(({ body: { advisor } }) =>
      isObject(advisor) && has(advisor, 'email') && accepts(advisor.email) ? null : undefined,
    ),
  )
}

/** Under a condition, creates a second advisor with an email instead of only linking the first. */
export function creatingAgain(
  when: (known: readonly Advisor[], given: UpdateBody, update: Update) => boolean,
): PolicyChange {
  return replace('update', ({ advisorAfter }) => ({
    advisorAfter(update) {
      const { store, donation, body } = update
      const given = isObject(body.advisor) ? body.advisor : {}
      const { email } = given
      const known = [...store.advisors.values()].filter(
        (one) => one.email === email && one.organization_id === donation.organization_id,
      )
      if (typeof email === 'string' && known.length > 0 && when(known, given, update))
        addAdvisor(store, { id: randomUUID(), organization_id: donation.organization_id, email })
      return advisorAfter(update)
    },
  }))
}

/** The faults that break ADVISOR-3 to ADVISOR-8. */
export const advisorLinkedFaults: readonly Fault[] = [
  {
    id: 'advisor-3-null-refused',
    requirement: 'ADVISOR-3',
    description: 'null is refused: the advisor has to be an object or absent.',
    apply: ruling(
      'advisor',
      alsoRefusing((value) => complaint(value === null, 'must be an object')),
    ),
  },
  {
    id: 'advisor-3-null-ignored',
    requirement: 'ADVISOR-3',
    description: 'null is accepted and leaves the advisor as it is.',
    apply: leavingAdvisor(({ body, donation }) => (body.advisor === null ? donation.advisor_id : undefined)),
  },
  {
    id: 'advisor-4-cleared-when-left-out',
    requirement: 'ADVISOR-4',
    description: 'An advisor that is left out is cleared, as the designation is.',
    apply: leavingAdvisor(({ body }) => (has(body, 'advisor') ? undefined : null)),
  },
  {
    id: 'advisor-4-cleared-by-donor-email',
    requirement: 'ADVISOR-4',
    description: 'An update of donor_email unlinks an advisor that is left out.',
    apply: leavingAdvisor(({ body }) =>
      has(body, 'donor_email') && !has(body, 'advisor') ? null : undefined,
    ),
  },
  {
    id: 'advisor-4-cleared-by-own-address',
    requirement: 'ADVISOR-4',
    description: 'A new donor_email that is the address of the linked advisor unlinks the advisor.',
    apply: leavingAdvisor(({ body, donation, store }) =>
      !has(body, 'advisor') && body.donor_email === store.advisors.get(donation.advisor_id ?? '')?.email
        ? null
        : undefined,
    ),
  },
  {
    id: 'advisor-4-put-clears',
    requirement: 'ADVISOR-4',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT clears an advisor that is left out.',
    apply: leavingAdvisor(({ request, body }) =>
      request.method === 'PUT' && !has(body, 'advisor') ? null : undefined,
    ),
  },
  {
    id: 'advisor-5-email-null-accepted',
    requirement: 'ADVISOR-5',
    description: 'An advisor whose email is null is taken for no advisor.',
    apply: acceptingEmail((value) => value === null),
  },
  {
    id: 'advisor-5-email-empty-accepted',
    requirement: 'ADVISOR-5',
    description: 'An advisor whose email is an empty string is taken for no advisor.',
    apply: acceptingEmail((value) => value === ''),
  },
  {
    id: 'advisor-5-email-no-address-accepted',
    requirement: 'ADVISOR-5',
    description: 'Any text is accepted as the email of an advisor.',
    apply: rulingAdvisor(
      'email',
      alsoAccepting((value) => typeof value === 'string' && value !== ''),
    ),
  },
  {
    id: 'advisor-5-title-number-accepted',
    requirement: 'ADVISOR-5',
    description: 'The title of an advisor may be of any type; what is no text is ignored.',
    apply: rulingAdvisor(
      'title',
      alsoAccepting(() => true),
    ),
  },
  {
    id: 'advisor-6-text-accepted',
    requirement: 'ADVISOR-6',
    description: 'A string as advisor is accepted and clears it.',
    apply: ruling(
      'advisor',
      alsoAccepting((value) => typeof value === 'string'),
    ),
  },
  {
    id: 'advisor-6-false-accepted',
    requirement: 'ADVISOR-6',
    description: 'false as advisor is accepted and clears it.',
    apply: ruling(
      'advisor',
      alsoAccepting((value) => value === false),
    ),
  },
  {
    id: 'advisor-6-list-accepted',
    requirement: 'ADVISOR-6',
    description: 'A list as advisor is accepted and clears it.',
    apply: ruling(
      'advisor',
      alsoAccepting((value) => Array.isArray(value)),
    ),
  },
  {
    id: 'advisor-7-always-created',
    requirement: 'ADVISOR-7',
    description: 'Every update with an advisor creates one.',
    apply: creatingAgain(() => true),
  },
  {
    id: 'advisor-7-created-for-other-donation',
    requirement: 'ADVISOR-7',
    description: 'Advisors are looked up among those of the donation: another donation gets a second one.',
    apply: creatingAgain((known, _given, { donation }) =>
      known.every(({ id }) => id !== donation.advisor_id),
    ),
  },
  {
    id: 'advisor-7-created-for-capitals',
    requirement: 'ADVISOR-7',
    description:
      'Advisors are kept by email in small letters and looked up as it was sent: capitals find none.',
    apply: creatingAgain((_known, given) => /[A-Z]/.test(String(given.email))),
  },
  {
    id: 'advisor-7-created-for-other-name',
    requirement: 'ADVISOR-7',
    description: 'Advisors are looked up by email and last name: another last name creates a second one.',
    apply: creatingAgain(
      (known, given) =>
        has(given, 'last_name') && known.every(({ last_name }) => last_name !== given.last_name),
    ),
  },
  {
    id: 'advisor-8-cleared-by-invalid-update',
    requirement: 'ADVISOR-8',
    description: 'An update with an invalid field is refused after the advisor was cleared.',
    apply: changeOnRejection(['invalid-field'], () => ({ advisor_id: null })),
  },
  {
    id: 'advisor-8-cleared-by-pledged-only-field',
    requirement: 'ADVISOR-8',
    description: 'An update that is refused for a pledged-only field has cleared the advisor.',
    apply: changeOnRejection(['not-pledged'], () => ({ advisor_id: null })),
  },
  {
    id: 'advisor-8-cleared-by-advisor-without-email',
    requirement: 'ADVISOR-8',
    description: 'An advisor that is refused for its missing email has cleared the present one.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, donation: { advisor_id } }) => ({
      advisor_id: rejected.complaints.some(({ field }) => field === 'advisor.email') ? null : advisor_id,
    })),
  },
]
