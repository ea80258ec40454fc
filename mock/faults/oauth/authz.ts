import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Validates a request as if one parameter had another value. */
function readingAs(name: string, other: (value: string | undefined) => string | undefined): PolicyChange {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem({ values, repeated }) {
      const changed = new Map(values)
      const value = other(values.get(name))
      if (value !== undefined) changed.set(name, value)
      return requestProblem({ values: changed, repeated })
    },
  }))
}

/** Also finds clients whose id matches in a weaker sense than equality. */
function findingAlso(match: (registered: string, given: string) => boolean): PolicyChange {
  return replace('authorization', ({ findClient }) => ({
    findClient: (store, id) =>
      findClient(store, id) ?? [...store.clients.values()].find((client) => match(client.id, id)),
  }))
}

/** The faults that break AUTHZ-1, AUTHZ-3 to AUTHZ-5 and AUTHZ-8. */
export const authzFaults: readonly Fault[] = [
  {
    id: 'authz-1-callback-with-trailing-slash',
    requirement: 'AUTHZ-1',
    description: 'The callback goes to the redirect URI with a slash added to its path.',
    apply: replace('authorization', ({ callbackUrl }) => ({
      callbackUrl(redirectUri, parameters, outcome) {
        const [path = '', query] = redirectUri.split(/\?(.*)/s)
        const changed = 'code' in outcome ? `${path}/${query === undefined ? '' : `?${query}`}` : redirectUri
        return callbackUrl(changed, parameters, outcome)
      },
    })),
  },
  {
    id: 'authz-1-callback-to-root',
    requirement: 'AUTHZ-1',
    description: 'The callback keeps only the origin of the redirect URI and loses its path.',
    apply: replace('authorization', ({ callbackUrl }) => ({
      callbackUrl: (redirectUri, parameters, outcome) =>
        callbackUrl('code' in outcome ? `${new URL(redirectUri).origin}/` : redirectUri, parameters, outcome),
    })),
  },
  {
    id: 'authz-1-code-missing-now-and-then',
    requirement: 'AUTHZ-1',
    description: 'Every fifth callback has no code.',
    apply: replace('authorization', ({ callbackUrl }) => {
      let count = 0
      return {
        callbackUrl(redirectUri, parameters, outcome) {
          const url = callbackUrl(redirectUri, parameters, outcome)
          if (!('code' in outcome)) return url
          count += 1
          return count % 5 === 0 ? url.replace(/([?&])code=[^&#]*&?/, '$1') : url
        },
      }
    }),
  },
  {
    id: 'authz-3-state-required',
    requirement: 'AUTHZ-3',
    description: 'A request without state is refused, although state is only recommended.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem: (parameters) =>
        requestProblem(parameters) ??
        (parameters.values.has('state')
          ? undefined
          : { error: 'invalid_request', description: 'state is missing.' }),
    })),
  },
  {
    id: 'authz-3-approval-lost-without-state',
    requirement: 'AUTHZ-3',
    description: 'Without state the user can log in and approve, and then the callback brings an error.',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        callbackParameters(
          'code' in outcome && state === undefined
            ? { error: 'server_error', description: 'The session was lost.' }
            : outcome,
          state,
        ),
    })),
  },
  {
    id: 'authz-4-response-type-optional',
    requirement: 'AUTHZ-4',
    description: 'A missing response_type is taken for code.',
    apply: readingAs('response_type', (value) => value ?? 'code'),
  },
  {
    id: 'authz-4-response-type-not-checked',
    requirement: 'AUTHZ-4',
    description: 'response_type must be there, but any value gives a code.',
    apply: readingAs('response_type', (value) => value && 'code'),
  },
  {
    id: 'authz-4-response-type-in-any-case',
    requirement: 'AUTHZ-4',
    description: 'response_type is compared without regard to letter case.',
    apply: readingAs('response_type', (value) => value?.toLowerCase()),
  },
  {
    id: 'authz-4-response-type-includes-code',
    requirement: 'AUTHZ-4',
    description: 'A response_type of several words passes as long as one of them is code.',
    apply: readingAs('response_type', (value) => (value?.split(' ').includes('code') ? 'code' : value)),
  },
  {
    id: 'authz-5-default-client',
    requirement: 'AUTHZ-5',
    description: 'A request without client_id is taken for one of the first client.',
    apply: findingAlso((_registered, given) => given === ''),
  },
  {
    id: 'authz-5-client-id-prefix',
    requirement: 'AUTHZ-5',
    description: 'A client id with characters added at its end is still recognized.',
    apply: findingAlso((registered, given) => given.startsWith(registered)),
  },
  {
    id: 'authz-5-client-id-pattern',
    requirement: 'AUTHZ-5',
    description: 'The client is looked up by an SQL LIKE, so that a percent sign names any client.',
    apply: findingAlso((registered, given) => {
      const [start = '', end] = given.split('%')
      return end !== undefined && registered.startsWith(start) && registered.endsWith(end)
    }),
  },
  {
    id: 'authz-5-unknown-client-redirected',
    requirement: 'AUTHZ-5',
    description: 'The error about an unknown client is sent to whatever redirect_uri the request names.',
    apply: replace('authorization', () => ({
      untrustedDestination: (untrusted, { values }) =>
        untrusted === 'client_id' ? values.get('redirect_uri') : undefined,
    })),
  },
  {
    id: 'authz-8-scope-optional',
    requirement: 'AUTHZ-8',
    description: 'A request without scope gets a default scope and a code.',
    apply: readingAs('scope', (value) => value ?? 'donations:write'),
  },
  {
    id: 'authz-8-scope-optional-with-state',
    requirement: 'AUTHZ-8',
    description: 'The check for a scope is skipped for requests that carry a state.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem(parameters) {
        const problem = requestProblem(parameters)
        const { values } = parameters
        return problem?.error === 'invalid_scope' && !values.has('scope') && values.has('state')
          ? undefined
          : problem
      },
    })),
  },
]
