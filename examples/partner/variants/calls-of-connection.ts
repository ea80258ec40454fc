import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Tokens } from '../customers.ts'
import { type CallPolicies, isInvalidToken } from '../policies/calls.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { TokenPolicies } from '../policies/tokens.ts'

type Perform = CallPolicies['perform']

/** Makes calls in another way, which may depend on whose they are. */
function callsOf(
  decide: (perform: Perform, tokens: TokenPolicies) => (connection: Connection) => Perform,
): PolicyChange {
  return (policies) => {
    const request = new AsyncLocalStorage<Connection>()
    return combine(
      replace('organizations', ({ mayUpdate }) => ({
        mayUpdate(connection) {
          request.enterWith(connection)
          return mayUpdate(connection)
        },
      })),
      replace('calls', ({ perform }) => {
        const performFor = decide(perform, policies.tokens)
        return {
          async perform(source, send) {
            const connection = request.getStore()
            return connection ? performFor(connection)(source, send) : perform(source, send)
          },
        }
      }),
    )(policies)
  }
}

const MOST_AT_ONCE = 2

/** Turns away what comes while so many updates of the customer are under way. */
export const fewAtOnce: PolicyChange = callsOf((perform) => {
  const underWay = new WeakMap<Connection, number>()
  return (connection) => async (source, send) => {
    const before = underWay.get(connection) ?? 0
    if (before >= MOST_AT_ONCE) return new Response(null, { status: 503 })
    underWay.set(connection, before + 1)
    try {
      return await perform(source, send)
    } finally {
      underWay.set(connection, (underWay.get(connection) ?? 1) - 1)
    }
  }
})

/** Two processes serve a customer in turn: each keeps the token that it used last, and looks for a newer one when refused. */
export const twoWorkers: PolicyChange = callsOf((perform, { isFresh }) => {
  const kept = new WeakMap<Connection, readonly (Tokens | undefined)[]>()
  return (connection) => async (source, send) => {
    const [own = connection.tokens, other] = kept.get(connection) ?? []
    const first = isFresh(own, Date.now()) ? await send(own.accessToken) : undefined
    const isRefused = first !== undefined && (await isInvalidToken(first))
    const fresh = () => (isRefused && connection.tokens === own ? source.replace(own) : source.fresh())
    const response = first === undefined || isRefused ? await perform({ ...source, fresh }, send) : first
    kept.set(connection, [other, response === first ? own : connection.tokens])
    return response
  }
})
