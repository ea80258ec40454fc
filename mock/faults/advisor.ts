import { randomUUID } from 'node:crypto'
import { ADVISOR_FIELDS, type AdvisorField } from '../../contract/fields.ts'
import { addAdvisor } from '../policies/advisors.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { type FieldRule, isObject } from '../policies/rules.ts'
import type { Update, UpdateBody } from '../policies/update.ts'
import type { Advisor } from '../store.ts'
import type { Fault } from './fault.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, inTurn, ruling } from './stored.ts'

/** Decides which advisor the donation has after the update; undefined is as decided before. */
function leaving(decide: (update: Update) => string | null | undefined): PolicyChange {
  return replace('update', ({ advisorAfter }) => ({
    advisorAfter(update) {
      const decided = decide(update)
      return decided === undefined ? advisorAfter(update) : decided
    },
  }))
}

/** Accepts an advisor without email under some condition; the donation's advisor is then what `decide` says. */
function acceptingWithoutEmail(
  when: (advisor: UpdateBody, update: Update) => boolean,
  decide: (update: Update) => string | null = ({ donation }) => donation.advisor_id,
): PolicyChange {
  const accepts = (update: Update) => {
    const { advisor } = update.body
    return isObject(advisor) && !has(advisor, 'email') && when(advisor, update)
  }
  return inTurn(
    replace('update', ({ requiredAdvisorFields }) => ({
      requiredAdvisorFields: (update) => (accepts(update) ? [] : requiredAdvisorFields(update)),
    })),
    leaving((update) => (accepts(update) ? decide(update) : undefined)),
  )
}

/** Gives a field of the advisor another rule, made from the one in force. */
function rulingAdvisor(field: AdvisorField, rule: (inForce: FieldRule) => FieldRule): PolicyChange {
  return replace('update', ({ advisorRules }) => ({
    advisorRules: { ...advisorRules, [field]: rule(advisorRules[field]) },
  }))
}

/** Accepts an email that is none; the donation is then left without an advisor. */
function acceptingEmail(accepts: (value: unknown) => boolean): PolicyChange {
  return inTurn(
    rulingAdvisor('email', alsoAccepting(accepts)),
    leaving(({ body: { advisor } }) =>
      isObject(advisor) && has(advisor, 'email') && accepts(advisor.email) ? null : undefined,
    ),
  )
}

/** Creates a second advisor under some condition, where linking was due. */
function creatingAgain(when: (known: Advisor, given: UpdateBody, update: Update) => boolean): PolicyChange {
  return leaving((update) => {
    const { store, donation, body } = update
    const { advisor: given } = body
    if (!isObject(given) || typeof given.email !== 'string') return undefined
    const { email } = given
    const known = [...store.advisors.values()].find(
      (one) => one.email === email && one.organization_id === donation.organization_id,
    )
    if (known === undefined || !when(known, given, update)) return undefined
    const id = randomUUID()
    addAdvisor(store, { ...known, id })
    return id
  })
}

export const advisorFaults: readonly Fault[] = [
  {
    id: 'advisor-1-email-alone-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor needs a last name beside the email.',
    apply: replace('update', ({ requiredAdvisorFields }) => ({
      requiredAdvisorFields: (update) => [...requiredAdvisorFields(update), 'last_name'],
    })),
  },
  {
    id: 'advisor-1-bio-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor with a bio is refused.',
    apply: rulingAdvisor(
      'bio',
      alsoRefusing(() => 'is unknown'),
    ),
  },
  {
    id: 'advisor-1-all-eight-refused',
    requirement: 'ADVISOR-1',
    description: 'An advisor with all eight fields is refused as too large.',
    apply: rulingAdvisor(
      'firm_name',
      alsoRefusing((_value, { body: { advisor } }) =>
        complaint(
          isObject(advisor) && ADVISOR_FIELDS.every((field) => has(advisor, field)),
          'is one field too many',
        ),
      ),
    ),
  },
  {
    id: 'advisor-2-email-optional',
    requirement: 'ADVISOR-2',
    description: 'An advisor without email is accepted and leaves the present one as it is.',
    apply: acceptingWithoutEmail(() => true),
  },
  {
    id: 'advisor-2-empty-object-is-null',
    requirement: 'ADVISOR-2',
    description: 'An empty object is taken for null and clears the advisor.',
    apply: acceptingWithoutEmail(
      (advisor) => Object.keys(advisor).length === 0,
      () => null,
    ),
  },
  {
    id: 'advisor-2-present-email-inherited',
    requirement: 'ADVISOR-2',
    description:
      'Where the donation has an advisor, fields without an email are taken for an update of that one.',
    apply: acceptingWithoutEmail((_advisor, { donation }) => donation.advisor_id !== null),
  },
  {
    id: 'advisor-2-names-suffice',
    requirement: 'ADVISOR-2',
    description: 'First and last name identify an advisor as well as an email does.',
    apply: acceptingWithoutEmail((advisor) => has(advisor, 'first_name') && has(advisor, 'last_name')),
  },
  {
    id: 'advisor-2-put-without-email',
    requirement: 'ADVISOR-2',
    description: 'PATCH asks for the email, PUT does not.',
    apply: acceptingWithoutEmail((_advisor, { request }) => request.method === 'PUT'),
  },
  {
    id: 'advisor-2-donor-email-borrowed',
    requirement: 'ADVISOR-2',
    description: 'An advisor without email is accepted where the update sends donor_email.',
    apply: acceptingWithoutEmail((_advisor, { body }) => has(body, 'donor_email')),
  },
  {
    id: 'advisor-2-firm-without-email',
    requirement: 'ADVISOR-2',
    description: 'An advisor that is a firm, by its firm_name, needs no email.',
    apply: acceptingWithoutEmail((advisor) => has(advisor, 'firm_name')),
  },
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
    apply: leaving(({ body, donation }) => (body.advisor === null ? donation.advisor_id : undefined)),
  },
  {
    id: 'advisor-4-cleared-when-left-out',
    requirement: 'ADVISOR-4',
    description: 'An advisor that is left out is cleared, as the designation is.',
    apply: leaving(({ body }) => (has(body, 'advisor') ? undefined : null)),
  },
  {
    id: 'advisor-4-cleared-by-donor-email',
    requirement: 'ADVISOR-4',
    description: 'An update of donor_email unlinks an advisor that is left out.',
    apply: leaving(({ body }) => (has(body, 'donor_email') && !has(body, 'advisor') ? null : undefined)),
  },
  {
    id: 'advisor-4-put-clears',
    requirement: 'ADVISOR-4',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT clears an advisor that is left out.',
    apply: leaving(({ request, body }) =>
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
    apply: creatingAgain((known, _given, { donation }) => donation.advisor_id !== known.id),
  },
  {
    id: 'advisor-7-created-for-other-name',
    requirement: 'ADVISOR-7',
    description: 'Advisors are looked up by email and last name: another last name creates a second one.',
    apply: creatingAgain((known, given) => has(given, 'last_name') && given.last_name !== known.last_name),
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
