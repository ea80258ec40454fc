import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { type Customer, newCustomer } from './customers.ts'

/** What the handlers find in their context. */
export interface Served {
  Variables: { readonly customer: Customer }
}

/** Decisions about the cookie that tells customers apart. It names a session and holds nothing. */
export interface SessionPolicies {
  readonly cookie: string
  readonly options: CookieOptions
}

/** Only the server reads the cookie, only https carries it, and other sites cannot have it sent along with a POST. */
export const sessionPolicies: SessionPolicies = {
  cookie: 'session',
  options: { path: '/', httpOnly: true, secure: true, sameSite: 'Lax' },
}

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
