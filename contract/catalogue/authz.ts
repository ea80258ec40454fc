import type { Requirement } from '../requirement.ts'

/** The AUTHZ requirements: authorization requests, their callbacks and their errors. */
export const authz = [
  {
    id: 'AUTHZ-1',
    level: 'MUST',
    title:
      'Once the user has logged in and approved a complete request, the browser is sent to its redirect_uri with a code and the state as query parameters',
    source: 'Endpoints; Authentication, step 3; RFC 6749 §4.1.2',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-2',
    level: 'MUST',
    title:
      'The callback carries exactly the state that was sent, whichever printable ASCII characters it is made of; text beyond ASCII may be refused but must not be altered',
    source: 'Authorization request query parameters; RFC 6749 §4.1.2, Appendix A.5',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-3',
    level: 'MUST',
    title: 'An authorization request that leaves out the optional state still leads to a code',
    source: 'Authorization request query parameters; RFC 6749 §4.1.1',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-4',
    level: 'MUST',
    title: 'No code is given unless response_type is present and is exactly `code`',
    source: 'Authorization request query parameters; RFC 6749 §3.1.1, §4.1.1',
    needs: [],
  },
  {
    id: 'AUTHZ-5',
    level: 'MUST',
    title:
      'When client_id is absent or names no client, no code is given and the browser is not sent to the redirect_uri of the request',
    source: 'Authorization request query parameters; RFC 6749 §4.1.1, §4.1.2.1',
    needs: [],
  },
  {
    id: 'AUTHZ-6',
    level: 'MUST',
    title:
      'When redirect_uri is absent or differs in any way from every registered one, no code is given and the browser is never sent there',
    source:
      'Authorization request query parameters; RFC 6749 §3.1.2.3, §4.1.2.1; RFC 9700 §2.1, §4.1.3; RFC 3986 §6.2',
    needs: [],
  },
  {
    id: 'AUTHZ-7',
    level: 'MUST',
    title: 'Replacing https by http in a registered redirect URI makes the request invalid: no code is given',
    source: 'Authentication, item 7; RFC 6749 §3.1.2.1; RFC 9700 §2.6',
    needs: [],
  },
  {
    id: 'AUTHZ-8',
    level: 'MUST',
    title: 'An authorization request that names no scope leads to no code',
    source: 'Authorization request query parameters; RFC 6749 §3.3',
    needs: [],
  },
  {
    id: 'AUTHZ-9',
    level: 'SHOULD',
    title:
      'Authorization codes never repeat and cannot be guessed: each has room for 128 random bits and none follows from another',
    source: 'Limits; RFC 6749 §10.10',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-10',
    level: 'SHOULD',
    title:
      'A user who declines is sent back with error=access_denied and the unchanged state, and without a code',
    source: 'Authentication, step 3; RFC 6749 §4.1.2.1',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-11',
    level: 'SHOULD',
    title: 'An authorization request that repeats a parameter is refused',
    source: 'Authorization request query parameters; RFC 6749 §3.1',
    needs: [],
  },
  {
    id: 'AUTHZ-12',
    level: 'SHOULD',
    title:
      'Parameters that the authorization endpoint does not know make no difference: the same request still leads to a code and brings its state back',
    source: 'Authorization request query parameters; RFC 6749 §3.1',
    needs: ['login'],
  },
  {
    id: 'AUTHZ-13',
    level: 'SHOULD',
    title:
      'No redirect makes the browser pass the form in which the user typed the password on to the redirect URI or to any other origin',
    source: 'Authentication, step 3; RFC 9700 §4.12',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]
