import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import { isObject } from '../../policies/rules.ts'
import type { Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { isSecond } from '../oauth/token-narrow.ts'
import { leavingAdvisor, rulingAdvisor } from './advisor.ts'
import { leavingDesignation } from './designation-cleared.ts'
import { changeOnRejection, has, ruling } from './stored.ts'

function grantOf({ store, request }: Update): Grant | undefined {
  const [, token = ''] = (request.header('authorization') ?? '').split(' ')
  return store.accessTokens.get(token)?.grant
}

function isBySecond(update: Update): boolean {
  const grant = grantOf(update)
  return grant !== undefined && isSecond(grant.client)
}

const isRefreshed = (update: Update) => (grantOf(update)?.refreshes ?? 0) > 0

/** Takes more values of the designation for one that is allowed, and sets none. */
function takingDesignation(takes: (value: unknown, update: Update) => boolean): PolicyChange {
  return (policies) => {
    const isTaken = (update: Update) =>
      has(update.body, 'designation_id') && takes(update.body.designation_id, update)
    const lenient = ruling(
      'designation_id',
      (inForce) => (value, update) => (takes(value, update) ? undefined : inForce(value, update)),
    )(policies)
    const allowing = replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) => isTaken(update) || designationAllowed(id, update),
    }))(lenient)
    return leavingDesignation((update) => (isTaken(update) ? null : undefined))(allowing)
  }
}

/** Forgets advisors by their email before one is linked. */
function forgetting(when: (update: Update) => boolean): PolicyChange {
  return leavingAdvisor((update) => {
    const { advisor } = update.body
    if (isObject(advisor) && typeof advisor.email === 'string' && when(update))
      update.store.advisorIds.delete(`${update.donation.organization_id}/${advisor.email.toLowerCase()}`)
    return undefined
  })
}

/** The faults of DESIGNATION and ADVISOR that show with some tokens, or beside other fields, only. */
export const askedNarrowFaults: readonly Fault[] = [
  {
    id: 'designation-1-second-client-ignored',
    requirement: 'DESIGNATION-1',
    description: 'The designation that the second client sends is not set.',
    apply: leavingDesignation((update) =>
      typeof update.body.designation_id === 'string' && isBySecond(update)
        ? update.donation.designation_id
        : undefined,
    ),
  },
  {
    id: 'designation-1-same-again-cleared',
    requirement: 'DESIGNATION-1',
    description: 'A designation that is set already is cleared by an update that sends it again.',
    apply: leavingDesignation(({ body, donation }) =>
      typeof body.designation_id === 'string' && body.designation_id === donation.designation_id
        ? null
        : undefined,
    ),
  },
  {
    id: 'designation-3-unknown-where-none-is-set',
    requirement: 'DESIGNATION-3',
    description: 'Where no designation is set, an unknown one is accepted.',
    apply: takingDesignation(
      (value, { donation, store }) =>
        typeof value === 'string' &&
        /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value) &&
        donation.designation_id === null &&
        ![...store.campaigns.values()].some(({ designationIds }) => designationIds.includes(value)),
    ),
  },
  {
    id: 'designation-4-empty-beside-advisor',
    requirement: 'DESIGNATION-4',
    description: 'Beside an advisor an empty string is taken for no designation.',
    apply: takingDesignation((value, { body }) => value === '' && has(body, 'advisor')),
  },
  {
    id: 'designation-5-refreshed-token-keeps',
    requirement: 'DESIGNATION-5',
    description: 'With a refreshed token null leaves the designation as it is.',
    apply: leavingDesignation((update) =>
      update.body.designation_id === null && isRefreshed(update) ? update.donation.designation_id : undefined,
    ),
  },
  {
    id: 'designation-5-null-by-put-unless-pledged',
    requirement: 'DESIGNATION-5',
    alsoBreaks: ['UPDATE-5'],
    description: 'In donations that are not pledged null by PUT leaves the designation as it is.',
    apply: leavingDesignation(({ body, donation, request }) =>
      body.designation_id === null && request.method === 'PUT' && donation.status !== 'pledged'
        ? donation.designation_id
        : undefined,
    ),
  },
  {
    id: 'designation-6-last-of-campaign-kept',
    requirement: 'DESIGNATION-6',
    description: 'The last designation of a campaign is kept where an update leaves it out.',
    apply: leavingDesignation(({ body, donation, store }) =>
      !has(body, 'designation_id') &&
      store.campaigns.get(donation.campaign_id)?.designationIds.at(-1) === donation.designation_id
        ? donation.designation_id
        : undefined,
    ),
  },
  {
    id: 'advisor-1-title-lost-by-put',
    requirement: 'ADVISOR-1',
    description: 'The title of a new advisor is lost when it is sent by PUT.',
    apply: replace('update', ({ advisorAfter }) => ({
      advisorAfter(update) {
        const id = advisorAfter(update)
        const linked = update.store.advisors.get(id ?? '')
        if (linked && isObject(update.body.advisor) && update.request.method === 'PUT') {
          const { title: _, ...rest } = linked
          update.store.advisors.set(linked.id, rest)
        }
        return id
      },
    })),
  },
  {
    id: 'advisor-2-second-client-without-email',
    requirement: 'ADVISOR-2',
    description: 'The second client may send an advisor without an email, who is ignored.',
    apply: (policies) =>
      leavingAdvisor(({ body: { advisor }, donation }) =>
        isObject(advisor) && !has(advisor, 'email') ? donation.advisor_id : undefined,
      )(
        replace('update', ({ requiredAdvisorFields }) => ({
          requiredAdvisorFields: (update) => (isBySecond(update) ? [] : requiredAdvisorFields(update)),
        }))(policies),
      ),
  },
  {
    id: 'advisor-3-second-client-cannot-clear',
    requirement: 'ADVISOR-3',
    description: 'An advisor whom the second client clears stays linked.',
    apply: leavingAdvisor((update) =>
      update.body.advisor === null && isBySecond(update) ? update.donation.advisor_id : undefined,
    ),
  },
  {
    id: 'advisor-5-second-client-title-of-any-type',
    requirement: 'ADVISOR-5',
    description: 'For the second client the title of an advisor may be a number.',
    apply: rulingAdvisor(
      'title',
      (inForce) => (value, update) =>
        typeof value === 'number' && isBySecond(update) ? undefined : inForce(value, update),
    ),
  },
  {
    id: 'advisor-6-false-for-a-linked-one',
    requirement: 'ADVISOR-6',
    description: 'Where an advisor is linked, false is taken for no change.',
    apply: (policies) =>
      leavingAdvisor(({ body, donation }) => (body.advisor === false ? donation.advisor_id : undefined))(
        ruling(
          'advisor',
          (inForce) => (value, update) =>
            value === false && update.donation.advisor_id !== null ? undefined : inForce(value, update),
        )(policies),
      ),
  },
  {
    id: 'advisor-7-second-client-makes-another',
    requirement: 'ADVISOR-7',
    description: 'For the second client an advisor is made anew, whose email is known.',
    apply: forgetting(isBySecond),
  },
  {
    id: 'advisor-8-lost-with-an-email-of-null',
    requirement: 'ADVISOR-8',
    description:
      'An update that is refused for an advisor whose email is null clears the one that is linked.',
    apply: changeOnRejection(['invalid-field'], ({ body }) =>
      isObject(body.advisor) && body.advisor.email === null ? { advisor_id: null } : {},
    ),
  },
]
