import { randomUUID } from 'node:crypto'
import express, { type Express, type Request } from 'express'
import { isUser } from './accounts.ts'

/** A browser's session, kept by its cookie. */
export type Session = Record<string, unknown> & { user?: string }

const COOKIE = 'session'

const PAGES = ['a page behind the login', 'the login page']
const missing = (what: string) => PAGES.map((page) => `${what} on ${page}`).join('; ')

/** What the standards advise against in such an application, with a library that does what RFC 6749 asks and no more. */
export const ADVISED_ON_PLAIN_APP = {
  'callback-fragment': 'no fragment in the callback',
  'callback-issuer': 'no iss beside a code; no iss beside a refusal',
  'client-secret-length': '14 characters, 84 bits at most',
  'content-security-policy': missing('no Content-Security-Policy'),
  'cookie-secure': `cookie ${COOKIE} without Secure`,
  'form-post': 'not supported: the code comes in the address',
  framing: missing('neither frame-ancestors nor X-Frame-Options'),
  'referrer-policy': missing('no Referrer-Policy'),
}

/** An express application with the plain sessions and login page that the libraries under test do not bring. */
export function appWithLogin(): { readonly app: Express; sessionOf(request: Request): Session } {
  const sessions = new Map<string, Session>()
  const sessionOf = (request: Request) => {
    const id = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
    return sessions.get(id) ?? {}
  }
  const app = express()
  app.disable('x-powered-by')
  app.use(express.urlencoded({ extended: false }))
  app.get('/oauth2/authorize', (request, response, next) => {
    if (sessionOf(request).user !== undefined) next()
    else response.redirect(`/login?${new URLSearchParams({ next: request.originalUrl })}`)
  })
  app.get('/login', (request, response) => {
    response.send(
      formPage(
        `/login?${new URLSearchParams({ next: String(request.query.next) })}`,
        '<input name="username"><input name="password" type="password"><button>Sign in</button>',
      ),
    )
  })
  app.post('/login', (request, response) => {
    const { username, password } = request.body
    const next = String(request.query.next)
    if (!isUser(username, password) || !next.startsWith('/oauth2/authorize?')) {
      response.status(401).send('<p>Name or password is wrong.</p>')
      return
    }
    const id = randomUUID()
    sessions.set(id, { user: String(username) })
    response.cookie(COOKIE, id, { httpOnly: true, sameSite: 'lax' })
    response.redirect(303, next)
  })
  return { app, sessionOf }
}

/** A page whose form is sent to `action`; `content` is HTML. */
export function formPage(action: string, content: string): string {
  const escaped = action.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return `<!doctype html><title>Partners</title><form method="post" action="${escaped}">${content}</form>`
}

/** The page that asks whether the application may act for the user. */
export function consentPage(action: string, hidden = ''): string {
  const buttons =
    '<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Deny</button>'
  return formPage(action, hidden + buttons)
}
