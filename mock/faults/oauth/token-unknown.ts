import type { Pair } from '../../http.ts'
import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'

/** All that the contract lists for either grant. */
const KNOWN = ['grant_type', 'code', 'redirect_uri', 'refresh_token', 'client_id', 'client_secret']

/** Refuses requests that carry a parameter like this beside those that the contract lists. */
function refusingUnknown(
  isOdd: (pair: Pair, read: (name: string) => string | undefined) => boolean,
): PolicyChange {
  return replace('token', ({ readParameters }) => ({
    readParameters(request) {
      const pairs = readParameters(request)
      const read = (name: string) => pairs.find(([one]) => one === name)?.[1]
      const odd = pairs.find((pair) => !KNOWN.includes(pair[0]) && isOdd(pair, read))
      if (odd) throw new OAuthProblem('invalid_request', 'malformed-request', 'A parameter is not expected.')
      return pairs
    },
  }))
}

/** Lets a parameter of the request have a say in the token response. */
function obeying(name: string, change: (value: string, body: object) => object): PolicyChange {
  return (policies) => {
    let given = ''
    return replace('token', ({ readParameters, responseBody }) => ({
      readParameters(request) {
        const pairs = readParameters(request)
        given = pairs.find(([one]) => one === name)?.[1] ?? ''
        return pairs
      },
      responseBody(issued) {
        const body = responseBody(issued)
        return given !== '' && isObject(body) ? { ...body, ...change(given, body) } : body
      },
    }))(policies)
  }
}

/** Faults of TOKEN-16: what a parameter that nobody has to know does to a token request. */
export const tokenUnknownFaults: readonly Fault[] = [
  {
    id: 'token-16-all-refused',
    requirement: 'TOKEN-16',
    alsoBreaks: ['TOKEN-11'],
    description: 'The form is validated against a list: a token request with any other parameter is refused.',
    apply: refusingUnknown(() => true),
  },
  {
    id: 'token-16-refresh-refused',
    requirement: 'TOKEN-16',
    description: 'A refresh with a parameter that nobody knows is refused; a code exchange is not.',
    apply: refusingUnknown((_, read) => read('grant_type') === 'refresh_token'),
  },
  {
    id: 'token-16-second-client-refused',
    requirement: 'TOKEN-16',
    description: 'Clients of a later release are held to the documented parameters in code exchanges.',
    apply: refusingUnknown((_, read) => /2$/.test(read('client_id') ?? '') && read('code') !== undefined),
  },
  {
    id: 'token-16-resource-refused',
    requirement: 'TOKEN-16',
    description: 'A code exchange that names a resource is refused as malformed.',
    apply: refusingUnknown(([name], read) => name === 'resource' && read('code') !== undefined),
  },
  {
    id: 'token-16-scope-refused',
    requirement: 'TOKEN-16',
    description: 'A refresh that repeats the scope is refused: scopes cannot be changed, it says.',
    apply: refusingUnknown(([name], read) => name === 'scope' && read('refresh_token') !== undefined),
  },
  {
    id: 'token-16-empty-refused',
    requirement: 'TOKEN-16',
    description: 'A parameter without a value is refused, whatever it is called.',
    apply: refusingUnknown(([, value]) => value === ''),
  },
  {
    id: 'token-16-long-refused',
    requirement: 'TOKEN-16',
    description: 'A firewall refuses values of more than a thousand characters.',
    apply: refusingUnknown(([, value]) => value.length > 1_000),
  },
  {
    id: 'token-16-foreign-letters-refused',
    requirement: 'TOKEN-16',
    description: 'A name or value with letters outside ASCII is refused.',
    apply: refusingUnknown((pair) => pair.some((text) => /[^ -~]/.test(text))),
  },
  {
    id: 'token-16-dots-become-underscores',
    requirement: 'TOKEN-16',
    description: 'A dot in a name is read as an underscore, as PHP does: client.id is client_id again.',
    apply: replace('token', ({ readParameters }) => ({
      readParameters: (request) =>
        readParameters(request).map(([name, value]) => [name.replaceAll('.', '_'), value]),
    })),
  },
  {
    id: 'token-16-user-refused',
    requirement: 'TOKEN-16',
    description: 'A request that names a user is taken for a grant of passwords that lacks one, and refused.',
    apply: refusingUnknown(([name]) => name === 'username'),
  },
  {
    id: 'token-16-lifetime-obeyed',
    requirement: 'TOKEN-16',
    description: 'expires_in in the request decides on that of the answer.',
    apply: obeying('expires_in', (value) => ({ expires_in: Number(value) })),
  },
  {
    id: 'token-16-organization-obeyed',
    requirement: 'TOKEN-16',
    description: 'organization_id in the request leaves only that one in ig_organizations.',
    apply: obeying('organization_id', (value, body) => ({
      ig_organizations:
        'ig_organizations' in body && Array.isArray(body.ig_organizations)
          ? body.ig_organizations.filter((one: unknown) => isObject(one) && one.id === value)
          : [],
    })),
  },
  {
    id: 'token-16-letters-refused',
    requirement: 'TOKEN-16',
    description: 'A name has to be of small letters and underscores.',
    apply: refusingUnknown(([name]) => /[A-Z\d-]/.test(name)),
  },
  {
    id: 'token-16-names-in-any-case',
    requirement: 'TOKEN-16',
    description:
      'Names are read whatever the case of their letters, so that others of that name count as repeated.',
    apply: replace('token', ({ collectParameters }) => ({
      collectParameters: (pairs) =>
        collectParameters(pairs.map(([name, value]) => [name.toLowerCase(), value])),
    })),
  },
  {
    id: 'token-16-unknown-first',
    requirement: 'TOKEN-16',
    description:
      'The grant is read from the beginning of the form: what stands there before it makes it malformed.',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const pairs = readParameters(request)
        if (KNOWN.includes(pairs[0]?.[0] ?? '')) return pairs
        throw new OAuthProblem(
          'invalid_request',
          'malformed-request',
          'The form does not begin with the grant.',
        )
      },
    })),
  },
  {
    id: 'token-16-refresh-token-withheld',
    requirement: 'TOKEN-16',
    description: 'A request that names the type of access is answered without a refresh token.',
    apply: obeying('access_type', () => ({ refresh_token: undefined })),
  },
]
