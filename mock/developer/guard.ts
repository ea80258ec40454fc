import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** The name of the field that every form carries. */
export const TOKEN_FIELD = 'form_token'

/**
 * Refuses requests by which another site could read the page or act on it: a Host header of another name (DNS
 * rebinding), and a POST from another origin or without the token that the forms of the page carry.
 * @param port that the page listens on; known once it does
 */
export function guard(port: () => number, formToken: string): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? ''
    if (![`127.0.0.1:${port()}`, `localhost:${port()}`].includes(host))
      return c.text('This page is at 127.0.0.1 only: the Host header names another place.\n', 403)
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const origin = c.req.header('origin')
    if (origin !== `http://${host}`) {
      const why = origin === undefined ? 'there is no Origin header' : 'the Origin header names another'
      return c.text(`This form was not sent by the page itself: ${why}.\n`, 403)
    }
    const { [TOKEN_FIELD]: given } = await c.req.parseBody()
    if (typeof given !== 'string' || !isSame(given, formToken))
      return c.text('The form is not of the service that is running now: load the page again.\n', 403)
    return next()
  }
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Keeps the page out of frames and caches, and scripts out of the page. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
  },
  xFrameOptions: 'DENY',
  // With less, browsers would send forms with the origin `null`.
  referrerPolicy: 'same-origin',
  // The page has no TLS, and the port may be another program's tomorrow.
  strictTransportSecurity: false,
})
