import { createCipheriv, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import type { Served } from '../customers.ts'
import type { Answer } from '../policies/pages.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { SessionPolicies } from '../policies/sessions.ts'
import type { UpdateOutcome } from '../requested-update.ts'
import { straightToService } from './straight.ts'
import type { Decision } from './variant.ts'

const cookies = (cookie: string, options: Partial<SessionPolicies['options']>): PolicyChange =>
  replace('sessions', (sessions) => ({ cookie, options: { ...sessions.options, ...options } }))

/** Answers an update otherwise where its outcome has this status. */
const answering = (status: UpdateOutcome['status'], answer: (message: string) => Response): PolicyChange =>
  replace('pages', ({ updated }) => ({
    updated: (c, outcome) => (outcome.status === status ? answer(outcome.message) : updated(c, outcome)),
  }))

const LATER_MS = 200

/** Marks what a job of the application sends to it. */
const JOB_HEADER = 'x-job'

/** Sends updates when they are answered already; who has to connect first is told at once. */
const sentLater: PolicyChange = replace('calls', ({ perform }) => ({
  async perform(source, send) {
    await source.fresh()
    setTimeout(() => perform(source, send).catch(() => undefined), LATER_MS)
    return new Response(null, { status: 202 })
  },
}))

const plain = (status: number) => (message: string) => new Response(message, { status })
const redirect = (status: number, location: string) => () =>
  new Response(null, { status, headers: { location } })

/** A button that sends the parameters of the callback once more. */
function askToFinish(c: Context<Served>): Answer | undefined {
  const { finish, ...parameters } = c.req.query()
  if (finish !== undefined) return undefined
  const fields = Object.entries({ ...parameters, finish: 'yes' }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return c.html(html`<!doctype html><p>Almost there</p><form>${fields}<button>Finish</button></form>`)
}

const key = randomBytes(32)
function sealed(value: unknown): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const parts = [iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(parts).toString('base64url')
}

export const pageDecisions: readonly Decision[] = [
  {
    name: 'the way to the authorization endpoint',
    variants: [
      {
        id: 'authorize-by-303',
        description: 'Connecting answers 303.',
        apply: replace('pages', () => ({ authorize: (c, url) => c.redirect(url.href, 303) })),
      },
      {
        id: 'authorize-by-307',
        description: 'Connecting answers 307.',
        apply: replace('pages', () => ({ authorize: (c, url) => c.redirect(url.href, 307) })),
      },
      {
        id: 'authorize-after-own-redirects',
        description: 'Connecting leads through two addresses of the application first.',
        apply: replace('pages', ({ authorize }) => ({
          authorize(c, url) {
            const step = Number(c.req.query('step') ?? 0)
            // What a page before has asked goes along.
            const query = new URLSearchParams({ ...c.req.query(), step: String(step + 1) })
            return step < 2 ? c.redirect(`/connect?${query}`) : authorize(c, url)
          },
        })),
      },
      {
        id: 'authorize-by-link',
        description: 'Connecting shows a page with links, one of which leads on.',
        apply: replace('pages', () => ({
          authorize: (c, url) =>
            c.html(
              html`<!doctype html><p><a href="/">Home</a> <a href="${url.href}">Go on to your account</a></p>`,
            ),
        })),
      },
      {
        id: 'authorize-by-form',
        description: 'Connecting shows a form whose hidden fields are the parameters.',
        apply: replace('pages', () => ({
          authorize: (c, url) =>
            c.html(html`<!doctype html><form action="${url.origin}${url.pathname}" method="get">
              ${[...url.searchParams].map(
                ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
              )}<button>Go on</button></form>`),
        })),
      },
      {
        id: 'authorize-by-meta-refresh',
        description: 'Connecting shows a page that leads on by itself.',
        apply: replace('pages', () => ({
          authorize: (c, url) =>
            c.html(
              html`<!doctype html><meta http-equiv="refresh" content="0; url=${url.href}"><p>One moment</p>`,
            ),
        })),
      },
      {
        id: 'authorize-by-refresh-header',
        description: 'Connecting shows a page that leads on by the header Refresh.',
        apply: replace('pages', () => ({
          authorize: (c, url) =>
            c.html(html`<!doctype html><p>One moment</p>`, 200, { refresh: `0; url=${url.href}` }),
        })),
      },
    ],
  },
  {
    name: 'the answer to a good callback',
    variants: [
      {
        id: 'connected-page',
        description: 'The callback answers with the page itself.',
        apply: replace('pages', ({ home }) => ({ connected: (c) => home(c) })),
      },
      {
        id: 'connected-after-redirects',
        description: 'The callback leads to the page through an address in between.',
        apply: replace('pages', ({ home }) => ({
          connected: (c) => c.redirect('/?welcome=1', 302),
          home: (c) => (c.req.query('welcome') ? c.redirect('/', 302) : home(c)),
        })),
      },
    ],
  },
  {
    name: 'when a code is used',
    variants: [
      {
        id: 'connected-at-a-click',
        description: 'The callback shows a page with one button, and the code is used when that is pressed.',
        apply: replace('pages', () => ({ beforeConnecting: askToFinish })),
      },
      {
        id: 'connected-by-a-job',
        description: 'The callback is answered at once, and its code is used by a job a moment later.',
        apply: replace('pages', ({ connected }) => ({
          beforeConnecting(c) {
            if (c.req.header(JOB_HEADER)) return undefined
            // The job asks this server itself, in the name of the customer.
            const headers = { cookie: c.req.header('cookie') ?? '', [JOB_HEADER]: '1' }
            const job = () => fetch(c.req.url, { headers, redirect: 'manual' }).catch(() => undefined)
            setTimeout(job, LATER_MS)
            return connected(c)
          },
        })),
      },
    ],
  },
  {
    name: 'the answer to a bad callback',
    variants: [
      {
        id: 'not-connected-begins-anew',
        description: 'A callback that leads to no connection begins a new flow.',
        apply: replace('pages', () => ({ notConnected: (c) => c.redirect('/connect') })),
      },
      {
        id: 'not-connected-goes-home',
        description: 'A callback that leads to no connection leads to the home page.',
        apply: replace('pages', () => ({ notConnected: (c) => c.redirect('/', 303) })),
      },
      {
        id: 'not-connected-500',
        description: 'A callback that leads to no connection ends in a bare 500.',
        apply: replace('pages', () => ({ notConnected: (c) => c.body(null, 500) })),
      },
    ],
  },
  {
    name: 'cookies',
    variants: [
      {
        id: 'cookie-host-prefix',
        description: 'The cookie has the prefix __Host-.',
        apply: cookies('__Host-session', {}),
      },
      {
        id: 'cookie-of-domain',
        description: 'The cookie is for the domain of the redirect URI.',
        apply: replace('sessions', (sessions) => ({
          options: {
            ...sessions.options,
            domain: new URL(process.env.DONATION_REDIRECT_URI ?? 'https://partner.example').hostname,
          },
        })),
      },
      {
        id: 'cookie-not-secure',
        description: 'The cookie is without Secure and expires in an hour.',
        apply: cookies('sid', { secure: false, maxAge: 3600 }),
      },
      {
        id: 'cookie-encrypted-session',
        description: 'A second cookie carries the whole connection, encrypted.',
        apply: replace('pages', ({ connected, chosen }) => ({
          connected(c) {
            setCookie(c, 'sealed', sealed(c.var.customer.connection), { path: '/', httpOnly: true })
            return connected(c)
          },
          chosen(c) {
            setCookie(c, 'sealed', sealed(c.var.customer.connection), { path: '/', httpOnly: true })
            return chosen(c)
          },
        })),
      },
    ],
  },
  {
    name: 'the answer to a saved update',
    variants: [
      {
        id: 'saved-204',
        description: 'A saved update is answered with 204.',
        apply: answering(200, () => new Response(null, { status: 204 })),
      },
      {
        id: 'saved-303',
        description: 'A saved update is answered with 303 to the home page.',
        apply: answering(200, redirect(303, '/')),
      },
      {
        id: 'saved-202',
        description: 'A saved update is answered with 202.',
        apply: answering(200, plain(202)),
      },
      {
        id: 'accepted-202',
        description: 'An update is answered with 202 at once, and sent by a job a moment later.',
        apply: combine(sentLater, answering(200, plain(202))),
      },
    ],
  },
  {
    name: 'how a user is asked to connect',
    variants: [
      {
        id: 'asked-by-403',
        description: 'Who has to connect gets 403.',
        apply: answering(401, plain(403)),
      },
      {
        id: 'asked-by-409',
        description: 'Who has to connect gets 409.',
        apply: answering(401, plain(409)),
      },
      {
        id: 'asked-by-redirect',
        description: 'Who has to connect is redirected to do so.',
        apply: answering(401, redirect(302, '/connect')),
      },
      {
        id: 'asked-by-303',
        description: 'Who has to connect is redirected by 303, with the page to come back to.',
        apply: answering(401, redirect(303, '/connect?next=%2F')),
      },
      {
        id: 'asked-by-authorization-request',
        description: 'Who has to connect is redirected straight to the authorization endpoint.',
        apply: straightToService(),
      },
    ],
  },
  {
    name: 'how failures are told',
    variants: [
      {
        id: 'service-refusal-as-500',
        description: 'An update that the service refused is an error of the application.',
        apply: answering(422, plain(500)),
      },
      {
        id: 'service-failure-as-503',
        description: 'A failure of the service is passed on as 503.',
        apply: answering(502, plain(503)),
      },
    ],
  },
]
