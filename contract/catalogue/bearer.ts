import type { Requirement } from '../requirement.ts'

/** The BEARER requirements: which access tokens the API accepts, and for which donations. */
export const bearer = [
  {
    id: 'BEARER-1',
    level: 'MUST',
    title: 'A donation update that brings no Authorization header is answered with 401',
    source: 'Update a donation, responses; Authentication, item 4; RFC 6750 §3',
    needs: ['donation'],
  },
  {
    id: 'BEARER-2',
    level: 'MUST',
    title:
      'A donation update is answered with 401 when its token was invented, cut short or changed, or comes under another scheme than Bearer',
    source: 'Update a donation, responses; Authentication, item 4; RFC 6750 §3.1',
    needs: ['login', 'donation'],
  },
  {
    id: 'BEARER-3',
    level: 'MUST',
    title:
      'An access token past its lifetime is refused with a JSON body that has the error invalid_token and an error_description',
    source: 'Errors; RFC 6750 §3.1',
    needs: ['donation', 'expired-access-token'],
  },
  {
    id: 'BEARER-4',
    level: 'MUST',
    title: 'The same access token serves any number of calls until its lifetime ends',
    source: 'Authentication, item 5; Limits',
    needs: ['login'],
  },
  {
    id: 'BEARER-5',
    level: 'MUST',
    title: 'A token cannot update a donation of an organization that is not among its ig_organizations',
    source: 'Token response; Update a donation, responses',
    needs: ['login', 'donation', 'foreign-donation'],
  },
  {
    id: 'BEARER-6',
    level: 'MUST',
    title: 'An update refused for want of a valid token leaves the donation as it was',
    source: 'Update a donation, responses; Authentication, item 4',
    needs: ['login', 'donation'],
  },
  {
    id: 'BEARER-7',
    level: 'SHOULD',
    title: 'An API answer with status 401 names the Bearer scheme in its WWW-Authenticate header',
    source: 'Update a donation, responses; RFC 6750 §3',
    needs: [],
  },
  {
    id: 'BEARER-8',
    level: 'SHOULD',
    title: 'A valid access token counts for nothing when it is sent as a query parameter',
    source: 'Authentication, item 4; RFC 6750 §2.3; RFC 9700 §4.3.2',
    needs: ['login', 'donation'],
  },
  {
    id: 'BEARER-9',
    level: 'SHOULD',
    title: 'The access token of a user whose ig_organizations is empty can update no donation',
    source: 'Token response; Authentication, item 6',
    needs: ['no-org-user', 'donation'],
  },
] as const satisfies readonly Requirement[]
