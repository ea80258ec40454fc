import { free, notVisible, type Section } from './sentence.ts'

/** Where requests go, and what they hold. */
export const endpoints = [
  {
    title: 'Endpoints',
    sentences: [
      {
        says: "Paths of the API begin at the environment's API host, and paths of authentication at its authorization host",
        tested: ['AUTHZ-1', 'TOKEN-1', 'ORG-5', 'VERSION-1'],
      },
      {
        says: "GET /oauth2/authorize takes its parameters from the query, and sends the browser to the partner's redirect_uri with code and state in the query",
        tested: ['AUTHZ-1'],
      },
      {
        says: 'POST /oauth2/token takes a body of the type application/x-www-form-urlencoded, and returns the token response as JSON',
        tested: ['TOKEN-1', 'TOKEN-2', 'TOKEN-14'],
      },
      {
        says: 'GET /v1/organizations takes no body, and an Authorization header',
        tested: ['ORG-5', 'VERSION-1'],
      },
      { says: 'What GET /v1/organizations returns is left out', tested: ['ORG-6'] },
      {
        says: 'PUT /v1/donations/{id} takes an UpdateDonationRequest in JSON, announced by Content-Type application/json, and an Authorization header',
        tested: ['UPDATE-1', 'VERSION-1', 'BEARER-1', 'PARTNER-14'],
      },
      {
        says: 'PUT /v1/donations/{id} returns a JSON object with the donation under data',
        tested: ['UPDATE-1', 'UPDATE-2'],
      },
      {
        says: 'PATCH /v1/donations/{id} takes the same body as PUT, and returns the same',
        tested: ['UPDATE-1', 'UPDATE-5', 'VERSION-1'],
      },
    ],
  },
  {
    title: 'Authorization request query parameters',
    sentences: [
      {
        says: 'response_type is required, and code is its only value',
        tested: ['AUTHZ-4', 'AUTHZ-11', 'PARTNER-1'],
      },
      {
        says: 'client_id is required: it names the application of the partner',
        tested: ['AUTHZ-5', 'AUTHZ-11', 'PARTNER-1'],
      },
      {
        says: 'redirect_uri is required, and equals one that is registered',
        tested: ['AUTHZ-6', 'AUTHZ-11', 'PARTNER-1'],
      },
      { says: 'redirect_uri is an HTTPS address', tested: ['AUTHZ-7', 'PARTNER-1'] },
      { says: 'scope is required', tested: ['AUTHZ-8', 'AUTHZ-11', 'PARTNER-1'] },
      {
        says: 'scope lists the permissions that are asked for, with a space between each two',
        untested: notVisible(
          'the contract names no scope and no effect of one, so no list can be told from another',
        ),
      },
      { says: 'state is recommended, which is less than required', tested: ['AUTHZ-3', 'PARTNER-2'] },
      { says: 'state is random, against forged requests from other sites', tested: ['PARTNER-2'] },
      {
        says: 'state comes back at the callback as it was sent',
        tested: ['AUTHZ-2', 'AUTHZ-11', 'AUTHZ-12'],
      },
      {
        says: 'At the callback, the query of redirect_uri holds code and state',
        tested: ['AUTHZ-1', 'AUTHZ-12'],
      },
      {
        says: 'The partner compares the state that came back with the one it sent',
        tested: ['PARTNER-3'],
      },
    ],
  },
  {
    title: 'Token request form parameters',
    sentences: [
      {
        says: 'With the grant_type authorization_code go code, client_id, client_secret and redirect_uri',
        tested: [
          ...(['TOKEN-1', 'TOKEN-7', 'TOKEN-8', 'TOKEN-9', 'TOKEN-10', 'TOKEN-11'] as const),
          ...(['TOKEN-14', 'TOKEN-16', 'TOKEN-17', 'PARTNER-4'] as const),
        ],
      },
      {
        says: 'With the grant_type refresh_token go refresh_token, client_id and client_secret',
        tested: ['REFRESH-1', 'REFRESH-7', 'REFRESH-8', 'TOKEN-11', 'TOKEN-16', 'TOKEN-17'],
      },
    ],
  },
  {
    title: 'Update a donation',
    sentences: [
      {
        at: 'path parameter',
        says: 'The path holds the id of the donation: a string, and required',
        tested: ['UPDATE-14', 'UPDATE-15'],
      },
      {
        at: 'body',
        says: 'There has to be a body, of the type application/json and the form of UpdateDonationRequest',
        tested: ['UPDATE-7', 'UPDATE-18', 'UPDATE-13', 'PARTNER-14'],
      },
      {
        at: 'rule 1',
        says: 'Only a donation that is pledged may be sent quantity, identifier and source',
        tested: ['PLEDGED-1', 'PLEDGED-2', 'PLEDGED-3', 'UPDATE-13', 'PARTNER-15'],
      },
      {
        at: 'rule 2',
        says: "A designation_id that is set names one of the designations of the donation's campaign",
        tested: ['DESIGNATION-1', 'DESIGNATION-2', 'DESIGNATION-3', 'DESIGNATION-7'],
      },
      {
        at: 'rule 3',
        says: 'In an advisor that is an object, email has to be there',
        tested: ['ADVISOR-1', 'ADVISOR-2', 'ADVISOR-8', 'PARTNER-14'],
      },
      { at: 'rule 3', says: 'An advisor that is null takes the advisor away', tested: ['ADVISOR-3'] },
      {
        at: 'rule 4',
        says: 'PUT does what PATCH does',
        tested: ['UPDATE-5', 'UPDATE-16', 'PLEDGED-2'],
      },
      {
        at: 'responses',
        says: 'One of the answers is JSON, with the donation as the update left it under data',
        tested: ['UPDATE-1', 'UPDATE-3', 'UPDATE-16'],
      },
      {
        at: 'responses',
        says: 'One of the answers is 401 Unauthorized',
        tested: ['BEARER-1', 'BEARER-2', 'BEARER-6', 'BEARER-7'],
      },
      {
        at: 'responses',
        says: 'One of the answers is 403 Forbidden',
        tested: ['BEARER-5', 'BEARER-6'],
        untested: free('which refusals are a 403 is not said'),
      },
      {
        at: 'responses',
        says: 'There are more answers, of which nothing is said but that they are application/json',
        tested: ['ERROR-1', 'ERROR-4', 'UPDATE-13'],
      },
      {
        says: 'Endpoints beside these are left out, among them those of partners with the id of an organization in their path',
        untested: free('any are legal'),
      },
      {
        at: 'responses',
        says: 'Which status an update that succeeds has, and which the other answers in JSON have, is left out',
        tested: ['ERROR-4', 'UPDATE-18'],
        untested: free('any 2xx accepts, and any 4xx refuses'),
      },
    ],
  },
] as const satisfies readonly Section[]
