import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'

/** Accepts a redirect URI of the second client that is like the registered one. */
function acceptingOfSecond(isAlike: (registered: URL, given: URL, text: string) => boolean): PolicyChange {
  return replace('authorization', ({ redirectUriMatches }) => ({
    redirectUriMatches: (registered, given) =>
      redirectUriMatches(registered, given) ||
      (registered.includes('partner-2') &&
        URL.canParse(given) &&
        given.startsWith('https:') &&
        isAlike(new URL(registered), new URL(given), given)),
  }))
}

/** Takes other response types of some requests for `code`. */
function takingForCode(
  isTaken: (type: string, values: ReadonlyMap<string, string>) => boolean,
): PolicyChange {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem({ values, repeated }) {
      const isCode = isTaken(values.get('response_type') ?? '', values)
      return requestProblem({
        values: isCode ? new Map([...values, ['response_type', 'code']]) : values,
        repeated,
      })
    },
  }))
}

const isOfSecond = (values: ReadonlyMap<string, string>) => values.get('client_id')?.endsWith('2') ?? false

const isFromLoopback = (request: HttpRequest) =>
  request.method === 'GET' && request.header('x-forwarded-for') === '127.0.0.1'

/** Faults of AUTHZ, ENV and ORG-5 that show for the second client, or in odd surroundings, alone. */
export const authzSecondNarrowFaults: readonly Fault[] = [
  {
    id: 'env-1-second-client-shared',
    requirement: 'ENV-1',
    description: 'The second client of the sandbox is registered in production too, with the same secret.',
    apply: replace('data', ({ openStores }) => ({
      openStores() {
        const { sandbox, production } = openStores()
        const clients = new Map(sandbox.clients)
        clients.set = (id, client) => {
          if (id.endsWith('2')) production.clients.set(id, client)
          return Map.prototype.set.call(clients, id, client) as typeof clients
        }
        return { sandbox: { ...sandbox, clients }, production }
      },
    })),
  },
  {
    id: 'authz-4-second-client-code-and-token',
    requirement: 'AUTHZ-4',
    description: 'The second client may ask for code and token at once, and gets a code.',
    apply: takingForCode((type, values) => type === 'code token' && isOfSecond(values)),
  },
  {
    id: 'authz-4-optional-beside-long-state',
    requirement: 'AUTHZ-4',
    description: 'Where the state is longer than 255 characters, a missing response_type is not noticed.',
    apply: takingForCode((type, values) => type === '' && (values.get('state')?.length ?? 0) > 255),
  },
  {
    id: 'authz-5-second-client-in-any-case',
    requirement: 'AUTHZ-5',
    description: 'The id of the second client is found in any letter case.',
    apply: replace('authorization', ({ findClient }) => ({
      findClient: (store, id) =>
        findClient(store, id) ?? (/2$/.test(id) ? findClient(store, id.toLowerCase()) : undefined),
    })),
  },
  {
    id: 'authz-5-sent-away-without-page',
    requirement: 'AUTHZ-5',
    description: 'A request of an unknown client that wants no page is answered at the given redirect URI.',
    apply: replace('authorization', ({ untrustedDestination }) => ({
      untrustedDestination: (untrusted, parameters) =>
        untrusted === 'client_id' && parameters.values.get('prompt') === 'none'
          ? parameters.values.get('redirect_uri')
          : untrustedDestination(untrusted, parameters),
    })),
  },
  {
    id: 'authz-6-second-client-trailing-slash',
    requirement: 'AUTHZ-6',
    description: 'For the second client a slash behind the redirect URI is ignored.',
    apply: acceptingOfSecond((registered, _given, text) => text === `${registered.href}/`),
  },
  {
    id: 'authz-6-second-client-any-query',
    requirement: 'AUTHZ-6',
    description: 'For the second client a query behind the redirect URI is ignored.',
    apply: acceptingOfSecond((registered, _given, text) => text.startsWith(`${registered.href}?`)),
  },
  {
    id: 'authz-6-second-client-subdomains',
    requirement: 'AUTHZ-6',
    description: 'For the second client subdomains of the registered host will do.',
    apply: acceptingOfSecond((registered, given) => given.hostname.endsWith(`.${registered.hostname}`)),
  },
  {
    id: 'authz-6-second-client-localhost',
    requirement: 'AUTHZ-6',
    description: 'The second client, which is still being developed, may be on localhost.',
    apply: acceptingOfSecond((_registered, given) => given.hostname === 'localhost'),
  },
  {
    id: 'org-5-open-to-loopback',
    requirement: 'ORG-5',
    description: 'Whoever says to come from this host may read the organizations without a token.',
    apply: replace('bearer', ({ readToken, findAccessToken }) => ({
      readToken: (request) => readToken(request) ?? (isFromLoopback(request) ? '' : undefined),
      findAccessToken: (store, value, request) =>
        value === '' && isFromLoopback(request)
          ? { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
          : findAccessToken(store, value, request),
    })),
  },
]
