import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Update } from '../policies/update.ts'
import type { Store } from '../store.ts'
import type { Fault } from './fault.ts'
import { alsoAccepting, alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, inTurn, ruling, showing } from './stored.ts'

const uuidWithin = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i

/** Lets designations pass that the rule in force refuses. */
function allowing(allows: (id: string, update: Update) => boolean): PolicyChange {
  return replace('update', ({ designationAllowed }) => ({
    designationAllowed: (id, update) => designationAllowed(id, update) || allows(id, update),
  }))
}

/** Lets designations of other campaigns pass under some condition. */
function allowingOther(when: (update: Update) => boolean): PolicyChange {
  return allowing((id, update) => exists(update.store, id) && when(update))
}

/** Decides what designation is left after the update; undefined is as decided before. */
function leaving(decide: (update: Update) => string | null | undefined): PolicyChange {
  return replace('update', ({ designationAfter }) => ({
    designationAfter(update) {
      const decided = decide(update)
      return decided === undefined ? designationAfter(update) : decided
    },
  }))
}

/** Keeps a designation that is left out, under some condition. */
function keepingOmitted(when: (update: Update) => boolean): PolicyChange {
  return leaving((update) =>
    !has(update.body, 'designation_id') && when(update) ? update.donation.designation_id : undefined,
  )
}

/** Takes ill-formed designations of some kind for none. */
function takingForNull(accepts: (value: unknown) => boolean): PolicyChange {
  return inTurn(
    ruling('designation_id', alsoAccepting(accepts)),
    allowing((id) => accepts(id)),
    leaving(({ body }) => (accepts(body.designation_id) ? null : undefined)),
  )
}

function exists(store: Store, id: string): boolean {
  return [...store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id.toLowerCase()))
}

export const designationFaults: readonly Fault[] = [
  {
    id: 'designation-1-not-stored',
    requirement: 'DESIGNATION-1',
    description: 'A designation is checked, accepted and never set.',
    apply: leaving(({ body, donation }) =>
      typeof body.designation_id === 'string' ? donation.designation_id : undefined,
    ),
  },
  {
    id: 'designation-1-first-of-campaign-set',
    requirement: 'DESIGNATION-1',
    description: 'Whichever designation is sent, the first of the campaign is set.',
    apply: leaving(({ body, donation, store }) =>
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
    apply: inTurn(
      allowingOther(() => true),
      leaving(({ body: { designation_id: id }, donation, store }) =>
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
    apply: inTurn(
      allowing((id, { store }) => !exists(store, id)),
      leaving(({ body: { designation_id: id }, store }) =>
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
    apply: inTurn(
      ruling(
        'designation_id',
        alsoAccepting((value) => typeof value === 'string' && uuidWithin.test(value)),
      ),
      replace('update', ({ designationAllowed }) => ({
        designationAllowed: (id, update) => designationAllowed(uuidWithin.exec(id)?.[0] ?? id, update),
      })),
      leaving(({ body: { designation_id: id } }) =>
        typeof id === 'string' ? uuidWithin.exec(id)?.[0]?.toLowerCase() : undefined,
      ),
    ),
  },
  {
    id: 'designation-5-null-refused',
    requirement: 'DESIGNATION-5',
    description: 'null is refused: the field has to be a UUID or absent.',
    apply: ruling(
      'designation_id',
      alsoRefusing((value) => complaint(value === null, 'must be a UUID')),
    ),
  },
  {
    id: 'designation-5-null-ignored',
    requirement: 'DESIGNATION-5',
    description: 'null is accepted and leaves the designation as it is.',
    apply: leaving(({ body, donation }) =>
      body.designation_id === null ? donation.designation_id : undefined,
    ),
  },
  {
    id: 'designation-6-kept',
    requirement: 'DESIGNATION-6',
    description: 'A designation that is left out stays, as any other field would.',
    apply: keepingOmitted(() => true),
  },
  {
    id: 'designation-6-kept-unless-empty-update',
    requirement: 'DESIGNATION-6',
    description: 'Only an empty update clears the designation; one of other fields keeps it.',
    apply: keepingOmitted(({ body }) => Object.keys(body).length > 0),
  },
  {
    id: 'designation-6-kept-by-empty-update',
    requirement: 'DESIGNATION-6',
    description: 'An empty update is answered without being carried out: the designation stays.',
    apply: keepingOmitted(({ body }) => Object.keys(body).length === 0),
  },
  {
    id: 'designation-6-kept-when-not-pledged',
    requirement: 'DESIGNATION-6',
    description: 'A designation that is left out is cleared only while the donation is pledged.',
    apply: keepingOmitted(({ donation }) => donation.status !== 'pledged'),
  },
  {
    id: 'designation-6-kept-beside-advisor',
    requirement: 'DESIGNATION-6',
    description: 'An update with an advisor keeps a designation that is left out.',
    apply: keepingOmitted(({ body }) => has(body, 'advisor')),
  },
  {
    id: 'designation-6-shown-cleared-but-kept',
    requirement: 'DESIGNATION-6',
    description: 'The answer shows a left-out designation as cleared; stored it stays.',
    apply: inTurn(
      keepingOmitted(() => true),
      showing(({ body }) => (has(body, 'designation_id') ? {} : { designation_id: null })),
    ),
  },
  {
    id: 'designation-6-kept-by-patch',
    requirement: 'DESIGNATION-6',
    alsoBreaks: ['UPDATE-5'],
    description: 'PUT clears a designation that is left out, PATCH keeps it.',
    apply: keepingOmitted(({ request }) => request.method === 'PATCH'),
  },
  {
    id: 'designation-7-cleared-by-invalid-update',
    requirement: 'DESIGNATION-7',
    description: 'An update with an invalid field is refused after the designation was cleared.',
    apply: changeOnRejection(['invalid-field'], () => ({ designation_id: null })),
  },
  {
    id: 'designation-7-cleared-by-pledged-only-field',
    requirement: 'DESIGNATION-7',
    description: 'An update that is refused for a pledged-only field has cleared the designation.',
    apply: changeOnRejection(['not-pledged'], () => ({ designation_id: null })),
  },
  {
    id: 'designation-7-cleared-by-wrong-designation',
    requirement: 'DESIGNATION-7',
    description: 'A designation that is refused has cleared the present one.',
    apply: changeOnRejection(['invalid-field'], ({ rejected, donation: { designation_id } }) => ({
      designation_id: rejected.complaints.some(({ field }) => field === 'designation_id')
        ? null
        : designation_id,
    })),
  },
]
