import { explanatory, free, notVisible, partnersSide, type Section } from './sentence.ts'

/** What the service is, and its two environments. */
export const service = [
  {
    title: 'Scope of the document',
    sentences: [
      {
        says: 'Three things are specified, and nothing else: how partners authenticate by OAuth 2.0, the environments, and the update of a donation',
        untested: explanatory('it says what the other sections hold'),
      },
      {
        says: 'The authorization host and the API host of an environment have placeholders for names',
        untested: explanatory('a run gets both hosts from its settings'),
      },
    ],
  },
  {
    title: 'What the service does',
    sentences: [
      { says: 'It is a platform for charitable giving', untested: explanatory('it asks nothing') },
      {
        says: 'Nonprofit organizations let partner applications manage their donations by an API of HTTP and JSON',
        tested: ['ORG-5', 'UPDATE-1', 'ERROR-1'],
      },
      {
        says: 'The authorization code flow of OAuth 2.0 is the way in',
        tested: ['AUTHZ-1', 'TOKEN-1'],
      },
      {
        says: 'A user who approves the application gives the partner tokens for one nonprofit organization or several',
        tested: ['AUTHZ-1', 'AUTHZ-10', 'TOKEN-1', 'BEARER-5'],
      },
      {
        says: 'There are two environments: a sandbox to develop against, and production with donations that are real',
        untested: explanatory('what follows from it is said next, and under Environments'),
      },
      {
        says: 'Neither credentials nor organizations nor donations of one environment exist in the other',
        tested: ['ENV-1', 'ENV-2'],
        untested: notVisible('organizations and donations of production are never read by a run'),
      },
      {
        says: "A partner endpoint is scoped by an organization's id in its path",
        untested: notVisible('the contract specifies no such endpoint'),
      },
      {
        says: 'Before the integration begins, the partner has an account of an organization',
        untested: partnersSide('it is opened before there is anything to test'),
      },
      {
        says: 'Onboarding takes a callback URL for OAuth, a URL for webhooks and a logo from the partner',
        untested: partnersSide('it is handed over outside of the API'),
      },
      {
        says: "The partner's settings at the service are made by its operator",
        untested: explanatory('it says who does it'),
      },
      {
        says: 'What else the service can do is left out',
        untested: free('any capability beside these is legal'),
      },
    ],
  },
  {
    title: 'Environments',
    sentences: [
      {
        says: 'Sandbox and production each have an authorization host and an API host of their own',
        untested: explanatory('a run gets the hosts from its settings'),
      },
      {
        says: 'Each environment wants client credentials of its own',
        tested: ['ENV-1', 'PARTNER-17'],
      },
      {
        says: 'Each environment wants a registration of its own for the OAuth callback URL',
        tested: ['PARTNER-17'],
        untested: notVisible('no authorization is ever begun in production'),
      },
      { says: 'Each environment wants a destination of its own for webhooks', tested: ['ENV-3'] },
      {
        says: 'Production does not authenticate the client id and secret of the sandbox',
        tested: ['ENV-1', 'ENV-2'],
      },
    ],
  },
] as const satisfies readonly Section[]
