import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import { type Breakage, breakage, classes } from '../condition.ts'
import { CLIENTS, type TokenTurn, TURNS, turnOf, USERS } from './token-turn.ts'

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
  // Which id of several is internal, nothing shows: of the only one donations do.
  (name === 'internal' ? [0] : [0, 1, 2]).map((index) =>
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

/** Faults of what the token endpoint answers. */
export const tokenAnswerBreaks: readonly Breakage[] = [...shapes, ...entries, ...short, cached]
