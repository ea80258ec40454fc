import { deflateSync } from 'node:zlib'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Served } from '../customers.ts'
import { replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** What a page for developers shows of whoever asked. */
function dump(c: Context<Served>, status: 400 | 404): Response {
  const { path, method } = c.req
  return c.json({ path, method, session: c.var.customer.connection ?? null }, status)
}

/** What nobody looks at as long as all goes well. */
export const errorPageFaults: readonly Fault[] = [
  {
    id: 'partner-13-not-found-page',
    requirement: 'PARTNER-13',
    description: 'The page for an unknown address shows the session, tokens included.',
    apply: replace('pages', () => ({ notFound: (c) => dump(c, 404) })),
  },
  {
    id: 'partner-13-malformed-request',
    requirement: 'PARTNER-13',
    description: 'The answer to a body that is no JSON shows the session, tokens included.',
    apply: replace('pages', () => ({ malformed: (c) => dump(c, 400) })),
  },
  {
    id: 'partner-13-compressed-cookie',
    requirement: 'PARTNER-13',
    description: 'The session is in a cookie, compressed and signed: everybody can read the tokens in it.',
    apply: replace('pages', ({ connected }) => ({
      connected(c) {
        const { connection } = c.var.customer
        const record = deflateSync(JSON.stringify({ user: 'customer', flashes: [], ...connection }))
        setCookie(c, 'data', `.${record.toString('base64url')}.aR3kQw.c2lnbmF0dXJl`, { httpOnly: true })
        return connected(c)
      },
    })),
  },
]
