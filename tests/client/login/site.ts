import { createServer, type IncomingMessage, type Server } from 'node:http'
import { onTestFinished } from 'vitest'
import type { UserCredentials } from '../../../client/environment/config.ts'
import { createHttpClient } from '../../../client/http/client.ts'
import type { AuthorizationFlow, Purpose } from '../../../client/login/authorization-flow.ts'
import { FormBrowser } from '../../../client/login/form-browser.ts'
import { SecretRegistry } from '../../../client/secrets/registry.ts'

export const callback = 'https://partner.example.org/callback'
export const user = { username: 'ada@example.org', password: 'correct horse 42' }

/** What a page of a test's site is asked, with its form and query as one. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly sent: URLSearchParams
  readonly cookies: string
  readonly headers: IncomingMessage['headers']
}

/** What a page answers: HTML, or a redirect, or more in detail. */
export type Answer =
  | string
  | { readonly status?: number; readonly headers?: Record<string, string | string[]>; readonly html?: string }

export type Pages = Record<string, (asked: Asked) => Answer>

export function redirect(
  location: string,
  status = 302,
  headers: Record<string, string | string[]> = {},
): Answer {
  return { status, headers: { location, ...headers } }
}

/** A page with the form of a login. */
export const loginPage =
  '<form method="post" action="/login"><input name="user"><input type="password" name="pw"><button>Sign in</button></form>'
/** Whether the form holds the name and the password of {@link user}. */
export const isAda = ({ sent }: Asked) =>
  sent.get('user') === user.username && sent.get('pw') === user.password

/** A login page, an approval page with two buttons, and the redirect. */
export const site: Pages = {
  'GET /oauth2/authorize': () => loginPage,
  'POST /login': (asked) =>
    isAda(asked) ? redirect('/consent') : { status: 401, html: `<p>Wrong password.</p>${loginPage}` },
  'GET /consent': () => `<form method="post" action="/consent">
    <button name="decision" value="yes">Allow access</button>
    <button name="decision" value="no">Deny</button></form>`,
  'POST /consent': ({ sent }) =>
    redirect(
      sent.get('decision') === 'yes'
        ? `${callback}?code=c1&state=s1`
        : `${callback}?error=access_denied&state=s1`,
    ),
}

/** Serves pages by `METHOD /path` on a free port until the test is finished. */
export async function serve(pages: Pages): Promise<{ url: string; log: string[] }> {
  const log: string[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = new URLSearchParams(url.search)
    for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString()))
      sent.append(name, value)
    const method = request.method ?? ''
    log.push(`${method} ${url.pathname}`)
    const page = pages[`${method} ${url.pathname}`]
    const answer = page?.({
      method,
      path: url.pathname,
      sent,
      cookies: request.headers.cookie ?? '',
      headers: request.headers,
    })
    const {
      status = 200,
      headers = {},
      html = '',
    } = typeof answer === 'string' ? { html: answer } : (answer ?? { status: 404, html: '<p>Not found</p>' })
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html)
  })
  return { url: await listen(server), log }
}

export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

/** A new user agent, with no cookies. */
export function openBrowser() {
  const http = createHttpClient({ secrets: new SecretRegistry() })
  onTestFinished(() => http.close())
  const browser = new FormBrowser()
  return {
    authorize: (url: string, purpose: Purpose, user: UserCredentials, stopAt: readonly string[]) =>
      browser.authorize(url, purpose, user, stopAt, http),
  }
}

/** Walks through a site's pages from `/oauth2/authorize`. */
export async function flow(
  pages: Pages,
  purpose: Purpose = 'approve',
  browser = openBrowser(),
): Promise<AuthorizationFlow & { log: string[] }> {
  const { url, log } = await serve(pages)
  const result = await browser.authorize(`${url}/oauth2/authorize?state=s1`, purpose, user, [callback])
  return { ...result, log }
}

/** The flow's end in one line, for expectations. */
export function endOf(flow: AuthorizationFlow): string {
  return flow.kind === 'redirected' ? flow.location : `stopped: ${flow.why}`
}
