import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { leavingDesignation } from './designation-cleared.ts'
import { alsoAccepting } from './rules.ts'
import { has, ruling } from './stored.ts'

const uuidWithin = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Accepts more designations than the current policy. */
function allowing(allows: (id: string, update: Update) => boolean): PolicyChange {
  return replace('update', ({ designationAllowed }) => ({
    designationAllowed: (id, update) => designationAllowed(id, update) || allows(id, update),
  }))
}

/** Under a condition, accepts designations of other campaigns. */
function allowingOther(when: (update: Update) => boolean): PolicyChange {
  return allowing((id, update) => exists(update.store, id) && when(update))
}

/** Treats some malformed designations as null. */
export function takingForNull(accepts: (value: unknown) => boolean): PolicyChange {
  return combine(
    ruling('designation_id', alsoAccepting(accepts)),
    allowing((id) => accepts(id)),
    leavingDesignation(({ body }) => (accepts(body.designation_id) ? null : undefined)),
  )
}

function exists(store: Store, id: string): boolean {
  return [...store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id.toLowerCase()))
}

/** The faults that break DESIGNATION-1 to DESIGNATION-4. */
export const designationFaults: readonly Fault[] = [
  {
    id: 'designation-1-not-stored',
    requirement: 'DESIGNATION-1',
    description: 'A designation is checked, accepted and never set.',
    apply: leavingDesignation(({ body, donation }) =>
      typeof body.designation_id === 'string' ? donation.designation_id : undefined,
    ),
  },
  {
    id: 'designation-1-first-of-campaign-set',
    requirement: 'DESIGNATION-1',
    description: 'Whichever designation is sent, the first of the campaign is set.',
    apply: leavingDesignation(({ body, donation, store }) =>
      typeof body.designation_id === 'string'
        ? store.campaigns.get(donation.campaign_id)?.designationIds[0]
        : undefined,
    ),
  },
  {
    id: 'designation-1-last-of-campaign-refused',
    requirement: 'DESIGNATION-1',
    description: 'The last designation of the campaign is refused: a loop ends one too early.',
    apply: replace('update', ({ designationAllowed }) => ({
      designationAllowed: (id, update) =>
        designationAllowed(id, update) &&
        update.store.campaigns.get(update.donation.campaign_id)?.designationIds.at(-1) !== id.toLowerCase(),
    })),
  },
  {
    id: 'designation-2-any-campaign',
    requirement: 'DESIGNATION-2',
    description: 'A designation only has to exist, in whatever campaign.',
    apply: allowingOther(() => true),
  },
  {
    id: 'designation-2-put-unchecked',
    requirement: 'DESIGNATION-2',
    description: 'PATCH compares the campaign, PUT does not.',
    apply: allowingOther(({ request }) => request.method === 'PUT'),
  },
  {
    id: 'designation-2-unchecked-when-not-pledged',
    requirement: 'DESIGNATION-2',
    description: 'The campaign is compared only while the donation is pledged.',
    apply: allowingOther(({ donation }) => donation.status !== 'pledged'),
  },
  {
    id: 'designation-2-unchecked-when-none-set',
    requirement: 'DESIGNATION-2',
    description: 'A donation without a designation takes that of any campaign; only a change is checked.',
    apply: allowingOther(({ donation }) => donation.designation_id === null),
  },
  {
    id: 'designation-2-unchecked-beside-other-fields',
    requirement: 'DESIGNATION-2',
    description: 'The campaign is compared only where the designation is the only field of the update.',
    apply: allowingOther(({ body }) => Object.keys(body).length > 1),
  },
  {
    id: 'designation-2-silently-cleared',
    requirement: 'DESIGNATION-2',
    description: 'A designation of another campaign is accepted and clears the present one.',
    apply: combine(
      allowingOther(() => true),
      leavingDesignation(({ body: { designation_id: id }, donation, store }) =>
        typeof id === 'string' &&
        !store.campaigns.get(donation.campaign_id)?.designationIds.includes(id.toLowerCase())
          ? null
          : undefined,
      ),
    ),
  },
  {
    id: 'designation-3-unknown-accepted',
    requirement: 'DESIGNATION-3',
    description: 'Only a designation that exists is compared: an unknown UUID is stored.',
    apply: allowing((id, { store }) => !exists(store, id)),
  },
  {
    id: 'designation-3-unknown-clears',
    requirement: 'DESIGNATION-3',
    description: 'An unknown UUID is accepted and clears the designation.',
    apply: combine(
      allowing((id, { store }) => !exists(store, id)),
      leavingDesignation(({ body: { designation_id: id }, store }) =>
        typeof id === 'string' && !exists(store, id) ? null : undefined,
      ),
    ),
  },
  {
    id: 'designation-3-unknown-accepted-beside-memo',
    requirement: 'DESIGNATION-3',
    description: 'An unknown UUID is accepted in an update that also has a memo.',
    apply: allowing((id, { store, body }) => !exists(store, id) && has(body, 'memo')),
  },
  {
    id: 'designation-4-empty-accepted',
    requirement: 'DESIGNATION-4',
    description: 'An empty string is taken for null.',
    apply: takingForNull((value) => value === ''),
  },
  {
    id: 'designation-4-number-accepted',
    requirement: 'DESIGNATION-4',
    description: 'A number is taken for null.',
    apply: takingForNull((value) => typeof value === 'number'),
  },
  {
    id: 'designation-4-object-accepted',
    requirement: 'DESIGNATION-4',
    description: 'An object is taken for null.',
    apply: takingForNull((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  },
  {
    id: 'designation-4-text-accepted',
    requirement: 'DESIGNATION-4',
    description: 'Text that is no UUID is taken for null.',
    apply: takingForNull((value) => typeof value === 'string' && value !== '' && !uuidWithin.test(value)),
  },
  {
    id: 'designation-4-characters-around-ignored',
    requirement: 'DESIGNATION-4',
    description: 'The pattern of a UUID is not anchored: characters around a designation are ignored.',
    apply: combine(
      ruling(
        'designation_id',
        alsoAccepting((value) => typeof value === 'string' && uuidWithin.test(value)),
      ),
      replace('update', ({ designationAllowed }) => ({
        designationAllowed: (id, update) => designationAllowed(uuidWithin.exec(id)?.[0] ?? id, update),
      })),
      leavingDesignation(({ body: { designation_id: id } }) =>
        typeof id === 'string' ? uuidWithin.exec(id)?.[0]?.toLowerCase() : undefined,
      ),
    ),
  },
  {
    id: 'designation-4-put-falsy-accepted',
    requirement: 'DESIGNATION-4',
    description: 'PUT takes the number 0 for null, as a check for truth does.',
    apply: ruling(
      'designation_id',
      (inForce) => (value, update) =>
        value === 0 && update.request.method === 'PUT' ? undefined : inForce(value, update),
    ),
  },
  {
    id: 'designation-1-lost-beside-advisor-null',
    requirement: 'DESIGNATION-1',
    description: 'An advisor of null clears the designation that is sent beside it.',
    apply: leavingDesignation(({ body }) => (body.advisor === null ? null : undefined)),
  },
]
