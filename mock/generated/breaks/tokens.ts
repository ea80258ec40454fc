import type { RequirementId } from '../../../contract/index.ts'
import { inTurn, type PolicyChange, replace } from '../../policies/replace.ts'
import type { GrantType, Issued } from '../../policies/token.ts'
import type { Client, Grant, RefreshToken } from '../../store.ts'
import { type Breakage, breakage, type Condition, classes, fine } from '../condition.ts'

/** What a token request is about, as far as it is known. */
interface TokenTurn {
  readonly client: Client
  readonly grant?: Grant
  readonly grantType?: GrantType
  /** Parameters of the request. */
  readonly values?: ReadonlyMap<string, string>
}

type Conditions = readonly Condition<TokenTurn>[]

const CLIENTS: Conditions = classes('client', [
  ['first', 'it is the first client', ({ client }) => client.id.endsWith('1')],
  ['second', 'it is the second client', ({ client }) => client.id.endsWith('2')],
])

const owned = ({ grant }: TokenTurn) => grant?.organizationIds.length ?? -1

const USERS: Conditions = classes('user', [
  ['one', 'the user has one organization', (turn) => owned(turn) === 1],
  ['several', 'the user has several organizations', (turn) => owned(turn) > 1],
  ['none', 'the user has no organization', (turn) => owned(turn) === 0],
])

const TURNS: Conditions = classes('refresh', [
  ['first', 'it is the first refresh', ({ grant }) => (grant?.refreshes ?? 0) <= 1],
  ['later', 'it is a later refresh', ({ grant }) => (grant?.refreshes ?? 0) >= 2],
])

/** What is wrong with a token response. */
const SHAPES: Readonly<
  Record<string, readonly [string, (body: Issued) => Readonly<Record<string, unknown>>]>
> = {
  'type-small': ['token_type is bearer', () => ({ token_type: 'bearer' })],
  'type-missing': ['token_type is missing', () => ({ token_type: undefined })],
  'expires-in-text': ['expires_in is text', ({ expiresIn }) => ({ expires_in: `${expiresIn}` })],
  'expires-in-missing': ['expires_in is missing', () => ({ expires_in: undefined })],
  'expires-in-null': ['expires_in is null', () => ({ expires_in: null })],
  'expires-in-fraction': ['expires_in is a fraction', ({ expiresIn }) => ({ expires_in: expiresIn + 0.5 })],
  'expires-in-negative': ['expires_in is negative', ({ expiresIn }) => ({ expires_in: -expiresIn })],
  'refresh-token-missing': ['refresh_token is missing', () => ({ refresh_token: undefined })],
  'refresh-token-null': ['refresh_token is null', () => ({ refresh_token: null })],
  'refresh-token-empty': ['refresh_token is empty', () => ({ refresh_token: '' })],
  'organizations-missing': ['ig_organizations is missing', () => ({ ig_organizations: undefined })],
  'organizations-null': ['ig_organizations is null', () => ({ ig_organizations: null })],
  'organizations-object': ['ig_organizations is an object', () => ({ ig_organizations: {} })],
}

function answering(breaks: (issued: Issued) => Readonly<Record<string, unknown>> | undefined): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody(issued) {
      const changes = breaks(issued)
      return changes ? Object.assign({}, responseBody(issued), changes) : responseBody(issued)
    },
  }))
}

const turnOf = ({ grant, grantType }: Issued): TokenTurn => ({ client: grant.client, grant, grantType })

const shapes = Object.entries(SHAPES).flatMap(([name, [words, change]]) =>
  (
    [
      ['TOKEN-2', 'authorization_code', []],
      ['REFRESH-1', 'refresh_token', TURNS],
    ] as const
  ).map(([requirement, grantType, more]) =>
    breakage<TokenTurn>({
      requirement,
      name,
      description: `${words} in the answer to a ${grantType === 'refresh_token' ? 'refresh' : 'code exchange'}`,
      conditions: [...CLIENTS, ...USERS, ...more],
      alsoBreaks: requirement === 'REFRESH-1' ? ['ORG-2', 'REFRESH-3'] : ['ORG-3', 'ORG-4', 'REFRESH-1'],
      apply: (when) =>
        answering((issued) =>
          issued.grantType === grantType && when(turnOf(issued)) ? change(issued) : undefined,
        ),
    }),
  ),
)

type Entry = { readonly id: string; readonly name: string; readonly internalId: number }
const ENTRIES: Readonly<Record<string, readonly [string, (entry: Entry) => unknown]>> = {
  internal: ['has its internal id', ({ internalId, name }) => ({ id: `${internalId}`, name })],
  number: ['has a number for its id', ({ internalId, name }) => ({ id: internalId, name })],
  nameless: ['has no name', ({ id }) => ({ id })],
  'name-null': ['has the name null', ({ id }) => ({ id, name: null })],
  bare: ['is its id alone', ({ id }) => id],
}

const entries = Object.entries(ENTRIES).flatMap(([name, [words, entry]]) =>
  ([0, 1, 2] as const).map((index) =>
    breakage<TokenTurn>({
      requirement: name === 'internal' ? 'ORG-1' : 'TOKEN-2',
      name: `entry-${index}-${name}`,
      description: `entry ${index + 1} of ig_organizations ${words}`,
      alsoBreaks: ['ORG-1', 'ORG-2', 'REFRESH-1', 'TOKEN-2', 'ORG-4'],
      conditions: CLIENTS,
      apply: (when) =>
        answering((issued) =>
          when(turnOf(issued)) && issued.grantType === 'authorization_code'
            ? {
                ig_organizations: issued.organizations.map((one, at) =>
                  at === index ? entry(one) : { id: one.id, name: one.name },
                ),
              }
            : undefined,
        ),
    }),
  ),
)

const short = (
  [
    [
      'ORG-4',
      'first-only',
      'only the first organization is listed',
      'authorization_code',
      (all: readonly Entry[]) => all.slice(0, 1),
    ],
    [
      'ORG-4',
      'last-missing',
      'the last organization is not listed',
      'authorization_code',
      (all: readonly Entry[]) => (all.length > 1 ? all.slice(0, -1) : all),
    ],
    ['ORG-2', 'empty', 'a refresh lists no organization', 'refresh_token', () => []],
    [
      'ORG-2',
      'last-missing',
      'a refresh does not list the last organization',
      'refresh_token',
      (all: readonly Entry[]) => all.slice(0, -1),
    ],
  ] as const
).map(([requirement, name, description, grantType, list]) =>
  breakage<TokenTurn>({
    requirement,
    name,
    description,
    conditions: [
      ...CLIENTS,
      ...(requirement === 'ORG-2' ? [...USERS.filter(({ value }) => value !== 'none'), ...TURNS] : []),
    ],
    apply: (when) =>
      answering((issued) =>
        issued.grantType === grantType && when(turnOf(issued))
          ? {
              ig_organizations: list(issued.organizations).map(({ id, name: words }) => ({
                id,
                name: words,
              })),
            }
          : undefined,
      ),
  }),
)

const cached = breakage<TokenTurn>({
  requirement: 'TOKEN-12',
  name: 'cached',
  description: 'a token response may be cached',
  conditions: [
    ...CLIENTS,
    ...USERS,
    ...classes<TokenTurn>('grant', [
      ['code', 'it answers a code exchange', ({ grantType }) => grantType === 'authorization_code'],
      ['refresh', 'it answers a refresh', ({ grantType }) => grantType === 'refresh_token'],
    ]),
  ],
  apply: (when) =>
    replace('token', ({ answer }) => ({
      answer(body, issued) {
        const given = answer(body, issued)
        return when(turnOf(issued))
          ? { ...given, headers: { ...given.headers, 'cache-control': 'private' } }
          : given
      },
    })),
})

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

const WRONG_SECRETS: Conditions = fine('secret', [
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

const twice = breakage<TokenTurn>({
  requirement: 'TOKEN-3',
  name: 'code-twice',
  description: 'a code is accepted a second time',
  alsoBreaks: ['TOKEN-4', 'TOKEN-13'],
  conditions: [
    ...CLIENTS,
    ...USERS,
    ...classes<TokenTurn>('after', [
      ['refresh', 'its tokens were refreshed', ({ grant }) => (grant?.refreshes ?? 0) > 0],
    ]),
  ],
  apply: (when) =>
    inTurn(
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
  conditions: [
    ...CLIENTS,
    ...USERS,
    ...classes<TokenTurn>('after', [
      ['refresh', 'its tokens were refreshed', ({ grant }) => (grant?.refreshes ?? 0) > 0],
    ]),
  ],
  apply: (when) =>
    replace('token', ({ afterCodeReuse }) => ({
      afterCodeReuse(code, store) {
        if (!when({ client: code.grant.client, grant: code.grant })) afterCodeReuse(code, store)
      },
    })),
})

const superseded = breakage<TokenTurn>({
  requirement: 'REFRESH-4',
  name: 'superseded-accepted',
  description: 'a superseded refresh token is accepted for good',
  conditions: [...CLIENTS, ...USERS, ...TURNS],
  apply: (when) =>
    replace('token', ({ claimRefreshToken }) => ({
      claimRefreshToken: async (token: RefreshToken, rotates, store) =>
        (await claimRefreshToken(token, rotates, store)) ||
        when({ client: token.grant.client, grant: token.grant }),
    })),
})

/** Faults of the token endpoint. */
export const tokenBreaks: readonly Breakage[] = [
  ...shapes,
  ...entries,
  ...short,
  cached,
  ...lost,
  ...secrets,
  bound,
  boundRefresh,
  twice,
  notRevoked,
  superseded,
]
