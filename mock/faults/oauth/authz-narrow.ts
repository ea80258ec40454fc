import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Client } from '../../store.ts'
import type { Fault } from '../fault.ts'

type Values = ReadonlyMap<string, string>

/** Passes requests over without a look at these parameters where they are as `when` says. */
function passing(error: string, when: (values: Values) => boolean): PolicyChange {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem(parameters) {
      const problem = requestProblem(parameters)
      return problem?.error === error && when(parameters.values) ? undefined : problem
    },
  }))
}

/** Reads the response type otherwise. */
function readingTypes(read: (type: string) => string): PolicyChange {
  return replace('authorization', ({ requestProblem }) => ({
    requestProblem: ({ values, repeated }) =>
      requestProblem({
        values: new Map([...values].map(([name, one]) => [name, name === 'response_type' ? read(one) : one])),
        repeated,
      }),
  }))
}

const isOfSecond = (values: Values) => values.get('client_id')?.endsWith('2') ?? false

/** Counts the successes of each client. */
function afterSuccess(when: (client: Client) => void): PolicyChange {
  return replace('authorization', ({ saveCode }) => ({
    saveCode(store, code) {
      when(code.grant.client)
      saveCode(store, code)
    },
  }))
}

/** Skips what is wrong of this kind once a client has had a code. */
function laxOnceItWorked(error: string): PolicyChange {
  return (policies) => {
    const known = new Set<string>()
    const remembered = afterSuccess(({ id }) => known.add(id))(policies)
    return passing(error, (values) => known.has(values.get('client_id') ?? ''))(remembered)
  }
}

/** Faults of AUTHZ-1, AUTHZ-3, AUTHZ-4 and AUTHZ-8 that show at one value of an axis, or at a pair of two. */
export const authzNarrowFaults: readonly Fault[] = [
  {
    id: 'authz-1-second-client-answered-in-fragment',
    requirement: 'AUTHZ-1',
    alsoBreaks: ['ORG-3'],
    description: 'The second client gets its code in the fragment instead of the query.',
    apply: replace('authorization', ({ callbackUrl }) => ({
      callbackUrl(redirectUri, parameters, outcome) {
        const url = callbackUrl(redirectUri, parameters, outcome)
        return 'code' in outcome && redirectUri.includes('partner-2') ? url.replace('?', '#') : url
      },
    })),
  },
  {
    id: 'authz-1-order-of-parameters',
    requirement: 'AUTHZ-1',
    description: 'A request whose state comes first is taken for one that was cut off, and refused.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem: (parameters) =>
        requestProblem(parameters) ??
        ([...parameters.values.keys()][0] === 'state'
          ? { error: 'invalid_request', description: 'response_type must come first.' }
          : undefined),
    })),
  },
  {
    id: 'authz-3-second-client-needs-state',
    requirement: 'AUTHZ-3',
    description: 'Only the second client has to send a state.',
    apply: replace('authorization', ({ requestProblem }) => ({
      requestProblem: (parameters) =>
        requestProblem(parameters) ??
        (isOfSecond(parameters.values) && !parameters.values.has('state')
          ? { error: 'invalid_request', description: 'state is missing.' }
          : undefined),
    })),
  },
  {
    id: 'authz-4-blank-behind',
    requirement: 'AUTHZ-4',
    description: 'Blanks behind the response_type are trimmed.',
    apply: readingTypes((type) => type.trimEnd()),
  },
  {
    id: 'authz-4-list-that-begins-with-code',
    requirement: 'AUTHZ-4',
    description: 'A list of response types passes where its first word is code and its last is none.',
    apply: readingTypes((type) => (type === 'code none' ? 'code' : type)),
  },
  {
    id: 'authz-4-all-three-types',
    requirement: 'AUTHZ-4',
    description: 'The list of all three response types passes in one order only.',
    apply: readingTypes((type) => (type === 'id_token token code' ? 'code' : type)),
  },
  {
    id: 'authz-4-cut-at-null-byte',
    requirement: 'AUTHZ-4',
    description: 'The response_type is read up to its first NUL.',
    apply: readingTypes((type) => type.split('\0')[0] ?? ''),
  },
  {
    id: 'authz-4-token-without-state',
    requirement: 'AUTHZ-4',
    description: 'In a request without state the response_type is not checked.',
    apply: passing('unsupported_response_type', (values) => !values.has('state')),
  },
  {
    id: 'authz-4-second-client-may-all',
    requirement: 'AUTHZ-4',
    description: 'For the second client every response_type is taken for code.',
    apply: passing('unsupported_response_type', isOfSecond),
  },
  {
    id: 'authz-4-not-checked-once-it-worked',
    requirement: 'AUTHZ-4',
    description: 'Once a client has had a code its response_type is not checked any more.',
    apply: laxOnceItWorked('unsupported_response_type'),
  },
  {
    id: 'authz-8-optional-for-second-client',
    requirement: 'AUTHZ-8',
    description: 'The second client may leave out the scope.',
    apply: passing('invalid_scope', isOfSecond),
  },
  {
    id: 'authz-8-optional-without-state',
    requirement: 'AUTHZ-8',
    description: 'A request that has neither scope nor state gets a default scope and a code.',
    apply: passing('invalid_scope', (values) => !values.has('state')),
  },
  {
    id: 'authz-8-remembered',
    requirement: 'AUTHZ-8',
    description: 'Once a client has had a code, a request without scope gets the scope of that time.',
    apply: laxOnceItWorked('invalid_scope'),
  },
  {
    id: 'authz-4-number',
    requirement: 'AUTHZ-4',
    description: 'A number is taken for an index into the list of response types.',
    apply: readingTypes((type) => (/^\d+$/.test(type) ? 'code' : type)),
  },
  {
    id: 'authz-4-abbreviated',
    requirement: 'AUTHZ-4',
    description: 'The beginning of the word is enough, as on a command line.',
    apply: readingTypes((type) => (type !== '' && 'code'.startsWith(type) ? 'code' : type)),
  },
]
