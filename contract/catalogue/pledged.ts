import type { Requirement } from '../requirement.ts'

/** The PLEDGED requirements: quantity, identifier and source, which only a pledged donation takes. */
export const pledged = [
  {
    id: 'PLEDGED-1',
    level: 'MUST',
    title:
      'While a donation is pledged, an update may set any combination of quantity, identifier and source',
    source: 'Update a donation, rule 1; States and transitions; Limits',
    needs: ['login', 'pledged-donation'],
  },
  {
    id: 'PLEDGED-2',
    level: 'MUST',
    title:
      'Once a donation is not pledged, PUT and PATCH are rejected as soon as they hold quantity, identifier or source, with whatever value and whatever beside them',
    source: 'Update a donation, rules 1 and 4; States and transitions; Limits',
    needs: ['login', 'non-pledged-donation'],
  },
  {
    id: 'PLEDGED-3',
    level: 'MUST',
    title:
      'An update rejected for a pledged-only field changes neither quantity, identifier and source nor the fields sent along with them',
    source: 'Update a donation, rule 1; States and transitions',
    needs: ['login', 'non-pledged-donation', 'hidden-fields'],
  },
  {
    id: 'PLEDGED-4',
    level: 'MUST',
    title:
      'A donation that is not pledged still takes updates of all fields but quantity, identifier and source',
    source: 'States and transitions; Donation (update request body)',
    needs: ['login', 'non-pledged-donation'],
  },
  {
    id: 'PLEDGED-5',
    level: 'SHOULD',
    title:
      'Even on a pledged donation a quantity must be a number, and identifier and source must be strings, or the update is rejected',
    source: 'Donation (update request body)',
    needs: ['login', 'pledged-donation'],
  },
  {
    id: 'PLEDGED-6',
    level: 'MAY',
    title:
      'How a pledged donation takes null for a pledged-only field, and a quantity that is zero, below zero, fractional or huge',
    source: 'Donation (update request body)',
    needs: ['login', 'pledged-donation'],
  },
] as const satisfies readonly Requirement[]
