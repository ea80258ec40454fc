import type { Requirement } from '../requirement.ts'

/** The ORG requirements: `ig_organizations` of token responses, and GET /v1/organizations. */
export const org = [
  {
    id: 'ORG-1',
    level: 'MUST',
    title:
      'Each entry of ig_organizations gives the public id that API paths use and a name, and no id comes twice',
    source: 'Token response; Authentication, item 6',
    needs: ['login'],
  },
  {
    id: 'ORG-2',
    level: 'MUST',
    title: 'A refresh response lists in ig_organizations the same organization ids as the code exchange did',
    source: 'Authentication, item 5',
    needs: ['login'],
  },
  {
    id: 'ORG-3',
    level: 'MUST',
    title:
      'For a user without any eligible organization the code exchange still succeeds, and ig_organizations is an empty array',
    source: 'Token response; Authentication, item 6',
    needs: ['no-org-user'],
  },
  {
    id: 'ORG-4',
    level: 'MUST',
    title:
      'For a user with several eligible organizations, ig_organizations lists every one, without a choice made for the user',
    source: 'Authentication, item 6',
    needs: ['multi-org-user'],
  },
  {
    id: 'ORG-5',
    level: 'MUST',
    title: 'GET /v1/organizations succeeds with JSON for a valid access token and is refused without one',
    source: 'Endpoints; Authentication, item 4; RFC 6750 §2.1, §3.1',
    needs: ['login'],
  },
  {
    id: 'ORG-6',
    level: 'MAY',
    title:
      'What the answer of GET /v1/organizations looks like, and whether it mentions the organizations of the token',
    source: 'Endpoints',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]
