import type { Requirement } from '../requirement.ts'

/** The ADVISOR requirements: how an update sets, keeps and clears the advisor of a donation. */
export const advisor = [
  {
    id: 'ADVISOR-1',
    level: 'MUST',
    title:
      'An update may set an advisor by email alone or by email along with any of the seven further advisor fields',
    source: 'Advisor object; Update a donation, rule 3',
    needs: ['login', 'donation'],
  },
  {
    id: 'ADVISOR-2',
    level: 'MUST',
    title: 'An advisor object that has no email is rejected, be it empty or filled with other fields',
    source: 'Advisor object; Update a donation, rule 3',
    needs: ['login', 'donation'],
  },
  {
    id: 'ADVISOR-3',
    level: 'MUST',
    title: 'An update with advisor null succeeds and removes the advisor from the donation',
    source: 'Donation (update request body); Update a donation, rule 3',
    needs: ['login', 'donation', 'hidden-fields'],
  },
  {
    id: 'ADVISOR-4',
    level: 'MUST',
    title: 'An update that does not mention advisor keeps the advisor of the donation',
    source: 'Donation (update request body)',
    needs: ['login', 'donation', 'hidden-fields'],
  },
  {
    id: 'ADVISOR-5',
    level: 'SHOULD',
    title:
      'An advisor is rejected when its email is null, empty, not a string or not an address, or when a further field is not a string',
    source: 'Advisor object',
    needs: ['login', 'donation'],
  },
  {
    id: 'ADVISOR-6',
    level: 'SHOULD',
    title: 'An advisor that is neither an object nor null is rejected',
    source: 'Donation (update request body)',
    needs: ['login', 'donation'],
  },
  {
    id: 'ADVISOR-7',
    level: 'SHOULD',
    title: 'Naming an email that already has an advisor links that advisor instead of creating another',
    source: 'Donation (update request body)',
    needs: ['login', 'two-donations', 'hidden-fields'],
  },
  {
    id: 'ADVISOR-8',
    level: 'MUST',
    title: 'After an update was rejected the donation still has the advisor it had before',
    source: 'Update a donation, rule 3',
    needs: ['login', 'non-pledged-donation', 'hidden-fields'],
  },
] as const satisfies readonly Requirement[]
