import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

/** The name of the field that every form carries. */
export const TOKEN_FIELD = 'form_token'

/**
 * Refuses requests with a Host header of another name, by which another site could read the page (DNS rebinding).
 * @param port that the page listens on; known once it does
 */
export function ofThisMachine(port: () => number): MiddlewareHandler {
  return async (c, next) => {
    if (namesOf(port()).includes(c.req.header('host') ?? '')) return next()
    return c.text('This page is at 127.0.0.1 only: the Host header names another place.\n', 403)
  }
}

/** Refuses a POST from another origin, or without the token that the forms of the page carry. */
export function fromPage(formToken: string): MiddlewareHandler {
  return async (c, next) => {
    if (isRead(c.req.method)) return next()
    const origin = c.req.header('origin')
    if (origin !== `http://${c.req.header('host')}`) {
      const why = origin === undefined ? 'there is no Origin header' : 'the Origin header names another'
      return c.text(`This form was not sent by the page itself: ${why}.\n`, 403)
    }
    const { [TOKEN_FIELD]: given } = await c.req.parseBody()
    if (typeof given !== 'string' || !isSame(given, formToken))
      return c.text('The form is not of the service that is running now: load the page again.\n', 403)
    return next()
  }
}

/**
 * Refuses what a browser sends for another site: it names the site as the origin, and without a question beforehand, which
 * nobody answers here, it sends no JSON.
 */
export const fromProgram: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') !== undefined)
    return c.json({ error: 'this is for programs: a request with an Origin header is of a browser' }, 403)
  const type = c.req.header('content-type') ?? ''
  if (!isRead(c.req.method) && !/^application\/json *(;|$)/i.test(type))
    return c.json({ error: 'the Content-Type must be application/json' }, 415)
  return next()
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function namesOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`]
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
