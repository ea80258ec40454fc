import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import { cut } from '../../client/secrets/cut.ts'
import { type Call, parameterOf } from '../service/call.ts'
import type { Flow } from '../session/flow.ts'

/** A flow as far as its state is concerned. */
export type StatedFlow = Pick<Flow, 'parameters' | 'exchange'>

/**
 * The flows that answers of the application begin by a redirect, in order: not only where a user asks to connect, but
 * also where an update or a callback leads on.
 */
export function redirectedFlows(browsed: readonly Exchange[], authUrl: string): readonly StatedFlow[] {
  return browsed.flatMap((exchange) => {
    const { step, response } = exchange
    const address = step?.to === 'application' ? response?.headers.location?.[0] : undefined
    const url = address?.startsWith(`${authUrl}/oauth2/authorize?`) ? parseUrl(address) : undefined
    return url ? [{ exchange, parameters: url.searchParams }] : []
  })
}

/** A request for a code that goes to the authorization host, and there not to the authorization endpoint. */
interface StrayFlow {
  readonly exchange: Exchange
  readonly path: string
}

/**
 * Those that an application leads the browser to, by answers that redirect there and by what the browser then opens. Other
 * pages of that host, such as one to log out, may be told a client id as well: only a request for a code names a response type.
 */
export function strayFlows(browsed: readonly Exchange[], authUrl: string): readonly StrayFlow[] {
  return browsed.flatMap((exchange) => {
    const { step, request, response } = exchange
    const address = step?.to === 'service' ? request.url : response?.headers.location?.[0]
    const url = parseUrl(address ?? '')
    if (url?.origin !== authUrl || !url.searchParams.has('response_type')) return []
    return url.pathname === '/oauth2/authorize' ? [] : [{ exchange, path: url.pathname }]
  })
}

/** What is wrong with the states of some flows. */
export interface Problem {
  readonly says: string
  readonly flows: readonly StatedFlow[]
}

/** The state of a flow; empty where it has none. */
export function stateOf({ parameters }: Pick<Flow, 'parameters'>): string {
  return parameters.get('state') ?? ''
}

/** Flows without a state. */
export function missing(flows: readonly StatedFlow[]): Problem | undefined {
  const without = flows.filter((flow) => stateOf(flow) === '')
  return without.length > 0
    ? { says: `${without.length} of ${flows.length} flows have no state`, flows: without }
    : undefined
}

/** Flows with the state of another. */
export function repeated(flows: readonly StatedFlow[]): Problem | undefined {
  const twice = flows.filter(
    (flow, index) => flows.findIndex((one) => stateOf(one) === stateOf(flow)) < index,
  )
  const [first] = twice
  if (first === undefined) return undefined
  const same = flows.filter((flow) => stateOf(flow) === stateOf(first))
  return {
    says: `the state ${quotedState(stateOf(first))} in ${same.length} of ${flows.length} flows`,
    flows: same,
  }
}

/**
 * Flows of a session with the state of an earlier one, whose code had been sent to the service by then: what the same
 * state begins after that is another flow.
 */
export function begunAnew(
  flows: readonly StatedFlow[],
  browsed: readonly Exchange[],
  calls: readonly Call[],
): Problem | undefined {
  for (const flow of flows) {
    const state = stateOf(flow)
    const { id, startedAt, durationMs, step } = flow.exchange
    const first = flows.find(
      (one) =>
        one.exchange.step?.scenario === step?.scenario && one.exchange.id < id && stateOf(one) === state,
    )
    const isUsed = (code: string | null) =>
      calls.some((call) => call.startedAt <= startedAt + durationMs && parameterOf(call, 'code') === code)
    const isCallback = ({ id: opened, request, step: at }: Exchange) => {
      const sent = at?.to === 'application' ? parseUrl(request.url)?.searchParams : undefined
      const isBetween = first !== undefined && first.exchange.id < opened && opened <= id
      return (
        isBetween &&
        at?.scenario === step?.scenario &&
        sent?.get('state') === state &&
        isUsed(sent.get('code'))
      )
    }
    if (first && browsed.some(isCallback))
      return { says: `the state ${quotedState(state)} of a flow whose code was used`, flows: [first, flow] }
  }
  return undefined
}

/** A state as messages show it. */
export function quotedState(state: string): string {
  return JSON.stringify(cut(state, 80))
}
