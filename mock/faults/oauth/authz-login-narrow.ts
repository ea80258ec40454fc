import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Fault } from '../fault.ts'

/** Alters the state before it is kept for the callback. */
function keeping(alter: (state: string, values: ReadonlyMap<string, string>) => string): PolicyChange {
  return replace('authorization', ({ keepState }) => ({
    keepState(parameters) {
      const state = keepState(parameters)
      return state && alter(state, parameters.values)
    },
  }))
}

/** Does not notice where this parameter is there twice. */
function toleratingTwice(name: string): PolicyChange {
  return replace('authorization', ({ collectParameters }) => ({
    collectParameters(pairs) {
      const { values, repeated } = collectParameters(pairs)
      return { values, repeated: repeated.filter((one) => one !== name) }
    },
  }))
}

/** Takes a repeated parameter for one, where its values are at these places of the query. */
function toleratingAt(areTolerated: (places: readonly number[]) => boolean): PolicyChange {
  return replace('authorization', ({ collectParameters }) => ({
    collectParameters(pairs) {
      const { values, repeated } = collectParameters(pairs)
      const placesOf = (name: string) => pairs.flatMap(([one], place) => (one === name ? [place] : []))
      return { values, repeated: repeated.filter((name) => !areTolerated(placesOf(name))) }
    },
  }))
}

/** Faults of AUTHZ-2 and AUTHZ-9 to AUTHZ-11 that show at one value of an axis, or at a pair of two. */
export const authzLoginNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-2-second-client-in-lower-case',
    requirement: 'AUTHZ-2',
    description: 'The state of the second client comes back in lower case.',
    apply: keeping((state, values) => (values.get('client_id')?.endsWith('2') ? state.toLowerCase() : state)),
  },
  {
    id: 'authz-2-several-organizations-cut-at-128',
    requirement: 'AUTHZ-2',
    description: 'Where the user owns several organizations, the state is cut off after 128 characters.',
    apply: replace('authorization', ({ saveCode, callbackParameters }) => {
      const ofSeveral = new Set<string>()
      return {
        saveCode(store, code) {
          if (code.grant.organizationIds.length > 1) ofSeveral.add(code.value)
          saveCode(store, code)
        },
        callbackParameters: (outcome, state) =>
          callbackParameters(
            outcome,
            'code' in outcome && ofSeveral.has(outcome.code) ? state?.slice(0, 128) : state,
          ),
      }
    }),
  },
  {
    id: 'authz-2-blank-only-dropped',
    requirement: 'AUTHZ-2',
    description: 'A state of nothing but blanks comes back as one blank.',
    apply: keeping((state) => (/^ +$/.test(state) ? ' ' : state)),
  },
  {
    id: 'authz-2-exactly-512',
    requirement: 'AUTHZ-2',
    description: 'The state is kept in a column of 511 characters.',
    apply: keeping((state) => state.slice(0, 511)),
  },
  {
    id: 'authz-2-trailing-backslash',
    requirement: 'AUTHZ-2',
    description: 'A backslash at the end of the state is lost.',
    apply: keeping((state) => state.replace(/(?<=.)\\$/, '')),
  },
  {
    id: 'authz-2-doubled-slashes',
    requirement: 'AUTHZ-2',
    description: 'Two slashes in a row come back as one.',
    apply: keeping((state) => state.replaceAll('//', '/')),
  },
  {
    id: 'authz-2-upper-case-identifier',
    requirement: 'AUTHZ-2',
    description: 'A state in the form of a UUID comes back in lower case.',
    apply: keeping((state) =>
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(state) ? state.toLowerCase() : state,
    ),
  },
  {
    id: 'authz-9-second-client-short-codes',
    requirement: 'AUTHZ-9',
    description: 'Codes of the second client are cut to ten characters.',
    apply: replace('authorization', ({ saveCode, callbackParameters }) => {
      const cut = new Map<string, string>()
      return {
        saveCode(store, code) {
          const isSecond = code.grant.client.id.endsWith('2')
          const value = isSecond ? code.value.slice(0, 10) : code.value
          cut.set(code.value, value)
          saveCode(store, { ...code, value })
        },
        callbackParameters: (outcome, state) =>
          callbackParameters(
            'code' in outcome ? { ...outcome, code: cut.get(outcome.code) ?? outcome.code } : outcome,
            state,
          ),
      }
    }),
  },
  {
    id: 'authz-10-long-state-dropped',
    requirement: 'AUTHZ-10',
    description: 'After a decline a state of more than 255 characters does not come back.',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        callbackParameters(outcome, 'error' in outcome && (state?.length ?? 0) > 255 ? undefined : state),
    })),
  },
  {
    id: 'authz-10-without-state-other-error',
    requirement: 'AUTHZ-10',
    description: 'Who declines a request without state is reported as a failure of the server.',
    apply: replace('authorization', ({ callbackParameters }) => ({
      callbackParameters: (outcome, state) =>
        callbackParameters(
          'error' in outcome && outcome.error === 'access_denied' && state === undefined
            ? { ...outcome, error: 'server_error' }
            : outcome,
          state,
        ),
    })),
  },
  {
    id: 'authz-11-state-twice',
    requirement: 'AUTHZ-11',
    description: 'A state may be there twice.',
    apply: toleratingTwice('state'),
  },
  {
    id: 'authz-11-scope-twice',
    requirement: 'AUTHZ-11',
    description: 'Scopes may be given in several parameters, of which the first counts.',
    apply: toleratingTwice('scope'),
  },
  {
    id: 'authz-11-apart',
    requirement: 'AUTHZ-11',
    description: 'Only repetitions that stand side by side are noticed.',
    apply: toleratingAt((places) => places.every((place) => !places.includes(place + 1))),
  },
  {
    id: 'authz-11-three-times',
    requirement: 'AUTHZ-11',
    description: 'What is looked for is a second value: where there is a third one, none is found.',
    apply: toleratingAt((places) => places.length > 2),
  },
]
