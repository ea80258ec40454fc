import { free, notVisible, type Section } from './sentence.ts'

/** What the token endpoint answers. */
export const tokens = [
  {
    title: 'Token response',
    sentences: [
      {
        says: 'access_token is a string, by which API requests are authorized as their bearer',
        tested: ['TOKEN-2', 'TOKEN-12', 'TOKEN-18', 'REFRESH-1', 'REFRESH-2', 'REFRESH-9'],
      },
      {
        says: 'refresh_token is a string, for which the service gives new access tokens',
        tested: ['TOKEN-2', 'TOKEN-12', 'TOKEN-18', 'REFRESH-1', 'REFRESH-2', 'REFRESH-9'],
      },
      {
        says: 'The service is free to replace the refresh token by another',
        tested: ['REFRESH-3', 'REFRESH-4', 'REFRESH-11'],
      },
      { says: 'token_type is Bearer every time', tested: ['TOKEN-2', 'REFRESH-1'] },
      {
        says: 'expires_in is an integer: for how many seconds the access token lives',
        tested: ['TOKEN-2', 'REFRESH-1', 'BEARER-3', 'BEARER-4'],
      },
      { says: 'As a rule that is 3600', tested: ['LIMIT-1'] },
      {
        says: 'ig_organizations is an array of objects with id and name: the nonprofit organizations for which the token may act',
        tested: ['TOKEN-2', 'ORG-1', 'ORG-6', 'REFRESH-1', 'BEARER-5', 'BEARER-9'],
      },
      { says: 'Most often it has one entry', untested: free('any number of entries is legal') },
      { says: 'It can have none', tested: ['ORG-3', 'BEARER-9'] },
      {
        says: "An entry's id is a string: the organization's public id",
        tested: ['TOKEN-2', 'ORG-1'],
      },
      {
        says: 'API paths use this same value',
        tested: ['ORG-1', 'ORG-6'],
        untested: notVisible('the contract specifies no path with the id of an organization'),
      },
      {
        says: 'What identifies an organization inside the service never stands there',
        tested: ['ORG-1'],
        untested: notVisible('an internal id that looks like a public one cannot be told from it'),
      },
      { says: "An entry's name is a string", tested: ['TOKEN-2', 'ORG-1'] },
    ],
  },
] as const satisfies readonly Section[]
