import { replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Looks up a code as it reads it. */
function readingCodes(read: (value: string) => string) {
  return replace('token', ({ findCode }) => ({ findCode: (store, value) => findCode(store, read(value)) }))
}

/** Changes the states that callbacks bring back. */
function returning(change: (state: string) => string) {
  return replace('authorization', ({ keepState }) => ({
    keepState(parameters) {
      const state = keepState(parameters)
      return state === undefined ? undefined : change(state)
    },
  }))
}

/** What a database gives first for a text with underscores, each of which stands for one character (LIKE of SQL). */
export function firstLike<Row>(rows: ReadonlyMap<string, Row>, given: string): Row | undefined {
  const isLike = (value: string) =>
    value.length === given.length && [...given].every((one, at) => one === '_' || one === value[at])
  return [...rows].find(([value]) => isLike(value))?.[1]
}

/** Faults that show where a parser or a filter reads a value as another one. */
export const misreadRequestFaults: readonly Fault[] = [
  {
    id: 'authz-2-line-ends-filtered',
    requirement: 'AUTHZ-2',
    description:
      'What would be line ends if it were decoded is taken out of a state (a filter against splitting).',
    apply: returning((state) => state.replace(/%0[ad]/gi, '')),
  },
  {
    id: 'authz-2-addresses-normalized',
    requirement: 'AUTHZ-2',
    description: 'A state that is an address is written as URL libraries do, with a path.',
    apply: returning((state) =>
      /^https?:\/\//i.test(state) && URL.canParse(state) ? new URL(state).href : state,
    ),
  },
  {
    id: 'authz-2-quotes-taken-off',
    requirement: 'AUTHZ-2',
    description: 'Quotes around a state are taken off (a cookie of RFC 2109).',
    apply: returning((state) => state.replace(/^"(.*)"$/, '$1')),
  },
  {
    id: 'authz-6-backslashes-accepted',
    requirement: 'AUTHZ-6',
    description: 'Backslashes in a redirect URI are taken for slashes.',
    apply: replace('authorization', ({ redirectUriMatches }) => ({
      redirectUriMatches: (registered, given) => redirectUriMatches(registered, given.replaceAll('\\', '/')),
    })),
  },
  {
    id: 'token-5-dot-ignored',
    requirement: 'TOKEN-5',
    description: 'A dot behind a code is ignored.',
    apply: readingCodes((value) => value.replace(/\.$/, '')),
  },
  {
    id: 'token-5-fragment-ignored',
    requirement: 'TOKEN-5',
    description: 'What follows a hash in a code is ignored.',
    apply: readingCodes((value) => value.split('#')[0] ?? ''),
  },
  {
    id: 'refresh-5-dot-ignored',
    requirement: 'REFRESH-5',
    description: 'A dot behind a refresh token is ignored.',
    apply: replace('token', ({ findRefreshToken }) => ({
      findRefreshToken: (store, value) => findRefreshToken(store, value.replace(/\.$/, '')),
    })),
  },
  {
    id: 'token-5-wildcards-of-first-row',
    requirement: 'TOKEN-5',
    description:
      'The database takes an underscore for any character, and gives the first code that is like it.',
    apply: replace('token', ({ findCode }) => ({
      findCode: (store, value) => findCode(store, value) ?? firstLike(store.codes, value),
    })),
  },
  {
    id: 'refresh-5-wildcards-of-first-row',
    requirement: 'REFRESH-5',
    description:
      'The database takes an underscore for any character, and gives the first token that is like it.',
    apply: replace('token', ({ findRefreshToken }) => ({
      findRefreshToken: (store, value) =>
        findRefreshToken(store, value) ?? firstLike(store.refreshTokens, value),
    })),
  },
]
