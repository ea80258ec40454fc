import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import type { Organization } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'

/** Replaces the organizations that token responses list, but not those that the tokens act on. */
function naming(choose: (issued: Issued) => readonly Organization[]): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody: (issued) => responseBody({ ...issued, organizations: choose(issued) }),
  }))
}

/** The faults that break ORG-1 to ORG-5. */
export const orgFaults: readonly Fault[] = [
  {
    id: 'org-1-internal-id',
    requirement: 'ORG-1',
    description: 'Entries hold the key of the organization’s database row instead of its public id.',
    apply: naming(({ organizations }) =>
      organizations.map((organization) => ({ ...organization, id: String(organization.internalId) })),
    ),
  },
  {
    id: 'org-1-entry-for-each-role',
    requirement: 'ORG-1',
    description: 'A join over roles lists an organization once for each role of the user.',
    apply: naming(({ organizations }) => organizations.flatMap((one) => [one, one])),
  },
  {
    id: 'org-1-name-empty',
    requirement: 'ORG-1',
    description: 'The name of every entry is an empty string.',
    apply: naming(({ organizations }) => organizations.map((one) => ({ ...one, name: '' }))),
  },
  {
    id: 'org-1-name-empty-after-refresh',
    requirement: 'ORG-1',
    description: 'The name of every entry is an empty string in the answer to a refresh.',
    apply: naming(({ organizations, grantType }) =>
      grantType === 'refresh_token' ? organizations.map((one) => ({ ...one, name: '' })) : organizations,
    ),
  },
  {
    id: 'org-2-refresh-names-none',
    requirement: 'ORG-2',
    description: 'A refresh answers with an empty ig_organizations.',
    apply: naming(({ grantType, organizations }) => (grantType === 'refresh_token' ? [] : organizations)),
  },
  {
    id: 'org-2-second-refresh-names-none',
    requirement: 'ORG-2',
    description: 'The first refresh still names the organizations; from the second on none is named.',
    apply: naming(({ grant, organizations }) => (grant.refreshes >= 2 ? [] : organizations)),
  },
  {
    id: 'org-3-exchange-refused',
    requirement: 'ORG-3',
    description: 'For a user without organizations the code exchange is refused.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody(issued) {
        if (issued.organizations.length > 0) return responseBody(issued)
        throw new OAuthProblem('invalid_grant', 'failure', 'The user owns no eligible organization.')
      },
    })),
  },
  {
    id: 'org-3-list-omitted-when-empty',
    requirement: 'ORG-3',
    alsoBreaks: ['TOKEN-2'],
    description: 'An empty ig_organizations is omitted by the serializer.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody: (issued) =>
        Object.assign(
          {},
          responseBody(issued),
          issued.organizations.length === 0 && { ig_organizations: undefined },
        ),
    })),
  },
  {
    id: 'org-4-first-chosen',
    requirement: 'ORG-4',
    description: 'For a user with several organizations the service picks the first.',
    apply: naming(({ organizations }) => organizations.slice(0, 1)),
  },
  {
    id: 'org-4-last-chosen',
    requirement: 'ORG-4',
    description:
      'Organizations overwrite one another while the list is built, so that only the last is named.',
    apply: naming(({ organizations }) => organizations.slice(-1)),
  },
  {
    id: 'org-5-open-with-a-slash',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations/ with a slash behind it asks for no token.',
    apply: replace('transport', ({ around }) => ({
      around: async (request, next, host) =>
        new URL(request.url).pathname === '/v1/organizations/' && !request.headers.has('authorization')
          ? Response.json({ data: [] })
          : around(request, next, host),
    })),
  },
  {
    id: 'org-5-open-with-a-query',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations with a query, which is another route, asks for no token.',
    apply: replace('transport', ({ around }) => ({
      around: async (request, next, host) => {
        const { pathname, search } = new URL(request.url)
        return pathname === '/v1/organizations' && search !== '' && !request.headers.has('authorization')
          ? Response.json({ data: [] })
          : around(request, next, host)
      },
    })),
  },
  {
    id: 'org-5-open-with-basic',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations takes any name and password (a route of the time before tokens).',
    apply: replace('transport', ({ around }) => ({
      around: async (request, next, host) =>
        new URL(request.url).pathname === '/v1/organizations' &&
        request.headers.get('authorization')?.startsWith('Basic ')
          ? Response.json({ data: [] })
          : around(request, next, host),
    })),
  },
  {
    id: 'org-5-open-to-all',
    requirement: 'ORG-5',
    description:
      'GET /v1/organizations checks a token if one is sent; without one it lists every organization.',
    apply: replace('bearer', ({ readToken, findAccessToken }) => ({
      readToken: (request) =>
        request.method === 'GET' && request.header('authorization') === undefined ? '' : readToken(request),
      findAccessToken: (store, value, request) =>
        value === '' && request.header('authorization') === undefined
          ? { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
          : findAccessToken(store, value, request),
    })),
  },
  {
    id: 'org-5-refreshed-token-refused',
    requirement: 'ORG-5',
    alsoBreaks: ['REFRESH-2'],
    description: 'GET /v1/organizations does not know tokens that came by a refresh.',
    apply: replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const token = findAccessToken(store, value, request)
        return request.method === 'GET' && token && token.grant.refreshes > 0 ? undefined : token
      },
    })),
  },
  {
    id: 'org-5-no-body',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations answers a valid token with 204 and no body.',
    apply: replace('bearer', () => ({
      organizationsAnswer: () => ({ status: 204, headers: {}, body: '' }),
    })),
  },
  {
    id: 'org-5-xml',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations answers with XML.',
    apply: replace('bearer', () => ({
      organizationsAnswer: (organizations) => ({
        status: 200,
        headers: { 'content-type': 'application/xml' },
        body: `<organizations count="${organizations.length}"/>`,
      }),
    })),
  },
]
