import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { type Customer, newCustomer, type Served } from './customers.ts'
import type { SessionPolicies } from './policies/sessions.ts'

/** Finds the customer of each request by its cookie; whoever has none gets one. */
export function sessions({ cookie, options }: SessionPolicies): MiddlewareHandler<Served> {
  const customers = new Map<string, Customer>()
  return async (c, next) => {
    const known = customers.get(getCookie(c, cookie) ?? '')
    const customer = known ?? newCustomer()
    if (known === undefined) {
      const id = randomBytes(32).toString('base64url')
      customers.set(id, customer)
      setCookie(c, cookie, id, options)
    }
    c.set('customer', customer)
    await next()
  }
}
