import type { PageView } from '../oauth/page-view.ts'
import {
  AUTHORIZE_PATH,
  approveButton,
  declineButton,
  form,
  page,
  passwordField,
  usernameField,
} from '../oauth/pages.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Interaction } from '../store.ts'
import type { Variant } from './variant.ts'

const nextButton = '<button type="submit">Next</button>'

/** Changes the HTML of every page. */
export function rewriting(change: (html: string, view: PageView) => string): PolicyChange {
  return replace('pages', ({ nextPage }) => ({
    nextPage(view) {
      const html = nextPage(view)
      return html === undefined ? undefined : change(html, view)
    },
  }))
}

/** Replaces the action of every form. `origin` is that of the authorization host. */
function posting(action: (origin: string) => string): PolicyChange {
  return rewriting((html, { origin }) =>
    html.replaceAll(`action="${AUTHORIZE_PATH}"`, `action="${action(origin)}"`),
  )
}

/** Shows a page on the way to the approval that offers something else, and lets one go on without. */
export function offering(title: string, ...labels: readonly string[]): PolicyChange {
  const buttons = labels.map((label, index) => `<button name="next" value="${index}">${label}</button>`)
  return replace('pages', ({ nextPage }) => {
    const offered = new WeakSet<Interaction>()
    return {
      nextPage(view) {
        const { interaction } = view
        if (interaction.session.user === undefined || offered.has(interaction)) return nextPage(view)
        offered.add(interaction)
        return page(title, form(view, buttons.join('\n')))
      },
    }
  })
}

/** The variants of the login and approval pages. */
export const pageVariants: readonly Variant[] = [
  {
    id: 'pages-login-and-approval-on-one',
    description: 'User name, password and the two decisions stand on one page.',
    apply: replace('pages', ({ nextPage }) => ({
      nextPage: (view) =>
        view.interaction.session.user === undefined
          ? page(
              'Log in and approve',
              form(view, `${usernameField}\n${passwordField}\n${approveButton}\n${declineButton}`),
            )
          : nextPage(view),
    })),
  },
  {
    id: 'pages-offer-put-off',
    description: 'Before the approval a page offers a passkey; its only button says "Not now".',
    apply: offering('Sign in faster', 'Not now'),
  },
  {
    id: 'pages-offer-beside-skip',
    description: 'Before the approval a page offers a second factor, which one may skip.',
    apply: offering('Protect your account', 'Set up two-factor authentication', 'Skip for now'),
  },
  {
    id: 'pages-account-confirmed',
    description: 'Before the approval a page asks whether to go on with this account, or with another.',
    apply: offering('Choose an account', 'Continue as Ada', 'Use another account'),
  },
  {
    id: 'pages-user-name-first',
    description: 'User name, password and approval have a page each.',
    apply: replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const { session, username } = view.interaction
        if (session.user !== undefined) return nextPage(view)
        return username === undefined
          ? page('Who are you?', form(view, `${usernameField}\n${nextButton}`))
          : page('Your password', form(view, `${passwordField}\n${nextButton}`))
      },
    })),
  },
  {
    id: 'pages-approval-remembered',
    description: 'A user who has approved a client once is not asked again.',
    apply: replace('pages', ({ nextPage }) => {
      const approvals = new Set<string>()
      return {
        nextPage(view) {
          const { client, session, decision } = view.interaction
          const approval = `${client.id} ${session.user?.username}`
          if (decision === 'approve') approvals.add(approval)
          if (session.user !== undefined && decision === undefined && approvals.has(approval))
            return undefined
          return nextPage(view)
        },
      }
    }),
  },
  {
    id: 'pages-by-redirect',
    description: 'Each request of the login redirects to the next page instead of showing it.',
    apply: replace('pages', () => ({ shows: 'by-redirect' as const })),
  },
  {
    id: 'pages-relative-action',
    description: 'Forms are posted to a path relative to their page.',
    apply: posting(() => './authorize'),
  },
  {
    id: 'pages-empty-action',
    description: 'Forms have no address and are posted to that of their page.',
    apply: rewriting((html) => html.replaceAll(` action="${AUTHORIZE_PATH}"`, '')),
  },
  {
    id: 'pages-absolute-action',
    description: 'Forms are posted to a whole URL.',
    apply: posting((origin) => `${origin}${AUTHORIZE_PATH}`),
  },
  {
    id: 'pages-inputs-as-buttons',
    description: 'Forms are submitted by input elements.',
    apply: rewriting((html) =>
      html
        .replace(
          /<button type="submit" name="decision" value="(\w+)">\w+<\/button>/g,
          (_button, decision) => {
            return `<input type="submit" name="decision" value="${decision}">`
          },
        )
        .replace(/<button type="submit">([\w ]+)<\/button>/g, '<input type="submit" value="$1">'),
    ),
  },
  {
    id: 'pages-other-form-first',
    description: 'A form to search the site stands before the one that matters.',
    apply: rewriting((html) =>
      html.replace(
        '<main>',
        '<header><form action="/search"><input name="q" type="search"><button>Search</button></form></header><main>',
      ),
    ),
  },
  {
    id: 'pages-more-hidden-fields',
    description: 'Forms carry more hidden fields, some without a value, one with characters to escape.',
    apply: rewriting((html) =>
      html.replaceAll(
        '<input type="hidden" name="request"',
        '<input type="hidden" name="csrf" value="a&amp;b&quot;+%20&lt;"><input type="hidden" name="step"><input type="hidden" name="request"',
      ),
    ),
  },
  {
    id: 'pages-declining-comes-first',
    description: 'The button that declines stands before the one that approves.',
    apply: rewriting((html) =>
      html.replace(`${approveButton}\n${declineButton}`, `${declineButton}\n${approveButton}`),
    ),
  },
  {
    id: 'pages-other-session-cookie',
    description: 'The session cookie has another name, with characters that cookies may have.',
    apply: replace('pages', () => ({ sessionCookie: 'sid.v2_auth-~' })),
  },
]
