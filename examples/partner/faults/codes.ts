import type { Connection, Customer } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { afterFailure } from './after-failure.ts'
import type { Fault } from './fault.ts'

/** Long enough for the answer to be out, short enough for somebody to see it. */
const LATER_MS = 300

/** What a reloaded callback has to be compared with. */
interface Finished {
  readonly state: string | null
  readonly code: string | null
}

const reloadAfterRefresh = ((policies) => {
  const refreshed = new WeakSet<Connection>()
  const states = new WeakMap<Customer, string>()
  return combine(
    replace('tokens', ({ store }) => ({
      store(connection, tokens) {
        refreshed.add(connection)
        store(connection, tokens)
      },
    })),
    replace('flows', ({ expectedState }) => ({
      expectedState(customer, callback) {
        const state = callback.get('state') ?? ''
        const { connection } = customer
        if (connection && refreshed.has(connection) && states.get(customer) === state) return state
        states.set(customer, state)
        return expectedState(customer, callback)
      },
    })),
  )(policies)
}) satisfies PolicyChange

/** Sends the code of a customer again when the page after the callback is loaded for the second time. */
const againByPage: PolicyChange = (policies) => {
  const sends = new WeakMap<Customer, () => Promise<unknown>>()
  const loaded = new WeakSet<Customer>()
  return combine(
    replace('flows', ({ exchange }) => ({
      exchange(send, customer, callback) {
        sends.set(customer, send)
        return exchange(send, customer, callback)
      },
    })),
    replace('pages', ({ home }) => ({
      async home(c) {
        const { customer } = c.var
        if (loaded.has(customer))
          await sends
            .get(customer)?.()
            .catch(() => undefined)
        loaded.add(customer)
        return home(c)
      },
    })),
  )(policies)
}

export const codeFaults: readonly Fault[] = [
  {
    id: 'partner-5-reload',
    requirement: 'PARTNER-5',
    description:
      'A callback that the browser reloads is handled again, as its state is remembered with its code.',
    apply: replace('flows', ({ expectedState }) => {
      const finished = new WeakMap<Customer, Finished>()
      return {
        expectedState(customer, callback) {
          const [state, code] = [callback.get('state'), callback.get('code')]
          const last = finished.get(customer)
          if (state !== null && last?.state === state && last.code === code) return state
          finished.set(customer, { state, code })
          return expectedState(customer, callback)
        },
      }
    }),
  },
  {
    id: 'partner-5-by-the-page-after',
    requirement: 'PARTNER-5',
    description: 'The page after the callback exchanges the code once more where it is loaded again.',
    apply: againByPage,
  },
  {
    id: 'partner-5-retried',
    requirement: 'PARTNER-5',
    description: 'A refused code is sent once more.',
    apply: replace('flows', ({ exchange }) => ({
      exchange: (send, ...flow) => exchange(send, ...flow).catch(() => send()),
    })),
  },
  {
    id: 'partner-5-retried-three-times',
    requirement: 'PARTNER-5',
    description: 'The exchange goes through a helper that repeats whatever fails, three times.',
    apply: replace('flows', () => ({
      async exchange(send) {
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const response = await send().catch(() => undefined)
          if (response !== undefined) return response
        }
        return send()
      },
    })),
  },
  {
    id: 'partner-5-retried-later',
    requirement: 'PARTNER-5',
    description: 'A refused code is put into a queue and sent again in the background.',
    apply: replace('flows', ({ exchange }) => ({
      exchange: (send, ...flow) =>
        exchange(send, ...flow).catch((error: unknown) => {
          setTimeout(() => send().catch(() => undefined), LATER_MS)
          throw error
        }),
    })),
  },
  {
    id: 'partner-5-retried-at-reload',
    requirement: 'PARTNER-5',
    description:
      'Only a success uses up the state: a reload of a callback whose code was refused sends it again.',
    apply: replace('flows', ({ exchange }) => ({
      expectedState: ({ state }) => state,
      async exchange(send, customer, callback) {
        const response = await exchange(send, customer, callback)
        customer.state = undefined
        return response
      },
    })),
  },
  {
    id: 'partner-5-retried-by-basic',
    requirement: 'PARTNER-5',
    description:
      'When the exchange fails, it is tried with HTTP Basic beside the form, as some services want it.',
    apply: replace('wire', ({ token }) => ({
      async token(url, init) {
        const response = await token(url, init)
        const form = new URLSearchParams(String(init.body))
        if (response.ok || form.get('grant_type') !== 'authorization_code') return response
        const headers = new Headers(init.headers)
        const credentials = `${form.get('client_id')}:${form.get('client_secret')}`
        headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
        return token(url, { ...init, headers })
      },
    })),
  },
  {
    id: 'partner-5-exchanged-for-each-purpose',
    requirement: 'PARTNER-5',
    description: 'The code is exchanged, and then once more to learn the organizations.',
    apply: replace('flows', ({ exchange }) => ({
      async exchange(send, ...flow) {
        const response = await exchange(send, ...flow)
        await send().catch(() => undefined)
        return response
      },
    })),
  },
  {
    id: 'partner-5-blocked-for-good',
    requirement: 'PARTNER-5',
    description: 'A session whose code was refused is marked as failed, and connecting answers with that.',
    apply: afterFailure((hasFailed) =>
      replace('pages', ({ authorize }) => ({
        authorize: (c, url) =>
          hasFailed(c.var.customer) ? c.text('Connecting failed.', 400) : authorize(c, url),
      })),
    ),
  },
  {
    id: 'partner-5-old-code-first',
    requirement: 'PARTNER-5',
    description: 'A refused code stays in the session, and the next callback sends it before its own.',
    apply: replace('flows', () => {
      const refused = new WeakMap<Customer, () => Promise<unknown>>()
      return {
        async exchange(send, customer) {
          await refused
            .get(customer)?.()
            .catch(() => undefined)
          return send().catch((error: unknown) => {
            refused.set(customer, send)
            throw error
          })
        },
      }
    }),
  },
  {
    id: 'partner-5-retried-when-connected',
    requirement: 'PARTNER-5',
    description: 'A refused code is sent once more where the user was connected before.',
    apply: replace('flows', ({ exchange }) => ({
      exchange: (send, customer, callback) =>
        exchange(send, customer, callback).catch((error: unknown) => {
          if (customer.connection) return send()
          throw error
        }),
    })),
  },
  {
    id: 'partner-5-reload-after-refresh',
    requirement: 'PARTNER-5',
    alsoBreaks: ['PARTNER-3'],
    description: 'Once the tokens were refreshed, a callback that is reloaded is handled again.',
    apply: reloadAfterRefresh,
  },
]
