import type { Requirement } from '../requirement.ts'

/** The REFRESH requirements: the refresh_token grant of the token endpoint. */
export const refresh = [
  {
    id: 'REFRESH-1',
    level: 'MUST',
    title: 'A refresh succeeds with a token response that has all the fields of a code exchange',
    source: 'Authentication, item 5; Token response; RFC 6749 §5.1, §6',
    needs: ['login'],
  },
  {
    id: 'REFRESH-2',
    level: 'MUST',
    title: 'The API accepts the access token that a refresh gave',
    source: 'Authentication, item 5; RFC 6749 §6',
    needs: ['login'],
  },
  {
    id: 'REFRESH-3',
    level: 'MUST',
    title:
      'However often a client refreshes, the refresh token of the latest response works the next time, whether the service rotates tokens or not',
    source: 'Authentication, item 5; RFC 6749 §6',
    needs: ['login'],
  },
  {
    id: 'REFRESH-4',
    level: 'SHOULD',
    title:
      'A service that replaces the refresh token at each refresh answers the replaced one with invalid_grant',
    source: 'Authentication, item 5; RFC 6749 §6; RFC 9700 §4.14.2',
    needs: ['login'],
  },
  {
    id: 'REFRESH-5',
    level: 'MUST',
    title:
      'A refresh token that was never issued, or is not exactly as it was issued, gets the error invalid_grant',
    source: 'Errors; RFC 6749 §5.2',
    needs: [],
  },
  {
    id: 'REFRESH-6',
    level: 'MUST',
    title: 'A refresh token that was withdrawn gets the error invalid_grant',
    source: 'Errors; RFC 6749 §5.2',
    needs: ['revoked-refresh-token'],
  },
  {
    id: 'REFRESH-7',
    level: 'MUST',
    title:
      'No refresh gives a token when client_id or client_secret is wrong or left out; whether the attempt uses up the refresh token is open',
    source: 'Token request form parameters; RFC 6749 §3.2.1, §6',
    needs: ['login'],
  },
  {
    id: 'REFRESH-8',
    level: 'MUST',
    title: 'A client cannot use a refresh token that another client was given',
    source: 'Errors; Token request form parameters; RFC 6749 §6, §10.4',
    needs: ['login', 'second-client'],
  },
  {
    id: 'REFRESH-9',
    level: 'MUST',
    title:
      'The two tokens are not interchangeable: the token endpoint refreshes nothing for an access token, and the API refuses a refresh token',
    source: 'Token response; RFC 6749 §1.4, §1.5',
    needs: ['login'],
  },
  {
    id: 'REFRESH-10',
    level: 'MAY',
    title: 'How the service answers several refreshes that bring the same token at once',
    source: 'Authentication, item 5; RFC 9700 §4.14.2',
    needs: ['login'],
  },
  {
    id: 'REFRESH-11',
    level: 'MAY',
    title:
      'Whether a refresh replaces the refresh token, and whether using a replaced one ends its successors',
    source: 'Authentication, item 5; RFC 6749 §6; RFC 9700 §4.14.2',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]
