import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { GrantType, TokenPolicies } from '../../policies/token.ts'
import type { Client } from '../../store.ts'
import type { Fault } from '../fault.ts'

/** Replaces the check of the client secret for refreshes; `correct` is the result of the current policy. */
function refreshSecret(
  decide: (client: Client, given: string | undefined, correct: boolean) => boolean,
): PolicyChange {
  return replace('token', ({ secretMatches }) => ({
    secretMatches(client, given, grantType, store) {
      const correct = secretMatches(client, given, grantType, store)
      return grantType === 'refresh_token' ? decide(client, given, correct) : correct
    },
  }))
}

/** Makes a parameter of refreshes optional. */
function withoutParameter(
  { requiredParameters }: TokenPolicies,
  missing: string,
): Pick<TokenPolicies, 'requiredParameters'> {
  const required: Record<GrantType, readonly string[]> = {
    ...requiredParameters,
    refresh_token: requiredParameters.refresh_token.filter((name) => name !== missing),
  }
  return { requiredParameters: required }
}

/** The faults that break REFRESH-7 and REFRESH-8. */
export const refreshClientFaults: readonly Fault[] = [
  {
    id: 'refresh-7-secret-not-checked',
    requirement: 'REFRESH-7',
    description: 'A refresh needs some client_secret, but not the right one.',
    apply: refreshSecret((_client, given) => given !== undefined),
  },
  {
    id: 'refresh-7-secret-prefix',
    requirement: 'REFRESH-7',
    description: 'A refresh takes the beginning of the secret for all of it.',
    apply: refreshSecret(
      ({ secret }, given, correct) =>
        correct || (given !== undefined && given.length > 8 && secret.startsWith(given)),
    ),
  },
  {
    id: 'refresh-7-secret-optional',
    requirement: 'REFRESH-7',
    description: 'A refresh without client_secret is taken for one of a public client.',
    apply: replace('token', (correct) => ({
      ...withoutParameter(correct, 'client_secret'),
      secretMatches: (client, given, grantType, store) =>
        given === undefined || correct.secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'refresh-7-client-id-optional',
    requirement: 'REFRESH-7',
    description: 'A refresh without client_id is taken for one of the first client.',
    apply: replace('token', (correct) => ({
      ...withoutParameter(correct, 'client_id'),
      findClient: (store, id, grantType) =>
        id === '' ? [...store.clients.values()][0] : correct.findClient(store, id, grantType),
    })),
  },
  {
    id: 'refresh-8-client-not-compared',
    requirement: 'REFRESH-8',
    description: 'A refresh token works for any client with credentials of its own.',
    apply: replace('token', () => ({ refreshTokenBelongsTo: () => true })),
  },
  {
    id: 'refresh-8-rotated-token-unbound',
    requirement: 'REFRESH-8',
    description:
      'The refresh token of the code exchange is bound to its client, those that replace it are not.',
    apply: replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo: (token, client) =>
        token.grant.refreshes > 0 || refreshTokenBelongsTo(token, client),
    })),
  },
]
