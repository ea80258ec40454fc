import type { Pair } from '../http.ts'
import { AUTHORIZE_PATH, approveButton, declineButton, escapeHtml, form, page } from '../oauth/pages.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Interaction } from '../store.ts'
import { offering, rewriting } from './pages.ts'
import { answering, changed } from './responses.ts'
import type { Variant } from './variant.ts'

const decisions = `${approveButton}\n${declineButton}`

/** Puts something else in the place of the buttons that approve and decline. */
function deciding(controls: (interaction: Interaction) => string): PolicyChange {
  return rewriting((html, { interaction }) => html.replace(decisions, () => controls(interaction)))
}

/** Reads forms and queries otherwise. */
function reading(change: (pairs: readonly Pair[]) => readonly Pair[]): PolicyChange {
  return replace('authorization', ({ collectParameters }) => ({
    collectParameters: (pairs) => collectParameters(change(pairs)),
  }))
}

/** Lets a link decide as a form does. */
const decidingByLinks: PolicyChange = (policies) => {
  let decided: string | undefined
  return combine(
    deciding(({ id }) =>
      [
        ['approve', 'Allow access'],
        ['decline', 'Deny'],
      ]
        .map(([decision, label]) => {
          const href = `${AUTHORIZE_PATH}?request=${encodeURIComponent(id)}&decision=${decision}`
          return `<a href="${escapeHtml(href)}">${label}</a>`
        })
        .join('\n'),
    ),
    reading((pairs) => {
      decided = pairs.find(([name]) => name === 'decision')?.[1]
      return pairs
    }),
    replace('authorization', ({ findInteraction }) => ({
      findInteraction(store, session, id) {
        const found = findInteraction(store, session, id)
        if (found && session.user && (decided === 'approve' || decided === 'decline'))
          found.decision = decided
        return found
      },
    })),
  )(policies)
}

/** Takes every user and client for approved before, unless the request has the user asked again (OpenID Connect). */
const remembering: PolicyChange = (policies) => {
  let isPrompted = false
  const prompted = new WeakSet<Interaction>()
  const seen = new WeakSet<Interaction>()
  return combine(
    reading((pairs) => {
      isPrompted = pairs.some(([name, value]) => name === 'prompt' && value.split(' ').includes('consent'))
      return pairs
    }),
    replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const { interaction } = view
        if (!seen.has(interaction) && isPrompted) prompted.add(interaction)
        seen.add(interaction)
        const isAsked = prompted.has(interaction) || interaction.session.user === undefined
        return isAsked ? nextPage(view) : undefined
      },
    })),
  )(policies)
}

/** Who declines is told so, and goes back to the application by a button. */
const tellingOfDecline: PolicyChange = (policies) => {
  const told = new WeakSet<Interaction>()
  return replace('pages', ({ nextPage }) => ({
    nextPage(view) {
      const { interaction } = view
      if (interaction.decision !== 'decline' || told.has(interaction)) return nextPage(view)
      told.add(interaction)
      const button = '<button type="submit">Return to the application</button>'
      return page('You have declined', `<p>The application was given nothing.</p>${form(view, button)}`)
    },
  }))(policies)
}

/** Offers to cancel beside the login, and nothing but to approve behind it. */
const cancellingAtLogin = combine(
  rewriting((html) =>
    html
      .replace(
        '<button type="submit">Log in</button>',
        '$&\n<button name="decision" value="decline">Cancel</button>',
      )
      .replace(declineButton, ''),
  ),
  reading((pairs) => {
    const isCancelled = pairs.some(([name, value]) => name === 'decision' && value === 'decline')
    return isCancelled ? pairs.filter(([name]) => !['username', 'password'].includes(name)) : pairs
  }),
  replace('pages', ({ nextPage }) => ({
    nextPage: (view) => (view.interaction.decision === 'decline' ? undefined : nextPage(view)),
  })),
)

/** Shows a page between login and approval that only a script sends on. */
const postedByScript = replace('pages', ({ nextPage }) => {
  const shown = new WeakSet<Interaction>()
  return {
    nextPage(view) {
      const { interaction } = view
      if (interaction.session.user === undefined || shown.has(interaction)) return nextPage(view)
      shown.add(interaction)
      return page('Signing you in', `${form(view, '')}<script>document.forms[0].submit()</script>`)
    },
  }
})

const BANNER_PATH = '/privacy/choice'

/** Asks on every page about cookies first, until the browser has said something. */
const askingAboutCookies = replace('transport', ({ around }) => ({
  async around(request, next, host) {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === BANNER_PATH) {
      const back = new URLSearchParams(await request.text()).get('back') ?? '/'
      const headers = { location: back, 'set-cookie': 'privacy=said; Path=/' }
      return new Response(null, { status: 303, headers })
    }
    const response = await around(request, next, host)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (!isPage || response.body === null || request.headers.get('cookie')?.includes('privacy=said'))
      return response
    const html = await response.text()
    const [, id = ''] = /name="request" value="([^"]*)"/.exec(html) ?? []
    const back = `${AUTHORIZE_PATH}?request=${id}`
    const banner = `<aside><p>We use cookies and other techniques.</p><form method="post" action="${BANNER_PATH}">
<input type="hidden" name="back" value="${back}">
<button name="choice" value="all">Accept all</button><button name="choice" value="none">Reject all</button></form></aside>`
    return changed(response, {}, id === '' ? html : html.replace('<main>', `${banner}<main>`))
  },
}))

/** The variants of how a user decides, and of questions on the way that are none of approval. */
export const decisionVariants: readonly Variant[] = [
  {
    id: 'pages-stay-signed-in',
    description: 'Behind the login a page asks whether to stay signed in, yes or no (Microsoft).',
    apply: offering('Stay signed in?', 'Yes', 'No'),
  },
  {
    id: 'pages-code-filled-in',
    description: 'Behind the login a page asks for a code, which is filled in where the device is trusted.',
    apply: combine(
      offering('Second factor', 'Verify'),
      rewriting((html) =>
        html.replace(/<button [^>]*>Verify/, '<label>Code <input name="otp" value="123456"></label>$&'),
      ),
    ),
  },
  {
    id: 'pages-offer-skipped-by-link',
    description: 'Behind the login a page offers a passkey by its only button; a link says "Not now".',
    apply: combine(
      offering('Log in faster', 'Create a passkey', 'Not now'),
      rewriting((html, { interaction: { id } }) =>
        html
          .replace(/<button (?=[^>]*>Create a passkey)/, '<button formaction="/passkeys" ')
          .replace(
            /<button [^>]*>Not now<.button>/,
            `<a href="${AUTHORIZE_PATH}?request=${encodeURIComponent(id)}">Not now</a>`,
          ),
      ),
    ),
  },
  {
    id: 'pages-terms-have-changed',
    description: 'Behind the login a page asks to accept new terms; who rejects them gets no further.',
    apply: combine(
      offering('Our terms have changed', 'Reject', 'Accept'),
      rewriting((html) =>
        html.replace(
          /<button (?=[^>]*>Reject)/,
          '<label><input type="checkbox" required> I have read the terms of service</label><button formaction="/no-terms" ',
        ),
      ),
    ),
  },
  {
    id: 'pages-ask-of-age',
    description: 'Behind the login a page asks whether one is of age; who says no gets no further.',
    apply: combine(
      offering('Are you 18 or older?', 'Yes', 'No'),
      rewriting((html) => html.replace(/<button (?=[^>]*>No<)/, '<button formaction="/not-of-age" ')),
    ),
  },
  {
    id: 'pages-approved-by-administrator',
    description: 'An administrator has approved for all users; each is asked whether to stay signed in.',
    apply: combine(
      replace('pages', ({ nextPage }) => ({
        nextPage: (view) => (view.interaction.session.user === undefined ? nextPage(view) : undefined),
      })),
      offering('Stay signed in?', 'Yes', 'No'),
    ),
  },
  {
    id: 'pages-approval-given-unless-prompted',
    description: 'All have approved before, and are asked again with prompt=consent only (OpenID Connect).',
    apply: remembering,
  },
  {
    id: 'pages-cancel-at-login-only',
    description: 'The page of the login lets one cancel; the page behind it lets one approve only.',
    apply: cancellingAtLogin,
  },
  {
    id: 'pages-tell-of-decline',
    description: 'Who declines sees a page that says so, with a button that leads back to the application.',
    apply: tellingOfDecline,
  },
  {
    id: 'pages-posted-by-script',
    description: 'Between login and approval a script sends a form that has no button (SAML, WS-Federation).',
    apply: postedByScript,
  },
  {
    id: 'pages-decide-by-links',
    description: 'The user approves by a link, and declines by another.',
    apply: decidingByLinks,
  },
  {
    id: 'pages-decide-by-choice',
    description: 'The user chooses one of two radio buttons and submits.',
    apply: deciding(
      () =>
        '<label><input type="radio" name="decision" value="approve"> Allow access</label>' +
        '<label><input type="radio" name="decision" value="decline"> Do not allow</label><button>Submit</button>',
    ),
  },
  {
    id: 'pages-decide-by-images',
    description: 'The buttons that approve and decline are images, which send where they were clicked.',
    apply: combine(
      deciding(
        () =>
          '<input type="image" name="approve" src="/yes.png" alt="Approve"><input type="image" name="decline" src="/no.png" alt="Decline">',
      ),
      reading((pairs) =>
        pairs.map(([name, value]): Pair => {
          const [, decision] = /^(approve|decline)\.x$/.exec(name) ?? []
          return decision === undefined ? [name, value] : ['decision', decision]
        }),
      ),
    ),
  },
  {
    id: 'pages-login-with-401',
    description: 'The page of the login comes with status 401.',
    apply: answering(async (response) => {
      if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/html'))
        return response
      const html = await response.text()
      const status = html.includes('name="password"') ? 401 : 200
      return new Response(html, { status, headers: response.headers })
    }),
  },
  {
    id: 'pages-ask-about-cookies',
    description: 'In front of every page a banner asks to accept all cookies or to reject them.',
    apply: askingAboutCookies,
  },
]
