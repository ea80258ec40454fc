import { GATED_FIELDS } from '../../../contract/index.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Update } from '../../policies/requested-update.ts'
import type { Fault } from '../fault.ts'
import { alsoRefusing, complaint } from './rules.ts'
import { changeOnRejection, has, ruling, showing } from './stored.ts'

/** Replaces the designation id that an update stores; where `decide` returns undefined, nothing changes. */
export function leavingDesignation(decide: (update: Update) => string | null | undefined): PolicyChange {
  return replace('update', ({ designationAfter }) => ({
    designationAfter(update) {
      const decided = decide(update)
      return decided === undefined ? designationAfter(update) : decided
    },
  }))
}

/** Under a condition, keeps the designation in an update without designation_id. */
function keepingOmitted(when: (update: Update) => boolean): PolicyChange {
  return leavingDesignation((update) =>
    !has(update.body, 'designation_id') && when(update) ? update.donation.designation_id : undefined,
  )
}

/** The faults that break DESIGNATION-5 to DESIGNATION-7. */
export const designationClearedFaults: readonly Fault[] = [
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
    apply: leavingDesignation(({ body, donation }) =>
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
    id: 'designation-6-kept-by-put-of-gated-field',
    requirement: 'DESIGNATION-6',
    description: 'PUT of nothing but pledged-only fields keeps a designation that is left out.',
    apply: keepingOmitted(
      ({ request, body }) =>
        request.method === 'PUT' &&
        Object.keys(body).length > 0 &&
        Object.keys(body).every((field) => GATED_FIELDS.some((gated) => gated === field)),
    ),
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
    description: 'The answer shows a left-out designation as cleared, but it stays stored.',
    apply: combine(
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
  {
    id: 'designation-7-cleared-by-null-body',
    requirement: 'DESIGNATION-7',
    description:
      'The body null is refused once it has been read as an update of nothing, which clears the designation.',
    apply: changeOnRejection(['malformed-body'], ({ request, donation: { designation_id } }) => ({
      designation_id: new TextDecoder().decode(request.body) === 'null' ? null : designation_id,
    })),
  },
]
