import { skipStateCheck } from 'openid-client'
import type { Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { afterFailure } from './after-failure.ts'
import { acceptingCallbacks } from './callbacks.ts'
import type { Fault } from './fault.ts'

/** States of finished flows: of the session while another is under way, or of all others. */
const ofFinishedFlows = (isTaken: (isOwn: boolean, customer: Customer) => boolean) =>
  replace('flows', ({ expectedState }) => {
    const finished = new Map<string, Customer>()
    return {
      expectedState(customer, callback) {
        const given = callback.get('state') ?? ''
        const owner = finished.get(given)
        const isOld = owner !== undefined && isTaken(owner === customer, customer)
        const expected = expectedState(customer, callback)
        if (isOld) return given
        if (given === expected) finished.set(given, customer)
        return expected
      },
    }
  })

/** Any state, for a customer whose flow failed before. */
const anyAfterFailure = afterFailure((hasFailed) =>
  acceptingCallbacks(
    (customer, given) => given !== null && customer.state !== undefined && hasFailed(customer),
  ),
)

/** Any state, for a customer who began a flow while another waited. */
const anyInSecondTab: PolicyChange = (policies) => {
  const waiting = new WeakSet<Customer>()
  return combine(
    replace('flows', ({ newState }) => ({
      newState(customer) {
        if (customer.state !== undefined) waiting.add(customer)
        return newState(customer)
      },
    })),
    acceptingCallbacks(
      (customer, given) => given !== null && customer.state !== undefined && waiting.has(customer),
    ),
  )(policies)
}

/** Any state, for a customer who has to connect again. */
const anyAfterCutOff: PolicyChange = (policies) => {
  const cutOff = new WeakSet<Customer>()
  return combine(
    replace('tokens', ({ forget }) => ({
      forget(customer) {
        cutOff.add(customer)
        forget(customer)
      },
    })),
    acceptingCallbacks((customer, given) => given !== null && cutOff.has(customer)),
  )(policies)
}

/** Any state, for a customer who has looked at the first page, and has no flow to compare it with. */
const anyAfterFirstPage: PolicyChange = (policies) => {
  const came = new WeakSet<Customer>()
  return combine(
    replace('pages', ({ home }) => ({
      home(c) {
        came.add(c.var.customer)
        return home(c)
      },
    })),
    acceptingCallbacks(
      (customer) => came.has(customer) && customer.state === undefined && customer.connection === undefined,
    ),
  )(policies)
}

/** The code of a refused callback is used when the next one is good. */
const codeOfRefused = replace('flows', ({ expectedState }) => {
  const kept = new WeakMap<Customer, string>()
  return {
    expectedState(customer, callback) {
      const isRefused = callback.get('state') !== customer.state
      const code = kept.get(customer) ?? callback.get('code')
      if (code !== null && isRefused) kept.set(customer, code)
      if (code !== null && !isRefused) callback.set('code', code)
      if (isRefused) return undefined
      return expectedState(customer, callback)
    },
  }
})

/** Callbacks of flows that are not the first of their customer. */
/** Goes back to the authorization endpoint with the address of the flow that failed. */
const beginsAnew: PolicyChange = (policies) => {
  const begun = new WeakMap<Customer, URL>()
  return replace('pages', ({ authorize, notConnected }) => ({
    authorize(c, url) {
      begun.set(c.var.customer, url)
      return authorize(c, url)
    },
    notConnected(c) {
      const { customer } = c.var
      const url = begun.get(customer)
      const state = url?.searchParams.get('state')
      if (!url || !state || c.req.query('state') !== state || c.req.query('error')) return notConnected(c)
      customer.state = state
      return authorize(c, url)
    },
  }))(policies)
}

export const laterCallbackFaults: readonly Fault[] = [
  {
    id: 'partner-3-any-who-is-connected',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'Who is connected already and connects again may bring any state.',
    apply: acceptingCallbacks(
      ({ connection, state }, given) => given !== null && state !== undefined && connection !== undefined,
    ),
  },
  {
    id: 'partner-3-any-after-failure',
    requirement: 'PARTNER-3',
    description: 'When a flow has failed, the next one is let through with any state.',
    apply: anyAfterFailure,
  },
  {
    id: 'partner-3-any-in-second-tab',
    requirement: 'PARTNER-3',
    description: 'Where flows in two tabs wait, the state is not compared.',
    apply: anyInSecondTab,
  },
  {
    id: 'partner-3-any-after-cut-off',
    requirement: 'PARTNER-3',
    description: 'Who has to connect again, since the refresh token is dead, may bring any state.',
    apply: anyAfterCutOff,
  },
  {
    id: 'partner-3-finished-while-another-waits',
    requirement: 'PARTNER-3',
    alsoBreaks: ['PARTNER-5'],
    description: 'The state of a finished flow is taken as long as another flow is under way.',
    apply: ofFinishedFlows((isOwn, { state }) => isOwn && state !== undefined),
  },
  {
    id: 'partner-3-word-for-none',
    requirement: 'PARTNER-3',
    description:
      'Where no flow is under way, the state is compared with what a template makes of it: undefined.',
    apply: acceptingCallbacks(({ state }, given) => `${state}` === given),
  },
  {
    id: 'partner-3-word-for-none-after-flow',
    requirement: 'PARTNER-3',
    description: 'When a flow is over the database has null for its state, which is compared as a word.',
    apply: acceptingCallbacks(
      ({ state, connection }, given) => state === undefined && connection !== undefined && given === 'null',
    ),
  },
  {
    id: 'partner-3-list-for-state',
    requirement: 'PARTNER-3',
    description: 'A state that comes as a list cannot be compared as a text, which counts as no difference.',
    apply: replace('flows', ({ expectedState }) => ({
      expectedState(customer, callback) {
        const expected = expectedState(customer, callback)
        return expected !== undefined && callback.has('state[]') ? skipStateCheck : expected
      },
    })),
  },
  {
    id: 'partner-3-beside-other-error',
    requirement: 'PARTNER-3',
    description: 'Only access_denied is known as an error: beside any other one the code is exchanged.',
    apply: replace('flows', ({ expectedState }) => ({
      expectedState(customer, callback) {
        if (callback.get('error') !== 'access_denied') callback.delete('error')
        return expectedState(customer, callback)
      },
    })),
  },
  {
    id: 'partner-3-check-overrun',
    requirement: 'PARTNER-3',
    description: 'The check fails at a state of more than 255 characters, and what failed lets it through.',
    apply: acceptingCallbacks((_customer, given) => given !== null && given.length > 255),
  },
  {
    id: 'partner-3-finished-by-another',
    requirement: 'PARTNER-3',
    description: 'The state of a flow that another customer finished is taken.',
    apply: ofFinishedFlows((isOwn) => !isOwn),
  },
  {
    id: 'partner-3-any-after-first-page',
    requirement: 'PARTNER-3',
    description: 'Whoever has a session and no flow in it may bring any state.',
    apply: anyAfterFirstPage,
  },
  {
    id: 'partner-3-code-of-refused-callback',
    requirement: 'PARTNER-3',
    description: 'A code that came with a wrong state is kept, and used for the next callback that is right.',
    apply: codeOfRefused,
  },
  {
    id: 'partner-2-kept-for-new-flow',
    requirement: 'PARTNER-2',
    alsoBreaks: ['PARTNER-3', 'PARTNER-5'],
    description: 'A callback whose code is refused leads to a new flow at once, which has the same state.',
    apply: beginsAnew,
  },
]
