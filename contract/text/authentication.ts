import { free, partnersSide, type Section } from './sentence.ts'

/** How a partner gets and keeps its tokens. */
export const authentication = [
  {
    title: 'Authentication',
    sentences: [
      {
        at: 'item 1',
        says: 'The flow is that of the authorization code of OAuth 2.0',
        tested: ['AUTHZ-1', 'AUTHZ-12', 'TOKEN-1', 'TOKEN-9', 'TOKEN-11', 'TOKEN-16'],
      },
      {
        at: 'item 2',
        says: 'The credentials are a client id and a client secret, which the operator of the service hands out',
        tested: ['TOKEN-8', 'REFRESH-7'],
        untested: partnersSide('they are handed out before there is anything to test'),
      },
      {
        at: 'item 2',
        says: 'A partner keeps them in the environment or in a manager of secrets, and out of version control',
        tested: ['PARTNER-13'],
        untested: partnersSide('where an application stores them is not seen from outside'),
      },
      {
        at: 'item 2',
        says: 'Development and production have different credentials',
        tested: ['ENV-1', 'PARTNER-17'],
      },
      {
        at: 'step 3',
        says: 'First, the partner sends the user to the authorization endpoint with the query parameters of its table',
        tested: ['AUTHZ-1', 'PARTNER-1'],
      },
      {
        at: 'step 3',
        says: 'Then the user logs in and gives approval',
        tested: ['AUTHZ-1', 'AUTHZ-10', 'AUTHZ-13'],
      },
      {
        at: 'step 3',
        says: 'Then the user comes back to the redirect_uri, which carries code and state',
        tested: ['AUTHZ-1', 'AUTHZ-2', 'AUTHZ-10', 'AUTHZ-13'],
      },
      {
        at: 'step 3',
        says: "Last, the partner's server posts to the token endpoint with the grant_type authorization_code, and is given the token response",
        tested: ['TOKEN-1', 'PARTNER-4', 'PARTNER-13'],
      },
      {
        at: 'item 4',
        says: 'A call of the API has the header Authorization, with Bearer and the access token',
        tested: ['ORG-5', 'BEARER-1', 'BEARER-2', 'BEARER-6', 'BEARER-8', 'REFRESH-9', 'PARTNER-11'],
      },
      {
        at: 'item 5',
        says: 'To refresh, the token endpoint is posted the grant_type refresh_token with the refresh token, client_id and client_secret',
        tested: ['REFRESH-1', 'REFRESH-2', 'REFRESH-7', 'REFRESH-10'],
      },
      {
        at: 'item 5',
        says: 'What a refresh returns has the form that the code exchange returns',
        tested: ['REFRESH-1'],
      },
      { at: 'item 5', says: 'ig_organizations is in it again', tested: ['REFRESH-1', 'ORG-2'] },
      {
        at: 'item 5',
        says: 'Since refresh tokens can be replaced, a partner has to store the one of each answer',
        tested: ['REFRESH-3', 'REFRESH-4', 'REFRESH-10', 'REFRESH-11', 'PARTNER-6', 'PARTNER-18'],
      },
      {
        at: 'item 5',
        says: 'A partner refreshes while the access token is still alive',
        tested: ['PARTNER-9'],
      },
      {
        at: 'item 5',
        says: 'A partner keeps an access token and uses it again until it is about to expire',
        tested: ['BEARER-4', 'PARTNER-10'],
      },
      {
        at: 'item 6',
        says: 'ig_organizations tells a partner which organization its customer is: a single entry gives the id for paths',
        tested: ['ORG-1', 'PARTNER-12'],
      },
      {
        at: 'item 6',
        says: 'Several entries mean that the user owns more than one organization that is eligible',
        tested: ['ORG-4'],
      },
      {
        at: 'item 6',
        says: 'Among several, the partner lets the user decide, since the service does not',
        tested: ['ORG-4', 'PARTNER-12'],
      },
      {
        at: 'item 6',
        says: 'An empty list means that the user owns no organization that is eligible, as a member who is no owner',
        tested: ['ORG-3', 'BEARER-9'],
      },
      {
        at: 'item 6',
        says: "Where the list is empty, the partner turns to the service's operator",
        tested: ['PARTNER-12'],
      },
      {
        at: 'item 6',
        says: 'A partner should keep the id with what it stores of its customer',
        untested: partnersSide('what an application stores is not seen from outside'),
      },
      { at: 'item 7', says: 'Redirect URIs are HTTPS addresses', tested: ['AUTHZ-7', 'PARTNER-1'] },
      { at: 'item 7', says: 'No callback goes without a check of its state', tested: ['PARTNER-3'] },
      {
        at: 'item 8',
        says: 'Which scopes there are is left out',
        untested: free('a run asks for those that its settings name'),
      },
    ],
  },
  {
    title: 'Events',
    sentences: [
      {
        says: 'Webhooks are sent to a destination that is registered for each environment',
        tested: ['ENV-3'],
      },
      {
        says: 'The environment in which the donation happened is the one that sends the webhook',
        tested: ['ENV-3'],
      },
      {
        says: 'Which events there are, what a webhook holds and how it is signed is left out',
        tested: ['ENV-3'],
        untested: free('what came is recorded as it was seen'),
      },
    ],
  },
  {
    title: 'Errors',
    sentences: [
      {
        says: 'An error of OAuth is a JSON object with error and error_description, both strings',
        tested: ['TOKEN-15', 'BEARER-3'],
      },
      {
        says: 'A code that has expired, is not valid or was used before gives invalid_grant, and the description says so',
        tested: ['TOKEN-3', 'TOKEN-5', 'TOKEN-6', 'TOKEN-7'],
        untested: free('the wording of a description is open'),
      },
      {
        says: 'The partner answers that by another authorization flow, since a code is good for one use',
        tested: ['PARTNER-5'],
      },
      {
        says: 'An access token that has expired gives invalid_token, and the description says so',
        tested: ['BEARER-3'],
        untested: free('the wording of a description is open'),
      },
      {
        says: 'The partner answers that by a new access token, for its refresh token',
        tested: ['PARTNER-8'],
      },
      {
        says: 'A refresh token that is not valid or was revoked gives invalid_grant, and the description says so',
        tested: ['REFRESH-5', 'REFRESH-6', 'REFRESH-8'],
        untested: free('the wording of a description is open'),
      },
      { says: 'The partner answers that by sending the user to authorize again', tested: ['PARTNER-7'] },
      {
        says: 'An update can be refused with 401 Unauthorized or 403 Forbidden',
        tested: ['BEARER-1', 'BEARER-2', 'BEARER-5'],
      },
      {
        says: 'When which of the two comes is not told further than their names tell',
        tested: ['ERROR-4'],
        untested: free('beyond a call without a usable token, either is legal'),
      },
      {
        says: 'What API endpoints answer to input that is not valid, to an unknown donation and to a breach of the pledged-only rule is left out',
        tested: ['ERROR-2', 'ERROR-3', 'ERROR-4'],
      },
    ],
  },
  {
    title: 'Limits',
    sentences: [
      {
        says: 'An access token lives for expires_in seconds, as a rule 3600',
        tested: ['BEARER-4', 'BEARER-3', 'LIMIT-1'],
      },
      {
        says: 'An authorization code is good for one use',
        tested: ['TOKEN-3', 'TOKEN-4', 'TOKEN-13', 'AUTHZ-9', 'PARTNER-5'],
      },
      { says: 'An authorization code expires soon', tested: ['TOKEN-6', 'LIMIT-1'] },
      {
        says: 'The fields quantity, identifier and source can be updated as long as the donation is pledged',
        tested: ['PLEDGED-1', 'PLEDGED-2'],
      },
      {
        says: 'How many requests are allowed, and how long exactly codes and refresh tokens live, is left out',
        tested: ['LIMIT-1'],
      },
    ],
  },
  {
    title: 'Versioning',
    sentences: [
      { says: 'The path begins with the version of the API, which is /v1', tested: ['VERSION-1'] },
      {
        says: 'Other versions, and how one is given up, are left out',
        tested: ['UPDATE-18'],
        untested: free('any policy is legal'),
      },
    ],
  },
] as const satisfies readonly Section[]
