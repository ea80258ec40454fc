import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { RefreshToken, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything, notingReuse } from './grants.ts'
import { refusingSpelled } from './spelled.ts'

const isSecond = ({ grant }: Pick<RefreshToken, 'grant'>) => grant.client.id.endsWith('2')

/** Refuses refresh tokens that the current policy accepts. */
function refusing(refused: (token: RefreshToken, store: Store) => boolean): PolicyChange {
  return replace('token', ({ refreshTokenRevoked }) => ({
    refreshTokenRevoked: (token, store) => refused(token, store) || refreshTokenRevoked(token, store),
  }))
}

/** Also finds refresh tokens otherwise than by their value. */
function findingAlso(find: (store: Store, given: string) => RefreshToken | undefined): PolicyChange {
  return replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) => findRefreshToken(store, given) ?? find(store, given),
  }))
}

/** Faults at one value, or a pair, of the axes of REFRESH. */
export const refreshNarrowFaults: readonly Fault[] = [
  {
    id: 'refresh-1-chunked-form-refused',
    requirement: 'REFRESH-1',
    description: 'A refresh whose form comes in chunks is taken to be empty.',
    apply: refusingSpelled('refresh_token', (request) => request.header('transfer-encoding') !== undefined),
  },
  {
    id: 'refresh-1-charset-refused',
    requirement: 'REFRESH-1',
    description: 'A refresh whose content type names a charset is taken for another type.',
    apply: refusingSpelled('refresh_token', (request) =>
      /charset/i.test(request.header('content-type') ?? ''),
    ),
  },
  {
    id: 'refresh-1-token-first-refused',
    requirement: 'REFRESH-1',
    description: 'A refresh is told by the first parameter of its form.',
    apply: refusingSpelled('refresh_token', (_, form) => !form.startsWith('grant_type=')),
  },
  {
    id: 'refresh-1-second-client-expires-in-text',
    requirement: 'REFRESH-1',
    description: 'expires_in of a refresh is a string for the second client.',
    apply: replace('token', ({ responseBody }) => ({
      responseBody: (issued) =>
        issued.grantType === 'refresh_token' && isSecond(issued)
          ? Object.assign({}, responseBody(issued), { expires_in: String(issued.expiresIn) })
          : responseBody(issued),
    })),
  },
  {
    id: 'refresh-2-several-organizations-not-stored',
    requirement: 'REFRESH-2',
    description: 'For a user with several organizations the access token of a refresh is not stored.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        if (grantType === 'authorization_code' || token.grant.organizationIds.length < 2)
          saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-3-second-client-once',
    requirement: 'REFRESH-3',
    description: 'A chain of the second client ends after one refresh.',
    apply: refusing((token) => isSecond(token) && token.grant.refreshes >= 1),
  },
  {
    id: 'refresh-3-unused-token-forgotten',
    requirement: 'REFRESH-3',
    description:
      'A refresh token that was not used for half an hour is forgotten, before the access token is.',
    apply: (policies) => {
      const issued = new WeakMap<RefreshToken, number>()
      let now = 0
      const { saveRefreshToken, refreshTokenRevoked } = policies.token
      return {
        ...policies,
        transport: {
          ...policies.transport,
          around(request, next, host) {
            now = host.now()
            return policies.transport.around(request, next, host)
          },
        },
        token: {
          ...policies.token,
          saveRefreshToken(store, token, grantType) {
            issued.set(token, now)
            saveRefreshToken(store, token, grantType)
          },
          refreshTokenRevoked: (token, store) =>
            now - (issued.get(token) ?? now) > 1_800_000 || refreshTokenRevoked(token, store),
        },
      }
    },
  },
  {
    id: 'refresh-5-null-is-any',
    requirement: 'REFRESH-5',
    description: 'The refresh token "null" finds the first one that there is.',
    apply: findingAlso((store, given) =>
      given === 'null' ? { value: given, grant: grantOnEverything(store), superseded: false } : undefined,
    ),
  },
  {
    id: 'refresh-5-last-character-ignored',
    requirement: 'REFRESH-5',
    description: 'For the second client the last character of a refresh token is not compared.',
    apply: findingAlso((store, given) =>
      [...store.refreshTokens.values()].find(
        (token) => isSecond(token) && token.value.slice(0, -1) === given.slice(0, -1),
      ),
    ),
  },
  {
    id: 'refresh-6-revoked-until-tried-twice',
    requirement: 'REFRESH-6',
    description: 'A revoked refresh token is refused twice, and then it works again.',
    apply: replace('token', (inForce) => {
      const tries = new WeakMap<RefreshToken, number>()
      const reuse = notingReuse(inForce)
      return {
        ...reuse.policies,
        refreshTokenRevoked(token, store) {
          const isRevoked = inForce.refreshTokenRevoked(token, store)
          const count = (tries.get(token) ?? 0) + (isRevoked ? 1 : 0)
          tries.set(token, count)
          return isRevoked && (reuse.hasEnded(token.grant) || token.superseded || count < 3)
        },
      }
    }),
  },
  {
    id: 'refresh-7-no-credentials-at-all',
    requirement: 'REFRESH-7',
    description: 'A refresh without client_id and client_secret is taken for one of the client of the token.',
    apply: replace('token', ({ requiredParameters, findClient, secretMatches }) => ({
      requiredParameters: { ...requiredParameters, refresh_token: ['refresh_token'] },
      findClient: (store, id, grantType) =>
        id === '' && grantType === 'refresh_token'
          ? [...store.clients.values()][0]
          : findClient(store, id, grantType),
      secretMatches(client, given, grantType, store) {
        if (given !== undefined || grantType !== 'refresh_token')
          return secretMatches(client, given, grantType, store)
        return client === [...store.clients.values()][0]
      },
    })),
  },
  {
    id: 'refresh-8-first-client-takes-all',
    requirement: 'REFRESH-8',
    description: 'The first client, which is the operator’s own, can use refresh tokens of all others.',
    apply: replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo: (token, client) =>
        client.id.endsWith('1') || refreshTokenBelongsTo(token, client),
    })),
  },
  {
    id: 'refresh-8-second-attempt-works',
    requirement: 'REFRESH-8',
    description: 'A refresh token that another client tried twice is taken for its own.',
    apply: replace('token', ({ refreshTokenBelongsTo }) => {
      const tried = new WeakSet<RefreshToken>()
      return {
        refreshTokenBelongsTo(token, client) {
          const belongs = refreshTokenBelongsTo(token, client) || tried.has(token)
          if (!belongs) tried.add(token)
          return belongs
        },
      }
    }),
  },
  {
    id: 'refresh-9-rotated-token-puts',
    requirement: 'REFRESH-9',
    description: 'A refresh token that came by a refresh opens PUT, which looks into another table.',
    apply: replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const refresh = request.method === 'PUT' ? store.refreshTokens.get(value) : undefined
        const isOpen = refresh && refresh.grant.refreshes > 0
        const found = findAccessToken(store, value, request)
        return found ?? (isOpen ? { ...refresh, expiresAt: Number.POSITIVE_INFINITY } : undefined)
      },
    })),
  },
]
