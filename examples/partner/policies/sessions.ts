import type { CookieOptions } from 'hono/utils/cookie'

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
