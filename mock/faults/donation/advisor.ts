import { ADVISOR_FIELDS, type AdvisorField } from '../../../contract/fields.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update, UpdateBody } from '../../policies/requested-update.ts'
import { type FieldRule, isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { has } from './stored.ts'

/** Replaces the advisor id that an update stores; where `decide` returns undefined, nothing changes. */
export function leavingAdvisor(decide: (update: Update) => string | null | undefined): PolicyChange {
  return replace('update', ({ advisorAfter }) => ({
    advisorAfter(update) {
      const decided = decide(update)
      return decided === undefined ? advisorAfter(update) : decided
    },
  }))
}

/** Under a condition, accepts an advisor without email and stores the advisor id that `decide` returns. */
function acceptingWithoutEmail(
  when: (advisor: UpdateBody, update: Update) => boolean,
  decide: (update: Update) => string | null = ({ donation }) => donation.advisor_id,
): PolicyChange {
  const accepts = (update: Update) => {
    const { advisor } = update.body
    return isObject(advisor) && !has(advisor, 'email') && when(advisor, update)
  }
  return combine(
    replace('update', ({ requiredAdvisorFields }) => ({
      requiredAdvisorFields: (update) => (accepts(update) ? [] : requiredAdvisorFields(update)),
    })),
    leavingAdvisor((update) => (accepts(update) ? decide(update) : undefined)),
  )
}

/** Replaces the rule of an advisor field; `rule` gets the current one. */
export function rulingAdvisor(field: AdvisorField, rule: (inForce: FieldRule) => FieldRule): PolicyChange {
  return replace('update', ({ advisorRules }) => ({
    advisorRules: { ...advisorRules, [field]: rule(advisorRules[field]) },
  }))
}

/** The faults that break ADVISOR-1 and ADVISOR-2. */
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
]
