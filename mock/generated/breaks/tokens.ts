import type { RequirementId } from '../../../contract/index.ts'
import { combine, replace } from '../../policies/replace.ts'
import type { GrantType } from '../../policies/token.ts'
import type { Grant, RefreshToken } from '../../store.ts'
import { type Breakage, breakage, classes, fine } from '../condition.ts'
import { CLIENTS, type TokenConditions, type TokenTurn, TURNS, USERS } from './token-turn.ts'

const lost = (
  [
    ['REFRESH-2', 'access-token-lost', 'the access token of a refresh is not stored'],
    ['REFRESH-3', 'refresh-token-lost', 'the refresh token of a refresh is not stored'],
  ] as const
).map(([requirement, name, description]) =>
  breakage<TokenTurn>({
    requirement,
    name,
    description,
    conditions: [
      ...CLIENTS,
      ...USERS,
      ...TURNS,
      ...fine<TokenTurn>(
        'refresh',
        [3, 4, 5].map((turn) => [
          `${turn}`,
          `it is refresh ${turn}`,
          ({ grant }) => grant?.refreshes === turn,
        ]),
      ),
    ],
    apply: (when) =>
      replace('token', ({ saveAccessToken, saveRefreshToken }) => {
        const isLost = (grant: Grant, grantType: GrantType) =>
          grantType === 'refresh_token' && when({ client: grant.client, grant, grantType })
        return requirement === 'REFRESH-2'
          ? {
              saveAccessToken: (store, token, grantType) =>
                isLost(token.grant, grantType) || saveAccessToken(store, token, grantType),
            }
          : {
              saveRefreshToken: (store, token, grantType) =>
                isLost(token.grant, grantType) || saveRefreshToken(store, token, grantType),
            }
      }),
  }),
)

const WRONG_SECRETS: TokenConditions = fine('secret', [
  ['wrong', 'the secret is wrong', ({ values }) => values?.has('client_secret') ?? false],
  ['missing', 'the secret is missing', ({ values }) => !values?.has('client_secret')],
])

/** Whether the secret counts. */
const secrets = (
  [
    ['TOKEN-8', 'authorization_code'],
    ['REFRESH-7', 'refresh_token'],
  ] as const
).map(([requirement, wanted]: readonly [RequirementId, GrantType]) =>
  breakage<TokenTurn>({
    requirement,
    name: 'secret-not-compared',
    description: 'a wrong or missing client_secret is accepted',
    alsoBreaks: requirement === 'TOKEN-8' ? ['TOKEN-10'] : [],
    conditions: [...CLIENTS, ...WRONG_SECRETS],
    apply: (when) =>
      replace('token', ({ requiredParameters, secretMatches }) => ({
        requiredParameters: {
          ...requiredParameters,
          [wanted]: requiredParameters[wanted].filter((name) => name !== 'client_secret'),
        },
        secretMatches: (client, given, grantType, store) =>
          secretMatches(client, given, grantType, store) ||
          (grantType === wanted &&
            when({
              client,
              grantType,
              values: new Map(given === undefined ? [] : [['client_secret', given]]),
            })),
      })),
  }),
)

const bound = breakage<TokenTurn>({
  requirement: 'TOKEN-7',
  name: 'code-not-bound',
  description: "another client's code is accepted",
  conditions: [...CLIENTS, ...USERS],
  apply: (when) =>
    replace('token', ({ codeBelongsTo, redirectUriMatches }) => {
      let isForeign = false
      return {
        codeBelongsTo(code, client) {
          isForeign = code.grant.client !== client && when({ client, grant: code.grant })
          return isForeign || codeBelongsTo(code, client)
        },
        redirectUriMatches: (code, given) => isForeign || redirectUriMatches(code, given),
      }
    }),
})

const boundRefresh = breakage<TokenTurn>({
  requirement: 'REFRESH-8',
  name: 'token-not-bound',
  description: "another client's refresh token is accepted",
  conditions: [...CLIENTS, ...USERS, ...TURNS],
  apply: (when) =>
    replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo: (token, client) =>
        refreshTokenBelongsTo(token, client) || when({ client, grant: token.grant }),
    })),
})

const AFTER_REFRESH = classes<TokenTurn>('after', [
  ['refresh', 'its tokens were refreshed', ({ grant }) => (grant?.refreshes ?? 0) > 0],
])

const twice = breakage<TokenTurn>({
  requirement: 'TOKEN-3',
  name: 'code-twice',
  description: 'a code is accepted a second time',
  alsoBreaks: ['TOKEN-4', 'TOKEN-13'],
  conditions: [...CLIENTS, ...USERS, ...AFTER_REFRESH],
  apply: (when) =>
    combine(
      replace('token', ({ claimCode }) => ({
        claimCode: async (code, store) =>
          (await claimCode(code, store)) || when({ client: code.grant.client, grant: code.grant }),
      })),
    ),
})

const notRevoked = breakage<TokenTurn>({
  requirement: 'TOKEN-13',
  name: 'not-revoked',
  description: 'the second use of a code revokes nothing',
  conditions: [...CLIENTS, ...USERS, ...AFTER_REFRESH],
  apply: (when) =>
    replace('token', ({ afterCodeReuse }) => ({
      afterCodeReuse(code, store) {
        if (!when({ client: code.grant.client, grant: code.grant })) afterCodeReuse(code, store)
      },
    })),
})

/** A service may keep a token until both that replaced it were used: by then there were two refreshes. */
const REPLACED: TokenConditions = classes('replaced', [
  ['long-ago', 'three refreshes came after it', ({ grant }) => (grant?.refreshes ?? 0) > 2],
])

const superseded = breakage<TokenTurn>({
  requirement: 'REFRESH-4',
  name: 'superseded-accepted',
  description: 'a superseded refresh token is accepted for good',
  conditions: [...CLIENTS, ...USERS, ...REPLACED],
  apply: (when) =>
    replace('token', ({ claimRefreshToken }) => ({
      claimRefreshToken: async (token: RefreshToken, rotates, store) =>
        (await claimRefreshToken(token, rotates, store)) ||
        when({ client: token.grant.client, grant: token.grant }),
    })),
})

/** Faults of which codes and tokens the token endpoint takes. */
export const tokenBreaks: readonly Breakage[] = [
  ...lost,
  ...secrets,
  bound,
  boundRefresh,
  twice,
  notRevoked,
  superseded,
]
