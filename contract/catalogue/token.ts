import type { Requirement } from '../requirement.ts'

/** The TOKEN requirements: the authorization_code grant of the token endpoint, and its errors. */
export const token = [
  {
    id: 'TOKEN-1',
    level: 'MUST',
    title:
      'A form-encoded exchange of an unused code, with the credentials of its client and the redirect_uri it was asked for with, succeeds with a JSON token response',
    source: 'Token request form parameters; RFC 6749 §4.1.3, §4.1.4',
    needs: ['login'],
  },
  {
    id: 'TOKEN-2',
    level: 'MUST',
    title:
      'A token response has non-empty strings for access_token and refresh_token, the token_type `Bearer`, a positive whole number for expires_in, and the list ig_organizations whose entries have a string id and a string name',
    source: 'Token response; RFC 6749 §5.1, §7.1',
    needs: ['login'],
  },
  {
    id: 'TOKEN-3',
    level: 'MUST',
    title: 'A code that was exchanged before gets the error invalid_grant and no token',
    source: 'Errors; Limits; RFC 6749 §4.1.2, §5.2',
    needs: ['login'],
  },
  {
    id: 'TOKEN-4',
    level: 'MUST',
    title:
      'When several exchanges of the same code arrive together, no more than one of them is given tokens',
    source: 'Limits; RFC 6749 §4.1.2, §10.5',
    needs: ['login'],
  },
  {
    id: 'TOKEN-5',
    level: 'MUST',
    title: 'A code that was never issued, or is not exactly as it was issued, gets the error invalid_grant',
    source: 'Errors; RFC 6749 §5.2',
    needs: [],
  },
  {
    id: 'TOKEN-6',
    level: 'MUST',
    title: 'A code that is older than its lifetime gets the error invalid_grant',
    source: 'Errors; Limits; RFC 6749 §4.1.2, §5.2',
    needs: ['login', 'code-lifetime'],
  },
  {
    id: 'TOKEN-7',
    level: 'MUST',
    title: 'A client cannot exchange a code that another client was given',
    source: 'Errors; Token request form parameters; RFC 6749 §4.1.3, §5.2',
    needs: ['login', 'second-client'],
  },
  {
    id: 'TOKEN-8',
    level: 'MUST',
    title:
      'No token is given to a client that is unknown, or that leaves out its client_secret or gets it wrong',
    source: 'Token request form parameters; RFC 6749 §2.3.1, §3.2.1, §5.2',
    needs: ['login'],
  },
  {
    id: 'TOKEN-9',
    level: 'SHOULD',
    title: 'A code is exchanged only together with the very redirect_uri that its authorization request had',
    source: 'Token request form parameters; RFC 6749 §4.1.3',
    needs: ['login'],
  },
  {
    id: 'TOKEN-10',
    level: 'MUST',
    title:
      'No token is given when any one of grant_type, code, client_id, client_secret or redirect_uri is left out of the exchange',
    source: 'Token request form parameters; RFC 6749 §4.1.3, §5.2',
    needs: ['login'],
  },
  {
    id: 'TOKEN-11',
    level: 'SHOULD',
    title: 'A grant_type that the token endpoint does not offer gets the error unsupported_grant_type',
    source: 'Token request form parameters; RFC 6749 §5.2',
    needs: [],
  },
  {
    id: 'TOKEN-12',
    level: 'SHOULD',
    title: 'An answer that holds tokens forbids caches to keep it, by Cache-Control: no-store',
    source: 'Token response; RFC 6749 §5.1',
    needs: ['login'],
  },
  {
    id: 'TOKEN-13',
    level: 'SHOULD',
    title: 'When a code comes a second time, the tokens from its first exchange stop working',
    source: 'Limits; RFC 6749 §4.1.2, §10.5',
    needs: ['login'],
  },
  {
    id: 'TOKEN-14',
    level: 'MAY',
    title:
      'How the token endpoint answers parameters sent as JSON or in the query, and a client that authenticates by HTTP Basic',
    source: 'Token request form parameters; RFC 6749 §2.3.1, §3.2',
    needs: [],
  },
  {
    id: 'TOKEN-15',
    level: 'MUST',
    title:
      'Whatever the token endpoint refuses, it refuses with a JSON object in which error and error_description are strings',
    source: 'Errors; RFC 6749 §5.2',
    needs: [],
  },
  {
    id: 'TOKEN-16',
    level: 'SHOULD',
    title:
      'Parameters that the token endpoint does not know change nothing: code exchanges and refreshes that carry some succeed as they do without',
    source: 'Token request form parameters; RFC 6749 §3.2',
    needs: ['login'],
  },
  {
    id: 'TOKEN-17',
    level: 'SHOULD',
    title:
      'No token is given when a parameter of the token request occurs more than once, whether its values agree or not',
    source: 'Token request form parameters; RFC 6749 §3.2',
    needs: ['login'],
  },
  {
    id: 'TOKEN-18',
    level: 'SHOULD',
    title:
      'Whoever has seen many access and refresh tokens cannot tell the next: at least 128 bits change from one to another, beside what can be read, counts up or follows the clock',
    source: 'Token response; RFC 6749 §10.10; RFC 9700 §4.13',
    needs: ['login'],
  },
] as const satisfies readonly Requirement[]
