import { linkAdvisor } from '../../policies/advisors.ts'
import { combine, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isEmailAddress, isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'
import { leavingAdvisor, rulingAdvisor } from './advisor.ts'
import { accepting, alteringAdvisor, isOnlyBad, isPut, linkingOtherwise, memory } from './narrow.ts'
import { alsoAccepting } from './rules.ts'
import { bodyOf, changeOnRejection, has } from './stored.ts'

const clearedEmails = memory<Set<string>>()

/** The advisor who is linked to a donation before it is updated. */
const presentAdvisor = ({ store, donation }: Update) => store.advisors.get(donation.advisor_id ?? '')

/** Faults of advisors that show at one member, after one step or beside one thing. */
export const advisorNarrowFaults: readonly Fault[] = [
  {
    id: 'advisor-1-firm-name-never-stored',
    requirement: 'ADVISOR-1',
    description: 'The column for the firm of an advisor was forgotten where advisors are stored.',
    apply: alteringAdvisor('firm_name', () => ''),
  },
  {
    id: 'advisor-1-initial-without-stop',
    requirement: 'ADVISOR-1',
    description: 'The full stop of a middle_name that is an initial is dropped.',
    apply: alteringAdvisor('middle_name', (text) => text.replace(/^([A-Z])\.$/, '$1')),
  },
  {
    id: 'advisor-1-bio-of-the-one-before',
    requirement: 'ADVISOR-1',
    description: 'Another advisor without a bio gets that of the one who was linked (a deep merge).',
    apply: linkingOtherwise((advisor, update) => {
      const { email, bio } = presentAdvisor(update) ?? {}
      return bio === undefined || has(advisor, 'bio') || advisor.email === email
        ? advisor
        : { ...advisor, bio }
    }),
  },
  {
    id: 'advisor-1-members-before-email-lost',
    requirement: 'ADVISOR-1',
    description: 'What stands before the email of an advisor is not stored.',
    apply: linkingOtherwise((advisor) => {
      const members = Object.entries(advisor)
      return Object.fromEntries(members.slice(members.findIndex(([name]) => name === 'email')))
    }),
  },
  {
    id: 'advisor-1-refused-after-null',
    requirement: 'ADVISOR-1',
    alsoBreaks: ['UPDATE-5', 'PLEDGED-4'],
    description: 'An advisor whom null has cleared is refused afterwards (a unique index, soft deletion).',
    apply: combine(
      replace('update', ({ save }) => ({
        save(next, update) {
          const { email } = presentAdvisor(update) ?? {}
          const cleared = clearedEmails(update.store)
          if (update.body.advisor === null && email !== undefined)
            cleared.set(next.id, new Set([...(cleared.get(next.id) ?? []), email]))
          return save(next, update)
        },
      })),
      replace('update', ({ fieldRules }) => ({
        fieldRules: {
          ...fieldRules,
          advisor: (value, update) =>
            isObject(value) && clearedEmails(update.store).get(update.donation.id)?.has(String(value.email))
              ? 'exists already'
              : fieldRules.advisor(value, update),
        },
      })),
    ),
  },
  {
    id: 'advisor-1-kept-when-settled',
    requirement: 'ADVISOR-1',
    alsoBreaks: ['ADVISOR-7'],
    description: 'The advisor of a settled donation is not changed for another.',
    apply: leavingAdvisor(({ donation, body }) =>
      donation.status === 'settled' && isObject(body.advisor) && donation.advisor_id !== null
        ? donation.advisor_id
        : undefined,
    ),
  },
  {
    id: 'advisor-3-first-of-many-ignored',
    requirement: 'ADVISOR-3',
    description: 'An advisor null that is the first of several members is ignored.',
    apply: leavingAdvisor(({ donation, body }) => {
      const [first, ...others] = Object.keys(body)
      return first === 'advisor' && others.length > 0 && body.advisor === null
        ? donation.advisor_id
        : undefined
    }),
  },
  {
    id: 'advisor-3-kept-by-put-when-settled',
    requirement: 'ADVISOR-3',
    description: 'PUT of null keeps the advisor of a settled donation.',
    apply: leavingAdvisor((update) =>
      isPut(update) && update.donation.status === 'settled' && update.body.advisor === null
        ? update.donation.advisor_id
        : undefined,
    ),
  },
  {
    id: 'advisor-5-line-end-taken',
    requirement: 'ADVISOR-5',
    description: 'A line end behind the email of an advisor is accepted and stored.',
    apply: rulingAdvisor(
      'email',
      alsoAccepting(
        (value) => typeof value === 'string' && value.endsWith('\n') && isEmailAddress(value.slice(0, -1)),
      ),
    ),
  },
  {
    id: 'advisor-6-zero-is-null',
    requirement: 'ADVISOR-6',
    description: 'The number 0 as an advisor is taken for null.',
    apply: accepting('advisor', (value) => value === 0),
  },
  {
    id: 'advisor-8-linked-before-bad-country',
    requirement: 'ADVISOR-8',
    description: 'An advisor is linked before the country beside him turns out to be none.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, body: { advisor }, store, donation }) =>
      isOnlyBad(rejected, 'donor_country') && isObject(advisor) && typeof advisor.email === 'string'
        ? { advisor_id: linkAdvisor(store, donation.organization_id, { email: advisor.email }).id }
        : {},
    ),
  },
  {
    id: 'advisor-8-bio-changed-by-gate',
    requirement: 'ADVISOR-8',
    description: 'An update that the gate refuses has changed the bio of the advisor who is linked.',
    apply: replace('update', () => ({
      afterRejection({ complaints }, store, request, id) {
        const present = store.advisors.get(store.donations.get(id)?.advisor_id ?? '')
        const { advisor } = bodyOf(request)
        if (complaints[0]?.kind !== 'not-pledged' || present === undefined || !isObject(advisor)) return
        const { email, bio } = advisor
        if (email === present.email && typeof bio === 'string')
          store.advisors.set(present.id, { ...present, bio })
      },
    })),
  },
]
