import { replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** The faults that break TOKEN-7 to TOKEN-10. */
export const tokenClientFaults: readonly Fault[] = [
  {
    id: 'token-7-client-not-compared',
    requirement: 'TOKEN-7',
    description: 'A code can be exchanged by any client that knows the redirect URI it was sent to.',
    apply: replace('token', () => ({ codeBelongsTo: () => true })),
  },
  {
    id: 'token-7-client-id-prefix-compared',
    requirement: 'TOKEN-7',
    description:
      'The clients of one vendor, whose ids differ only in a number, can exchange each other’s codes.',
    apply: replace('token', () => ({
      codeBelongsTo: ({ grant }, client) =>
        grant.client.id.replace(/\d+$/, '') === client.id.replace(/\d+$/, ''),
    })),
  },
  {
    id: 'token-8-secret-not-checked',
    requirement: 'TOKEN-8',
    description: 'A code exchange needs some client_secret, but not the right one.',
    apply: replace('token', ({ secretMatches }) => ({
      secretMatches: (client, given, grantType, store) =>
        (grantType === 'authorization_code' && given !== undefined) ||
        secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'token-8-secret-prefix',
    requirement: 'TOKEN-8',
    description: 'In a code exchange a secret with characters appended passes, as if long ones were cut.',
    apply: replace('token', ({ secretMatches }) => ({
      secretMatches: (client, given, grantType, store) =>
        (grantType === 'authorization_code' && given?.slice(0, client.secret.length) === client.secret) ||
        secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'token-8-secret-of-any-client',
    requirement: 'TOKEN-8',
    description: 'A code exchange takes the secret of any client for that of every client.',
    apply: replace('token', ({ secretMatches }) => ({
      secretMatches: (client, given, grantType, store) =>
        (grantType === 'authorization_code' &&
          [...store.clients.values()].some(({ secret }) => secret === given)) ||
        secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'token-8-unknown-client-is-first',
    requirement: 'TOKEN-8',
    description: 'In a code exchange an unknown client_id is taken for the first client’s.',
    apply: replace('token', ({ findClient }) => ({
      findClient: (store, id, grantType) =>
        findClient(store, id, grantType) ??
        (grantType === 'authorization_code' && id !== '' ? [...store.clients.values()][0] : undefined),
    })),
  },
  {
    id: 'token-9-not-compared',
    requirement: 'TOKEN-9',
    description: 'redirect_uri has to be there and may be anything.',
    apply: replace('token', () => ({ redirectUriMatches: () => true })),
  },
  {
    id: 'token-9-prefix-compared',
    requirement: 'TOKEN-9',
    description: 'redirect_uri only has to begin like the one of the authorization request.',
    apply: replace('token', () => ({
      redirectUriMatches: (code, given) => given?.startsWith(code.redirectUri) ?? false,
    })),
  },
  {
    id: 'token-9-host-compared',
    requirement: 'TOKEN-9',
    description: 'Only the host of redirect_uri is compared with that of the authorization request.',
    apply: replace('token', () => ({
      redirectUriMatches: (code, given = '') =>
        URL.canParse(given) && new URL(given).host === new URL(code.redirectUri).host,
    })),
  },
  {
    id: 'token-10-redirect-uri-optional',
    requirement: 'TOKEN-10',
    description: 'redirect_uri is compared where it is sent and may be left out.',
    apply: replace('token', ({ requiredParameters, redirectUriMatches }) => ({
      requiredParameters: {
        ...requiredParameters,
        authorization_code: requiredParameters.authorization_code.filter((name) => name !== 'redirect_uri'),
      },
      redirectUriMatches: (code, given) => given === undefined || redirectUriMatches(code, given),
    })),
  },
  {
    id: 'token-10-client-id-optional',
    requirement: 'TOKEN-10',
    description: 'A code exchange without client_id is taken for one of the first client.',
    apply: replace('token', ({ requiredParameters, findClient }) => ({
      requiredParameters: {
        ...requiredParameters,
        authorization_code: requiredParameters.authorization_code.filter((name) => name !== 'client_id'),
      },
      findClient: (store, id, grantType) =>
        id === '' ? [...store.clients.values()][0] : findClient(store, id, grantType),
    })),
  },
  {
    id: 'token-10-grant-type-optional',
    requirement: 'TOKEN-10',
    description: 'Without grant_type a request with a code is taken for a code exchange.',
    apply: replace('token', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const { values, repeated } = collectParameters(pairs)
        return values.has('code') && !values.has('grant_type')
          ? { values: new Map([...values, ['grant_type', 'authorization_code']]), repeated }
          : { values, repeated }
      },
    })),
  },
]
