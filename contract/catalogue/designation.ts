import type { Requirement } from '../requirement.ts'

/** The DESIGNATION requirements: which designations an update may set, and what clears them. */
export const designation = [
  {
    id: 'DESIGNATION-1',
    level: 'MUST',
    title:
      "An update may set designation_id to any designation of the donation's own campaign, and it is stored",
    source: 'Update a donation, rule 2; Donation (update request body)',
    needs: ['login', 'donation', 'designation'],
  },
  {
    id: 'DESIGNATION-2',
    level: 'MUST',
    title:
      'An existing designation is rejected when it belongs to a campaign other than that of the donation',
    source: 'Update a donation, rule 2',
    needs: ['login', 'donation', 'other-campaign-designation'],
  },
  {
    id: 'DESIGNATION-3',
    level: 'MUST',
    title: 'A well-formed designation_id that stands for no designation at all is rejected',
    source: 'Update a donation, rule 2',
    needs: ['login', 'donation'],
  },
  {
    id: 'DESIGNATION-4',
    level: 'MUST',
    title:
      'A designation_id that is neither a UUID nor null is rejected: other text, the empty string, a number, an object',
    source: 'Donation (update request body); RFC 9562 §4',
    needs: ['login', 'donation'],
  },
  {
    id: 'DESIGNATION-5',
    level: 'MUST',
    title: 'An update with designation_id null succeeds and removes the designation from the donation',
    source: 'Donation (update request body)',
    needs: ['login', 'donation', 'designation', 'hidden-fields'],
  },
  {
    id: 'DESIGNATION-6',
    level: 'MUST',
    title:
      'An update that does not mention designation_id removes the designation as null would, unlike every other field',
    source: 'Donation (update request body)',
    needs: ['login', 'donation', 'designation', 'hidden-fields'],
  },
  {
    id: 'DESIGNATION-7',
    level: 'MUST',
    title: 'After an update was rejected the donation still has the designation it had before',
    source: 'Update a donation, rule 2',
    needs: ['login', 'donation', 'designation', 'hidden-fields'],
  },
] as const satisfies readonly Requirement[]
