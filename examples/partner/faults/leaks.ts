import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import type { Served, Tokens } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** The client secret, as the application was given it. */
export const clientSecret = () => process.env.DONATION_CLIENT_SECRET ?? ''

/** Adds to the page after the callback, and to no other. */
export function onHomePage(markup: (tokens: Tokens) => string): PolicyChange {
  return replace('pages', ({ home }) => ({
    async home(c) {
      const answer = await home(c)
      const tokens = c.var.customer.connection?.tokens
      if (tokens === undefined) return answer
      const page = (await answer.text()).replace('</html>', `${markup(tokens)}</html>`)
      return new Response(page, answer)
    },
  }))
}

/** Adds to the answer of the callback. */
function atCallback(add: (c: Context<Served>, tokens: Tokens) => void): PolicyChange {
  return replace('pages', ({ connected }) => ({
    connected(c) {
      const tokens = c.var.customer.connection?.tokens
      if (tokens) add(c, tokens)
      return connected(c)
    },
  }))
}

/** Sends the browser elsewhere after the callback. */
function leadingTo(address: (tokens: Tokens) => string): PolicyChange {
  return replace('pages', ({ connected }) => ({
    connected(c) {
      const tokens = c.var.customer.connection?.tokens
      return tokens ? c.redirect(address(tokens), 303) : connected(c)
    },
  }))
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

export const leakFaults: readonly Fault[] = [
  {
    id: 'partner-13-hidden-field',
    requirement: 'PARTNER-13',
    description: 'The access token is in a hidden field of the page.',
    apply: onHomePage(({ accessToken }) => `<input type="hidden" name="token" value="${accessToken}">`),
  },
  {
    id: 'partner-13-comment',
    requirement: 'PARTNER-13',
    description: 'A comment of the page holds the refresh token.',
    apply: onHomePage(({ refreshToken }) => `<!-- rt: ${refreshToken} -->`),
  },
  {
    id: 'partner-13-inline-script',
    requirement: 'PARTNER-13',
    description: 'A script of the page has the client secret, to call the service from there.',
    apply: onHomePage(() => `<script>const config = { secret: '${clientSecret()}' }</script>`),
  },
  {
    id: 'partner-13-comment-in-production',
    requirement: 'PARTNER-13',
    description: 'In production a comment of the page holds the access token.',
    apply: onHomePage(({ accessToken }) =>
      process.env.DONATION_ENVIRONMENT === 'production' ? `<!-- ${accessToken} -->` : '',
    ),
  },
  {
    id: 'partner-13-hexadecimal',
    requirement: 'PARTNER-13',
    description: 'The page carries the access token as hexadecimal digits.',
    apply: onHomePage(
      ({ accessToken }) => `<div data-key="${Buffer.from(accessToken).toString('hex')}"></div>`,
    ),
  },
  {
    id: 'partner-13-state-of-page',
    requirement: 'PARTNER-13',
    description: 'The page carries its state as JSON in base64, tokens included.',
    apply: onHomePage((tokens) => `<div data-state="${base64(JSON.stringify(tokens))}"></div>`),
  },
  {
    id: 'partner-13-external-script',
    requirement: 'PARTNER-13',
    description: 'The page loads a script of the application that holds the access token.',
    apply: (policies) => {
      const page = onHomePage(() => '<script src="/?config=js"></script>')(policies)
      return replace('pages', ({ home }) => ({
        home(c) {
          const tokens = c.var.customer.connection?.tokens
          if (c.req.query('config') !== 'js') return home(c)
          return c.body(`window.token = "${tokens?.accessToken ?? ''}"`, 200, {
            'content-type': 'text/javascript',
          })
        },
      }))(page)
    },
  },
  {
    id: 'partner-13-imported-module',
    requirement: 'PARTNER-13',
    description:
      'A module of the page imports another by its relative address, and that holds the client secret.',
    apply: (policies) => {
      const page = onHomePage(() => '<script type="module" src="/?main.mjs"></script>')(policies)
      return replace('pages', ({ home }) => ({
        home(c) {
          const type = { 'content-type': 'text/javascript' }
          if (c.req.query('main.mjs') !== undefined) return c.body(`import './?config.mjs'`, 200, type)
          if (c.req.query('config.mjs') === undefined) return home(c)
          return c.body(`export const key = '${clientSecret()}'`, 200, type)
        },
      }))(page)
    },
  },
  {
    id: 'partner-13-style-sheet',
    requirement: 'PARTNER-13',
    description: 'A style sheet that another imports by its relative address holds the access token.',
    apply: (policies) => {
      const page = onHomePage(() => '<style>@import "?theme.css";</style>')(policies)
      return replace('pages', ({ home }) => ({
        home(c) {
          if (c.req.query('theme.css') === undefined) return home(c)
          const { accessToken = '' } = c.var.customer.connection?.tokens ?? {}
          return c.body(`/* for ${accessToken} */`, 200, { 'content-type': 'text/css' })
        },
      }))(page)
    },
  },
  {
    id: 'partner-13-cookie',
    requirement: 'PARTNER-13',
    description: 'The access token is in a cookie.',
    apply: atCallback((c, { accessToken }) => setCookie(c, 'token', accessToken, { path: '/' })),
  },
  {
    id: 'partner-13-cookie-in-base64',
    requirement: 'PARTNER-13',
    description: 'The refresh token is in an HttpOnly cookie, in base64.',
    apply: atCallback((c, { refreshToken }) =>
      setCookie(c, 'rt', base64(refreshToken), { path: '/', httpOnly: true, secure: true }),
    ),
  },
  {
    id: 'partner-13-cookie-in-base64-of-base64',
    requirement: 'PARTNER-13',
    description:
      'The session is a record in base64, in which the client credentials are as HTTP Basic has them.',
    apply: atCallback((c) => {
      const authorization = `Basic ${base64(`${process.env.DONATION_CLIENT_ID}:${clientSecret()}`)}`
      setCookie(c, 'record', base64(JSON.stringify({ v: 1, authorization })))
    }),
  },
  {
    id: 'partner-13-signed-cookie',
    requirement: 'PARTNER-13',
    description: 'The session is a JWT in a cookie: signed, and everybody can read the tokens in it.',
    apply: atCallback((c, tokens) => {
      const parts = [{ alg: 'HS256' }, { sub: 'customer', ...tokens }].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      )
      setCookie(c, 'jwt', `${parts.join('.')}.${base64('signature')}`, { path: '/', httpOnly: true })
    }),
  },
  {
    id: 'partner-13-header',
    requirement: 'PARTNER-13',
    description: 'The answer to the callback has the access token in a header, for debugging.',
    apply: atCallback((c, { accessToken }) => c.header('x-debug-token', accessToken)),
  },
  {
    id: 'partner-13-redirect-query',
    requirement: 'PARTNER-13',
    description: 'The callback redirects to a page whose address has the access token.',
    apply: leadingTo(({ accessToken }) => `/?token=${encodeURIComponent(accessToken)}`),
  },
  {
    id: 'partner-13-redirect-fragment',
    requirement: 'PARTNER-13',
    description: 'The callback hands the tokens to the page in the fragment of its address.',
    apply: leadingTo((tokens) => `/#${new URLSearchParams({ refresh: tokens.refreshToken })}`),
  },
  {
    id: 'partner-13-secret-in-authorization-request',
    requirement: 'PARTNER-13',
    description: 'The client secret is a parameter of the authorization request.',
    apply: replace('flows', ({ authorizationParameters }) => ({
      authorizationParameters: (settings, state) => ({
        ...authorizationParameters(settings, state),
        client_secret: settings.clientSecret,
      }),
    })),
  },
  {
    id: 'partner-13-secret-in-cookie-at-connect',
    requirement: 'PARTNER-13',
    description: 'Connecting sets a cookie with the client credentials as HTTP Basic writes them.',
    apply: replace('pages', ({ authorize }) => ({
      authorize(c, url) {
        const credentials = `${url.searchParams.get('client_id')}:${clientSecret()}`
        setCookie(c, 'client', base64(credentials), { path: '/', httpOnly: true })
        return authorize(c, url)
      },
    })),
  },
  {
    id: 'partner-13-answer-to-update',
    requirement: 'PARTNER-13',
    description: 'The answer to an update shows the request that was sent, with its Authorization header.',
    apply: replace('pages', ({ updated }) => ({
      updated(c, outcome) {
        const { accessToken = '' } = c.var.customer.connection?.tokens ?? {}
        const message = `${outcome.message} (Authorization: Bearer ${accessToken})`
        return updated(c, accessToken ? { ...outcome, message } : outcome)
      },
    })),
  },
  {
    id: 'partner-13-error-page',
    requirement: 'PARTNER-13',
    description: 'The page for a failed callback shows the token request, client secret included.',
    apply: replace('pages', () => ({
      notConnected: (c) =>
        c.html(`<pre>POST /oauth2/token client_secret=${encodeURIComponent(clientSecret())}</pre>`, 400),
    })),
  },
  {
    id: 'partner-13-character-numbers',
    requirement: 'PARTNER-13',
    description: 'The access token is in the page, each character escaped by its number.',
    apply: onHomePage(
      ({ accessToken }) => `<i>${[...accessToken].map((one) => `&#${one.charCodeAt(0)};`).join('')}</i>`,
    ),
  },
  {
    id: 'partner-13-behind-sign-out',
    requirement: 'PARTNER-13',
    description: 'The page has a link that signs out, and after it one to a profile with the access token.',
    apply: (policies) => {
      const page = onHomePage(() => '<a href="/?sign-out">Sign out</a> <a href="/?profile">Profile</a>')(
        policies,
      )
      return replace('pages', ({ home }) => ({
        home(c) {
          const { customer } = c.var
          if (c.req.query('sign-out') !== undefined) customer.connection = undefined
          if (c.req.query('profile') === undefined) return home(c)
          return c.text(`token ${customer.connection?.tokens.accessToken ?? 'unknown'}`)
        },
      }))(page)
    },
  },
  {
    id: 'partner-13-authorization-request',
    requirement: 'PARTNER-13',
    description: 'Who is connected and connects again is sent with the refresh token as a hint.',
    apply: replace('pages', ({ authorize }) => ({
      authorize(c, url) {
        const { connection } = c.var.customer
        if (connection) url.searchParams.set('login_hint', connection.tokens.refreshToken)
        return authorize(c, url)
      },
    })),
  },
  {
    id: 'partner-13-cut-cookie',
    requirement: 'PARTNER-13',
    description: 'A record with the refresh token is too long for one cookie, and cut into two.',
    apply: atCallback((c, { refreshToken }) => {
      const record = base64(JSON.stringify({ refreshToken }))
      for (const [index, part] of [record.slice(0, 24), record.slice(24)].entries())
        setCookie(c, `session.${index}`, part, { httpOnly: true, secure: true })
    }),
  },
]
