import { replace } from '../../policies/replace.ts'
import type { Grant } from '../../store.ts'
import { type Breakage, breakage, type Condition, classes } from '../condition.ts'

type Likeness = readonly [words: string, isAlike: (given: string, known: string) => boolean]

const sameLength = (given: string, known: string) => given.length === known.length && given !== known

/** How a value that is none is taken for the right one, by those who fold, cut, trim or decode it. */
const LIKENESSES: Readonly<Record<string, Likeness>> = {
  case: [
    'in another letter case',
    (given, known) => given !== known && given.toLowerCase() === known.toLowerCase(),
  ],
  longer: [
    'with one character more',
    (given, known) => given.length === known.length + 1 && given.startsWith(known),
  ],
  'last-missing': ['without its last character', (given, known) => given === known.slice(0, -1)],
  'first-missing': ['without its first character', (given, known) => given === known.slice(1)],
  'last-other': [
    'with another last character',
    (given, known) => sameLength(given, known) && given.slice(0, -1) === known.slice(0, -1),
  ],
  'first-other': [
    'with another first character',
    (given, known) => sameLength(given, known) && given.slice(1) === known.slice(1),
  ],
  'middle-other': [
    'with another character in the middle',
    (given, known) =>
      sameLength(given, known) &&
      given.slice(0, 5) === known.slice(0, 5) &&
      given.slice(-5) === known.slice(-5),
  ],
  blanks: ['with a blank around it', (given, known) => given !== known && given.trim() === known],
}

/** Whose the value is. */
interface Whose {
  readonly client: string
  readonly grant?: Grant
}

const CLIENTS: readonly Condition<Whose>[] = classes('client', [
  ['first', 'it is of the first client', ({ client }) => client.endsWith('1')],
  ['second', 'it is of the second client', ({ client }) => client.endsWith('2')],
])

const whose = (grant: Grant): Whose => ({ client: grant.client.id, grant })

/** Faults of values that are compared carelessly. */
export const likeBreaks: readonly Breakage[] = Object.entries(LIKENESSES).flatMap(
  ([name, [words, isAlike]]) => [
    breakage<Whose>({
      requirement: 'TOKEN-5',
      name: `code-${name}`,
      description: `a code ${words} is accepted`,
      conditions: CLIENTS,
      apply: (when) =>
        replace('token', ({ findCode }) => ({
          findCode: (store, given) =>
            findCode(store, given) ??
            [...store.codes.values()].find((code) => isAlike(given, code.value) && when(whose(code.grant))),
        })),
    }),
    breakage<Whose>({
      requirement: 'REFRESH-5',
      name: `token-${name}`,
      description: `a refresh token ${words} is accepted`,
      conditions: CLIENTS,
      apply: (when) =>
        replace('token', ({ findRefreshToken }) => ({
          findRefreshToken: (store, given) =>
            findRefreshToken(store, given) ??
            [...store.refreshTokens.values()].findLast(
              (token) => isAlike(given, token.value) && when(whose(token.grant)),
            ),
        })),
    }),
    ...(
      [
        ['TOKEN-8', 'authorization_code'],
        ['REFRESH-7', 'refresh_token'],
      ] as const
    ).map(([requirement, wanted]) =>
      breakage<Whose>({
        requirement,
        name: `secret-${name}`,
        description: `a client secret ${words} is accepted`,
        conditions: CLIENTS,
        apply: (when) =>
          replace('token', ({ secretMatches }) => ({
            secretMatches: (client, given, grantType, store) =>
              secretMatches(client, given, grantType, store) ||
              (grantType === wanted &&
                given !== undefined &&
                isAlike(given, client.secret) &&
                when({ client: client.id })),
          })),
      }),
    ),
  ],
)
