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
]
