import type { Requirement } from '../requirement.ts'

/** The PARTNER requirements: what the contract asks of the partner's application, which `partner/` examines. */
export const partner = [
  {
    id: 'PARTNER-1',
    level: 'MUST',
    title:
      'The application starts the flow by a request to authorize that has the response_type `code`, its own client_id, an https redirect_uri from its registration and a scope',
    source: 'Authorization request query parameters; RFC 6749 §4.1.1',
    needs: [],
  },
  {
    id: 'PARTNER-2',
    level: 'SHOULD',
    title:
      'The application gives every authorization request a state that nobody can predict and that it never used before',
    source: 'Authorization request query parameters; RFC 6749 §10.12; RFC 9700 §4.7',
    needs: [],
  },
  {
    id: 'PARTNER-3',
    level: 'MUST',
    title:
      'The application exchanges no code from a callback whose state is missing, foreign or left over from an earlier flow',
    source: 'Authorization request query parameters; Authentication, item 7; RFC 6749 §10.12',
    needs: [],
  },
  {
    id: 'PARTNER-4',
    level: 'MUST',
    title:
      "The application's server exchanges the code by posting a form that holds the documented parameters and the redirect_uri of the authorization request",
    source: 'Token request form parameters; Authentication, step 3; RFC 6749 §4.1.3',
    needs: [],
  },
  {
    id: 'PARTNER-5',
    level: 'MUST',
    title:
      'The application never sends a code twice, and begins a new flow when the exchange ends in invalid_grant',
    source: 'Errors; Limits; RFC 6749 §4.1.2',
    needs: [],
  },
  {
    id: 'PARTNER-6',
    level: 'MUST',
    title: 'The application keeps the refresh token of the latest token response and refreshes with no other',
    source: 'Authentication, item 5; RFC 6749 §6',
    needs: [],
  },
  {
    id: 'PARTNER-7',
    level: 'MUST',
    title:
      'When a refresh ends in invalid_grant, the application discards the refresh token and asks the user to authorize anew',
    source: 'Errors; RFC 6749 §5.2',
    needs: [],
  },
  {
    id: 'PARTNER-8',
    level: 'MUST',
    title: 'When a call ends in invalid_token, the application refreshes and sends the call one more time',
    source: 'Errors; RFC 6750 §3.1',
    needs: [],
  },
  {
    id: 'PARTNER-9',
    level: 'SHOULD',
    title: 'The application replaces an access token while it is still valid',
    source: 'Authentication, item 5',
    needs: [],
  },
  {
    id: 'PARTNER-10',
    level: 'SHOULD',
    title:
      'The application makes many calls with one access token and asks for another only when it is about to expire',
    source: 'Authentication, item 5',
    needs: [],
  },
  {
    id: 'PARTNER-11',
    level: 'MUST',
    title: 'The application puts the access token into the Authorization header as Bearer, and into no URL',
    source: 'Authentication, item 4; RFC 6750 §2.1; RFC 9700 §4.3.2',
    needs: [],
  },
  {
    id: 'PARTNER-12',
    level: 'MUST',
    title:
      'The application works with the only organization of the token, lets the user pick where there are several, and where there is none makes no call and tells the user whom to turn to',
    source: 'Authentication, item 6',
    needs: [],
  },
  {
    id: 'PARTNER-13',
    level: 'MUST',
    title: 'Neither the client secret nor a token reaches the browser, in a page, a redirect or any URL',
    source: 'Authentication, item 2; RFC 6749 §2.3.1, §10.3; RFC 9700 §4.3',
    needs: [],
  },
  {
    id: 'PARTNER-14',
    level: 'MUST',
    title:
      'The application sends updates as application/json with every field in its declared type, country codes in lower case and an email in each advisor',
    source: 'Donation (update request body); Advisor object; Update a donation, rule 3',
    needs: [],
  },
  {
    id: 'PARTNER-15',
    level: 'MUST',
    title:
      'The application leaves quantity, identifier and source out of updates of a donation that is not pledged',
    source: 'Update a donation, rule 1; States and transitions',
    needs: [],
  },
  {
    id: 'PARTNER-16',
    level: 'SHOULD',
    title:
      'The application repeats designation_id in each update that is not meant to remove the designation',
    source: 'Donation (update request body)',
    needs: [],
  },
  {
    id: 'PARTNER-17',
    level: 'MUST',
    title: 'The application has separate client credentials and a separate callback URL for each environment',
    source: 'Environments; Authentication, item 2',
    needs: [],
  },
  {
    id: 'PARTNER-18',
    level: 'SHOULD',
    title:
      'Calls of the application that find the access token dead at the same moment wait for one refresh, so that no refresh token that rotates is lost to a race',
    source: 'Authentication, item 5; RFC 9700 §4.14.2',
    needs: [],
  },
] as const satisfies readonly Requirement[]
