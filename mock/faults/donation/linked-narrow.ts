import { GATED_FIELDS } from '../../../contract/fields.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Donation } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { leavingAdvisor } from './advisor.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, ruling, storing } from './stored.ts'

/** Opens the gate under a condition. */
function openGate(isOpen: (update: Update) => boolean): PolicyChange {
  return replace('update', ({ forbiddenFields }) => ({
    forbiddenFields: (update) => (isOpen(update) ? [] : forbiddenFields(update)),
  }))
}

/** Writes to other donations of the organization what an update of one is sent. */
function spreading(
  isAlike: (other: Donation, updated: Donation, update: Update) => boolean,
  change: (next: Donation, update: Update) => Partial<Donation>,
): PolicyChange {
  return replace('update', ({ save }) => ({
    save(next, update) {
      const { store } = update
      for (const other of store.donations.values())
        if (
          other.id !== next.id &&
          other.organization_id === next.organization_id &&
          isAlike(other, next, update)
        )
          store.donations.set(other.id, { ...other, ...change(next, update) })
      return save(next, update)
    },
  }))
}

const hasEmailless = ({ body: { advisor } }: Update) => isObject(advisor) && !has(advisor, 'email')

/** Takes an advisor without email under a condition, and leaves the one that is linked. */
function withoutEmail(when: (update: Update) => boolean): PolicyChange {
  const takes = (update: Update) => hasEmailless(update) && when(update)
  return (policies) =>
    leavingAdvisor((update) => (takes(update) ? update.donation.advisor_id : undefined))(
      replace('update', ({ requiredAdvisorFields }) => ({
        requiredAdvisorFields: (update) => (takes(update) ? [] : requiredAdvisorFields(update)),
      }))(policies),
    )
}

/** Faults of services that look at what is sent only where nothing is linked yet, or lose what is linked. */
export const linkedNarrowFaults: readonly Fault[] = [
  {
    id: 'pledged-1-other-gated-field-emptied',
    requirement: 'PLEDGED-1',
    description: 'An identifier that is sent without a source empties the source.',
    apply: storing(({ body }) => (has(body, 'identifier') && !has(body, 'source') ? { source: null } : {})),
  },
  {
    id: 'pledged-1-case-of-identifier-not-stored',
    requirement: 'PLEDGED-1',
    description: 'An identifier that differs from the present one in letter case alone is not stored.',
    apply: storing(({ donation: { identifier } }, next) =>
      next.identifier?.toLowerCase() === identifier?.toLowerCase() ? { identifier } : {},
    ),
  },
  {
    id: 'pledged-2-not-gated-with-advisor',
    requirement: 'PLEDGED-2',
    description: 'Donations that have an advisor are not gated.',
    apply: openGate(({ donation }) => donation.advisor_id !== null),
  },
  {
    id: 'pledged-2-not-gated-with-designation',
    requirement: 'PLEDGED-2',
    description: 'Donations that have a designation are not gated.',
    apply: openGate(({ donation }) => donation.designation_id !== null),
  },
  {
    id: 'pledged-2-not-gated-beside-nulls',
    requirement: 'PLEDGED-2',
    description: 'Beside an advisor and a designation that are null gated fields are taken.',
    apply: openGate(({ body }) => body.advisor === null && body.designation_id === null),
  },
  {
    id: 'pledged-3-source-stored-beside-memo',
    requirement: 'PLEDGED-3',
    description: 'A source that is refused is stored where a memo stands beside it.',
    apply: changeOnRejection(['not-pledged'], ({ body: { memo, source } }) =>
      typeof memo === 'string' && typeof source === 'string' ? { source } : {},
    ),
  },
  {
    id: 'pledged-4-designation-fixed',
    requirement: 'PLEDGED-4',
    alsoBreaks: ['DESIGNATION-1'],
    description: 'In other statuses a designation that is set is not changed for another.',
    apply: ruling(
      'designation_id',
      alsoRefusing((value, { donation: { status, designation_id: present } }) =>
        complaint(
          status !== 'pledged' && present !== null && typeof value === 'string' && value !== present,
          'is set already',
        ),
      ),
    ),
  },
  {
    id: 'pledged-5-quantity-text-beside-others',
    requirement: 'PLEDGED-5',
    description:
      'Beside an identifier and a source a quantity is not checked, and ignored where it is no number.',
    apply: ruling('quantity', (inForce) => (value, update) => {
      const isUnchecked = ['identifier', 'source'].every((field) => has(update.body, field))
      return isUnchecked && typeof value === 'string' ? undefined : inForce(value, update)
    }),
  },
  {
    id: 'designation-6-kept-by-email-alone',
    requirement: 'DESIGNATION-6',
    description: 'An update of the donor’s email alone keeps the designation.',
    apply: replace('update', ({ designationAfter }) => ({
      designationAfter: (update) =>
        Object.keys(update.body).join() === 'donor_email'
          ? update.donation.designation_id
          : designationAfter(update),
    })),
  },
  {
    id: 'designation-7-cleared-by-bad-quantity',
    requirement: 'DESIGNATION-7',
    description: 'A quantity of a wrong type clears the designation of a pledged donation.',
    apply: changeOnRejection(['invalid-field'], ({ donation, body }) =>
      donation.status === 'pledged' && typeof body.quantity === 'string' ? { designation_id: null } : {},
    ),
  },
  {
    id: 'advisor-2-without-email-beside-designation',
    requirement: 'ADVISOR-2',
    description: 'Beside a designation an advisor needs no email.',
    apply: withoutEmail(({ body }) => typeof body.designation_id === 'string'),
  },
  {
    id: 'advisor-3-null-keeps-what-put-linked',
    requirement: 'ADVISOR-3',
    description: 'An advisor that PUT has linked is not cleared by null.',
    apply: replace('update', ({ advisorAfter }) => {
      const linkedByPut = new Set<string>()
      return {
        advisorAfter(update) {
          const { body, donation, request } = update
          if (body.advisor === null && linkedByPut.has(donation.id)) return donation.advisor_id
          if (isObject(body.advisor)) linkedByPut[request.method === 'PUT' ? 'add' : 'delete'](donation.id)
          return advisorAfter(update)
        },
      }
    }),
  },
  {
    id: 'advisor-3-second-null-refused',
    requirement: 'ADVISOR-3',
    description: 'Of a donation whose advisor null has cleared, null is refused: there is none to clear.',
    alsoBreaks: ['UPDATE-16'],
    apply: replace('update', ({ advisorAfter, fieldRules }) => {
      const cleared = new Set<string>()
      return {
        advisorAfter(update) {
          if (update.body.advisor === null && update.donation.advisor_id !== null)
            cleared.add(update.donation.id)
          return advisorAfter(update)
        },
        fieldRules: {
          ...fieldRules,
          advisor: (value, update) =>
            value === null && update.donation.advisor_id === null && cleared.has(update.donation.id)
              ? 'is none already'
              : fieldRules.advisor(value, update),
        },
      }
    }),
  },
  {
    id: 'advisor-3-back-with-memo',
    requirement: 'ADVISOR-3',
    description: 'The advisor that null has cleared is back when a memo is stored next.',
    apply: replace('update', ({ advisorAfter }) => {
      const cleared = new Map<string, string>()
      return {
        advisorAfter(update) {
          const { body, donation } = update
          const before = cleared.get(donation.id)
          cleared.delete(donation.id)
          if (before !== undefined && has(body, 'memo') && !has(body, 'advisor')) return before
          if (body.advisor === null && donation.advisor_id !== null)
            cleared.set(donation.id, donation.advisor_id)
          return advisorAfter(update)
        },
      }
    }),
  },
  {
    id: 'advisor-6-true-taken-where-linked',
    requirement: 'ADVISOR-6',
    description: 'Where an advisor is linked, true leaves it.',
    apply: (policies) =>
      leavingAdvisor(({ body, donation }) => (body.advisor === true ? donation.advisor_id : undefined))(
        ruling(
          'advisor',
          (inForce) => (value, update) =>
            value === true && update.donation.advisor_id !== null ? undefined : inForce(value, update),
        )(policies),
      ),
  },
  {
    id: 'update-10-country-unchecked-beside-postal-code',
    requirement: 'UPDATE-10',
    description: 'Beside a postal code any text is taken for a country.',
    apply: ruling(
      'donor_country',
      (inForce) => (value, update) =>
        typeof value === 'string' && has(update.body, 'donor_postal_code')
          ? undefined
          : inForce(value, update),
    ),
  },
  {
    id: 'update-11-email-unchecked-beside-advisor',
    requirement: 'UPDATE-11',
    description: 'Beside an advisor the email of the donor is not checked.',
    apply: ruling(
      'donor_email',
      (inForce) => (value, update) =>
        typeof value === 'string' && has(update.body, 'advisor') ? undefined : inForce(value, update),
    ),
  },
  {
    id: 'update-15-memo-of-one-donor',
    requirement: 'UPDATE-15',
    description: 'A memo is written to all donations of the same donor that had the same one before.',
    apply: spreading(
      (other, { donor_email }, { body, donation }) =>
        has(body, 'memo') && other.donor_email === donor_email && other.memo === donation.memo,
      ({ memo }) => ({ memo }),
    ),
  },
  {
    id: 'update-15-quantity-of-one-source',
    requirement: 'UPDATE-15',
    description: 'A quantity is written to all donations that had the same source.',
    apply: spreading(
      (other, _next, { body, donation }) =>
        has(body, 'quantity') && other.status === 'pledged' && other.source === donation.source,
      ({ quantity }) => ({ quantity }),
    ),
  },
  {
    id: 'update-16-third-refused',
    requirement: 'UPDATE-16',
    alsoBreaks: ['UPDATE-1'],
    description: 'The third of the same updates of a donation is refused.',
    apply: replace('update', ({ forbiddenFields }) => {
      const sent = new Map<string, readonly [text: string, times: number]>()
      return {
        forbiddenFields(update) {
          const text = new TextDecoder().decode(update.request.body)
          const [before, times] = sent.get(update.donation.id) ?? ['', 0]
          const now = text === before ? times + 1 : 1
          sent.set(update.donation.id, [text, now])
          const isLong = GATED_FIELDS.every((field) => has(update.body, field)) || has(update.body, 'memo')
          return now === 3 && isLong ? ['memo'] : forbiddenFields(update)
        },
      }
    }),
  },
]
