import { setTimeout as sleep } from 'node:timers/promises'
import type { Pair } from '../../http.ts'
import { basicCredentials } from '../../oauth/basic-credentials.ts'
import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'
import { dropTokens } from './grants.ts'
import { refusingSpelled } from './spelled.ts'

/** Long enough for other requests to arrive meanwhile. */
const RACE_MS = 150

/** Refuses token requests by their parameters. */
function refusing(isRefused: (pairs: readonly Pair[]) => boolean): PolicyChange {
  return replace('token', ({ readParameters }) => ({
    readParameters(request) {
      const pairs = readParameters(request)
      if (isRefused(pairs))
        throw new OAuthProblem('invalid_request', 'malformed-request', 'A parameter is not expected.')
      return pairs
    },
  }))
}

/** Who proves by HTTP Basic alone who it is may refresh the tokens of every client. */
const unboundByBasic = replace('token', ({ readParameters, refreshTokenBelongsTo }) => {
  let isByHeader = false
  return {
    readParameters(request) {
      const [id, secret = ''] = basicCredentials(request.header('authorization') ?? '')
      const header = (name: string) => (name === 'authorization' ? undefined : request.header(name))
      const pairs = readParameters(id === undefined ? request : { ...request, header })
      isByHeader = id !== undefined && !pairs.some(([name]) => name === 'client_id')
      return isByHeader ? [...pairs, ['client_id', id ?? ''], ['client_secret', secret]] : pairs
    },
    refreshTokenBelongsTo: (token, client) => isByHeader || refreshTokenBelongsTo(token, client),
  }
})

/**
 * A second value does not count where its name is written with an escape.
 * @param isSecond whether one at this place is, where others of its name stand at those places.
 */
const overlookingEscapedNames = (isSecond: (place: number, plain: readonly number[]) => boolean) =>
  replace('token', ({ readParameters }) => ({
    readParameters(request) {
      const pairs = readParameters(request)
      const written = new TextDecoder()
        .decode(request.body)
        .split('&')
        .filter((part) => part !== '')
        .map((part) => part.split('=')[0])
      const placesOf = (name: string) =>
        pairs.flatMap(([one], place) => (one === name && written[place] === one ? [place] : []))
      return pairs.filter(
        ([name]: Pair, place) => written[place] === name || !isSecond(place, placesOf(name)),
      )
    },
  }))

/** Faults of token requests that show in one way to write them, or in one grant. */
export const grantNarrowFaults: readonly Fault[] = [
  {
    id: 'token-1-quoted-charset-refused',
    requirement: 'TOKEN-1',
    description: 'A code exchange whose content type has its charset in quotes is refused.',
    apply: refusingSpelled('authorization_code', (request) =>
      (request.header('content-type') ?? '').includes('"'),
    ),
  },
  {
    id: 'token-4-race-without-organization',
    requirement: 'TOKEN-4',
    description:
      'For a user without organizations a code is marked as used a moment after it was found unused.',
    apply: replace('token', ({ claimCode }) => ({
      async claimCode(code, store) {
        if (code.grant.organizationIds.length > 0) return claimCode(code, store)
        const fresh = !code.used
        await sleep(RACE_MS)
        code.used = true
        return fresh
      },
    })),
  },
  {
    id: 'token-9-line-end-ignored',
    requirement: 'TOKEN-9',
    description:
      'The redirect_uri of an exchange is compared by a pattern whose $ stands before a line end, too.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches: (code, given) =>
        redirectUriMatches(code, given) || given === `${code.redirectUri}\n`,
    })),
  },
  {
    id: 'token-10-refresh-without-grant-type',
    requirement: 'TOKEN-10',
    description: 'Without grant_type a request with a refresh token is taken for a refresh.',
    apply: replace('token', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const { values, repeated } = collectParameters(pairs)
        return values.has('refresh_token') && !values.has('grant_type')
          ? { values: new Map([...values, ['grant_type', 'refresh_token']]), repeated }
          : { values, repeated }
      },
    })),
  },
  {
    id: 'token-13-refreshed-access-token-survives',
    requirement: 'TOKEN-13',
    description:
      'A replayed code ends the refresh tokens and the access token of the exchange, no refreshed one.',
    apply: replace('token', () => ({
      afterCodeReuse({ grant }, store) {
        const newest = [...store.accessTokens.values()].findLast((token) => token.grant === grant)
        dropTokens(store, grant)
        if (newest && grant.refreshes > 0) store.accessTokens.set(newest.value, newest)
      },
    })),
  },
  {
    id: 'token-16-dollar-refused',
    requirement: 'TOKEN-16',
    description: 'A name with a dollar sign is taken for an operator of the database, and refused.',
    apply: refusing((pairs) => pairs.some(([name]) => name.includes('$'))),
  },
  {
    id: 'token-16-redirect-uri-in-refresh-refused',
    requirement: 'TOKEN-16',
    description: 'A refresh that names a redirect_uri, as a code exchange has to, is refused.',
    apply: refusing(
      (pairs) =>
        pairs.some(([name]) => name === 'redirect_uri') &&
        pairs.some(([name, value]) => name === 'grant_type' && value === 'refresh_token'),
    ),
  },
  {
    id: 'token-17-escaped-name',
    requirement: 'TOKEN-17',
    description:
      'Names are compared before they are decoded: one that is written with an escape is no repetition.',
    apply: overlookingEscapedNames((_, plain) => plain.length > 0),
  },
  {
    id: 'token-17-escaped-name-behind',
    requirement: 'TOKEN-17',
    description:
      'One that is written with an escape is no repetition of what stands before it, which counts.',
    apply: overlookingEscapedNames((place, plain) => plain.some((other) => other < place)),
  },
  {
    id: 'org-4-all-on-refresh-only',
    requirement: 'ORG-4',
    description: 'The code exchange names the first of several organizations, and a refresh all.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody: (issued) =>
        responseBody(
          issued.grantType === 'authorization_code'
            ? { ...issued, organizations: issued.organizations.slice(0, 1) }
            : issued,
        ),
    })),
  },
  {
    id: 'refresh-3-tenth-refused',
    requirement: 'REFRESH-3',
    description: 'A chain ends after nine refreshes.',
    apply: replace('token', ({ refreshTokenRevoked }) => ({
      refreshTokenRevoked: (token, store) => token.grant.refreshes >= 9 || refreshTokenRevoked(token, store),
    })),
  },
  {
    id: 'refresh-7-id-in-any-case',
    requirement: 'REFRESH-7',
    description: 'In refreshes a client is found by its id in any letter case.',
    apply: replace('token', ({ findClient }) => ({
      findClient: (store, id, grantType) =>
        findClient(store, id, grantType) ??
        (grantType === 'refresh_token' ? store.clients.get(id.toLowerCase()) : undefined),
    })),
  },
  {
    id: 'refresh-8-unbound-by-basic',
    requirement: 'REFRESH-8',
    description: 'A client that proves by HTTP Basic alone who it is refreshes the tokens of every other.',
    apply: unboundByBasic,
  },
]
