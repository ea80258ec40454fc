import type { UpdateMethod } from '../../client/donations/api.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { axis, type Context } from '../../harness/authoring/index.ts'

/** What a token is used for. */
export type Call = 'GET' | UpdateMethod

/** The calls that a token opens: what is checked in the handler of one may be forgotten in that of another. */
export const CALL_AXIS = axis<Call>('call', { PATCH: 'PATCH', PUT: 'PUT', GET: 'GET' })

/** A read of the organizations, or an empty update. */
export function callWith(
  { api }: Context,
  call: Call,
  donation: string,
  authorization: string | null,
): Promise<Exchange> {
  return call === 'GET'
    ? api.organizations({ authorization })
    : api.update(call, donation, {}, { authorization })
}
