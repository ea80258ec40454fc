import { randomBytes } from 'node:crypto'
import { skipStateCheck } from 'openid-client'
import type { Customer } from '../customers.ts'
import type { FlowPolicies } from '../policies/flows.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Takes a callback's state although it is not the one that is expected, where `accepts` says so. */
function acceptingStates(accepts: (given: string, expected: string) => boolean): PolicyChange {
  return acceptingCallbacks(
    ({ state }, given) => given !== null && state !== undefined && accepts(given, state),
  )
}

/** Lets a callback through where `accepts` says so; `given` is null where it has no state. */
export function acceptingCallbacks(
  accepts: (customer: Customer, given: string | null) => boolean,
): PolicyChange {
  return replace('flows', ({ expectedState }) => ({
    expectedState(customer, callback) {
      const given = callback.get('state')
      const accepted = accepts(customer, given)
      const expected = expectedState(customer, callback)
      if (!accepted) return expected
      if (!given) callback.delete('state')
      return given || skipStateCheck
    },
  }))
}

/** As `acceptingCallbacks`, for states of flows that were begun before. `remember` gets each new one. */
function remembering(
  accepts: () => { remember(state: string, customer: Customer): void } & Pick<FlowPolicies, 'expectedState'>,
): PolicyChange {
  return replace('flows', ({ newState, expectedState }) => {
    const { remember, expectedState: alsoExpected } = accepts()
    return {
      newState(customer) {
        const state = newState(customer)
        remember(state, customer)
        return state
      },
      expectedState(customer, callback) {
        const expected = expectedState(customer, callback)
        return callback.get('state') === expected ? expected : (alsoExpected(customer, callback) ?? expected)
      },
    }
  })
}

/** States of all sessions. */
const ofAnybody = remembering(() => {
  const begun = new Set<string>()
  return {
    remember: (state) => void begun.add(state),
    expectedState(_customer, callback) {
      const given = callback.get('state') ?? ''
      return begun.delete(given) ? given : undefined
    },
  }
})

/** States of all sessions, for who is connected. */
const ofAnybodyWhenConnected = remembering(() => {
  const begun = new Set<string>()
  return {
    remember: (state) => void begun.add(state),
    expectedState({ connection }, callback) {
      const given = callback.get('state') ?? ''
      return connection && begun.delete(given) ? given : undefined
    },
  }
})

/** States of the session, finished or not. */
const ofEarlierFlows = remembering(() => {
  const begun = new WeakMap<Customer, Set<string>>()
  return {
    remember(state, customer) {
      begun.set(customer, (begun.get(customer) ?? new Set()).add(state))
    },
    expectedState(customer, callback) {
      const given = callback.get('state') ?? ''
      return begun.get(customer)?.has(given) ? given : undefined
    },
  }
})

export const callbackFaults: readonly Fault[] = [
  {
    id: 'partner-3-not-checked',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'Whatever state a callback brings, its code is exchanged.',
    apply: acceptingCallbacks(() => true),
  },
  {
    id: 'partner-3-any-while-waiting',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'While a flow is under way, any state will do.',
    apply: acceptingStates(() => true),
  },
  {
    id: 'partner-3-end-compared',
    requirement: 'PARTNER-3',
    description: 'The end of the expected state is compared, so the last characters of a state will do.',
    apply: acceptingStates((given, expected) => given !== '' && expected.endsWith(given)),
  },
  {
    id: 'partner-3-only-where-present',
    requirement: 'PARTNER-3',
    description: 'The state is compared where the callback has one, and a callback without one is taken.',
    apply: acceptingCallbacks((_customer, given) => given === null),
  },
  {
    id: 'partner-3-empty-taken',
    requirement: 'PARTNER-3',
    description: 'An empty state counts as a match.',
    apply: acceptingCallbacks((_customer, given) => given === ''),
  },
  {
    id: 'partner-3-beginning',
    requirement: 'PARTNER-3',
    description: 'The first eight characters of the state are compared.',
    apply: acceptingStates((given, expected) => given.slice(0, 8) === expected.slice(0, 8)),
  },
  {
    id: 'partner-3-end',
    requirement: 'PARTNER-3',
    description: 'The first character of the state is passed over.',
    apply: acceptingStates((given, expected) => given.slice(1) === expected.slice(1)),
  },
  {
    id: 'partner-3-lengthened',
    requirement: 'PARTNER-3',
    description: 'A state that begins as it should may go on.',
    apply: acceptingStates((given, expected) => given.startsWith(expected)),
  },
  {
    id: 'partner-3-cleaned',
    requirement: 'PARTNER-3',
    description:
      'What is no letter, digit, hyphen or underscore is taken out of a state before it is compared.',
    apply: acceptingStates((given, expected) => given.replace(/[^\w-]/g, '') === expected),
  },
  {
    id: 'partner-3-shortened',
    requirement: 'PARTNER-3',
    description: 'A state may end early.',
    apply: acceptingStates((given, expected) => given !== '' && expected.startsWith(given)),
  },
  {
    id: 'partner-3-letter-case',
    requirement: 'PARTNER-3',
    description: 'States are compared without regard to letter case.',
    apply: acceptingStates((given, expected) => given.toLowerCase() === expected.toLowerCase()),
  },
  {
    id: 'partner-3-length-only',
    requirement: 'PARTNER-3',
    description: 'A state of the right length is taken.',
    apply: acceptingStates((given, expected) => given.length === expected.length),
  },
  {
    id: 'partner-3-of-any-session',
    requirement: 'PARTNER-3',
    description: 'States are kept in one list for all sessions: that of a stranger is taken.',
    apply: ofAnybody,
  },
  {
    id: 'partner-3-of-earlier-flow',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'A state stays good after its flow is finished.',
    apply: ofEarlierFlows,
  },
  {
    id: 'partner-3-kept-until-next',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'The state is not forgotten when its flow is finished, only when the next one begins.',
    apply: replace('flows', () => ({ expectedState: ({ state }) => state })),
  },
  {
    id: 'partner-3-beside-error',
    requirement: 'PARTNER-3',
    description: 'A callback that brings an error and a code is taken for a success.',
    apply: replace('flows', ({ expectedState }) => ({
      expectedState(customer, callback) {
        callback.delete('error')
        return expectedState(customer, callback)
      },
    })),
  },
  {
    id: 'partner-3-checked-too-late',
    requirement: 'PARTNER-3',
    description: 'The code is exchanged first; then the state is compared and the tokens are thrown away.',
    apply: replace('flows', ({ expectedState, exchange }) => {
      const expected = new WeakMap<Customer, ReturnType<FlowPolicies['expectedState']>>()
      return {
        expectedState(customer, callback) {
          expected.set(customer, expectedState(customer, callback))
          return callback.get('state') || skipStateCheck
        },
        async exchange(send, customer, callback) {
          const response = await exchange(send, customer, callback)
          if (callback.get('state') !== expected.get(customer)) throw new Error('another state')
          return response
        },
      }
    }),
  },
  {
    id: 'partner-3-signature-not-checked',
    requirement: 'PARTNER-3',
    description: 'The state is a random value and a signature, and the signature is not looked at.',
    apply: (policies) => {
      const signed = replace('flows', () => ({
        newState: () => `${randomBytes(24).toString('base64url')}.${randomBytes(24).toString('base64url')}`,
      }))
      const halfChecked = acceptingStates((given, expected) => given.split('.')[0] === expected.split('.')[0])
      return halfChecked(signed(policies))
    },
  },
  {
    id: 'partner-3-half',
    requirement: 'PARTNER-3',
    description: 'A state is compared without its second half, as a column of the database is too short.',
    apply: acceptingStates((given, expected) => given.slice(0, 21) === expected.slice(0, 21) && given !== ''),
  },
  {
    id: 'partner-3-of-anybody-when-connected',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'Who is connected may come back with the state of any session.',
    apply: ofAnybodyWhenConnected,
  },
]
