import type { Pair } from '../http.ts'
import { AUTHORIZE_PATH, escapeHtml, form, page } from '../oauth/pages.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Interaction } from '../store.ts'
import { rewriting } from './pages.ts'
import { answering, intercepting } from './responses.ts'
import type { Variant } from './variant.ts'

/** Puts controls into each form, before all others. */
function adding(controls: string): PolicyChange {
  return rewriting((html) => html.replaceAll('<input type="hidden" name="request"', `${controls}$&`))
}

/** Replaces parts of each page. */
function replacing(...parts: readonly (readonly [string | RegExp, string])[]): PolicyChange {
  return rewriting((html) => parts.reduce((page, [from, to]) => page.replaceAll(from, to), html))
}

/** Ignores a form, be it a login or a decision, unless it sends exactly these values (none for an empty list). */
function demanding(wanted: Readonly<Record<string, readonly string[]>>): PolicyChange {
  const accepts = (pairs: readonly Pair[]) =>
    Object.entries(wanted).every(([name, values]) => {
      const sent = pairs.filter(([found]) => found === name).map(([, value]) => value)
      return sent.length === values.length && sent.every((value, index) => value === values[index])
    })
  return replace('authorization', ({ collectParameters }) => ({
    collectParameters(pairs) {
      const isForm = pairs.length > 1 && pairs.some(([name]) => name === 'request')
      if (!isForm || accepts(pairs)) return collectParameters(pairs)
      return collectParameters(pairs.filter(([name]) => name === 'request'))
    },
  }))
}

const ASIDES = '<form action="/language"><button>Change language</button></form><a href="/news">More</a>'

/** Answers each form with a page from which the user goes on, instead of a redirect. */
function goingOn(pageTo: (path: string, headers: Headers) => string): PolicyChange {
  return both(
    replace('pages', () => ({ shows: 'by-redirect' as const })),
    answering((response) => {
      const location = response.headers.get('location')
      if (!location?.startsWith('/')) return response
      const headers = new Headers(response.headers)
      headers.delete('location')
      headers.set('content-type', 'text/html; charset=utf-8')
      return new Response(pageTo(location, headers), { status: 200, headers })
    }),
  )
}

/** Where forms are sent first that are passed on. */
const LOGIN_PATH = '/oauth2/login'

function both(one: PolicyChange, other: PolicyChange): PolicyChange {
  return (policies) => other(one(policies))
}

const approving = '<button type="submit" name="decision" value="approve">Approve</button>'
const declining = '<button type="submit" name="decision" value="decline">Decline</button>'

/** Asks for a choice on the approval page, without which nothing is approved. Declining needs none. */
function askingToApprove(controls: string, name: string, value: string): PolicyChange {
  return both(
    replacing([approving, `${controls}${approving}`]),
    replace('authorization', ({ collectParameters }) => ({
      collectParameters(pairs) {
        const isApproval = pairs.some(([key, sent]) => key === 'decision' && sent === 'approve')
        const isMade = pairs.some(([key, sent]) => key === name && sent === value)
        if (!isApproval || isMade) return collectParameters(pairs)
        return collectParameters(pairs.filter(([key]) => key === 'request'))
      },
    })),
  )
}

/** Pages that a browser without scripts gets through, and one that it does not. */
export const unusualPageVariants: readonly Variant[] = [
  {
    id: 'pages-decoys-by-style',
    description: 'Forms hold inputs for robots, hidden by their style, which must stay as they are.',
    apply: both(
      adding(
        '<div style="position:absolute; left:-5000px"><input type="text" name="email" tabindex="-1"></div>' +
          '<input type="password" name="old_password" style="display:none"><input type="checkbox" name="fax" value="1" hidden>',
      ),
      demanding({ email: [''], old_password: [''], fax: [] }),
    ),
  },
  {
    id: 'pages-decoys-by-style-sheet',
    description: 'Forms hold inputs for robots, hidden by a style sheet, which must stay as they are.',
    apply: both(
      both(
        replacing([
          '<title>',
          '<style>.more, #login { opacity: 0 } @media print { form { } }</style><title>',
        ]),
        adding(
          '<p class="more"><input name="user_name"><textarea name="comment">-</textarea></p><input id="login" name="login">',
        ),
      ),
      demanding({ user_name: [''], comment: ['-'], login: [''] }),
    ),
  },
  {
    id: 'pages-decoys-in-sight',
    description:
      'A honeypot stands in sight in the form, and autocomplete tells which input is the user name.',
    apply: both(
      adding('<label>Leave this empty <input name="name" autocomplete="off" tabindex="-1"></label>'),
      demanding({ name: [''] }),
    ),
  },
  {
    id: 'pages-text-area',
    description: 'A text area comes with lines of text, and is sent with them.',
    apply: both(
      adding('<textarea name="note" rows="2">\nfirst\nsecond &amp; last</textarea>'),
      demanding({ note: ['first\r\nsecond & last'] }),
    ),
  },
  {
    id: 'pages-selects',
    description: 'Lists with several choices, one, none, and one that is disabled, are sent as they stand.',
    apply: both(
      adding(
        '<select name="many" multiple><option selected>a<option>b<option selected value="c">C</select>' +
          '<select name="first"><option disabled>-<option>x<option>y</select>' +
          '<select name="off"><option disabled selected value="0">Choose</select>' +
          '<input type="radio" name="tone" value="1"><input type="radio" name="tone" value="2" checked>',
      ),
      demanding({ many: ['a', 'c'], first: ['x'], off: [], tone: ['2'] }),
    ),
  },
  {
    id: 'pages-terms-to-accept',
    description: 'Nothing is approved until the box beside the terms is checked.',
    apply: askingToApprove(
      '<label><input type="checkbox" name="terms" value="yes"> I accept the terms</label>',
      'terms',
      'yes',
    ),
  },
  {
    id: 'pages-account-to-choose',
    description: 'Nothing is approved until one of two accounts is chosen.',
    apply: askingToApprove(
      '<label><input type="radio" name="account" value="a1" required> First</label>' +
        '<label><input type="radio" name="account" value="a2" required> Second</label>',
      'account',
      'a1',
    ),
  },
  {
    id: 'pages-controls-elsewhere',
    description: 'Inputs and buttons stand outside their form and name it.',
    apply: replacing(
      ['<form method="post"', '<form id="main" method="post"'],
      [/<(input|button) type="(hidden|email|password|submit)"/g, '<$1 form="main" type="$2"'],
      [/(name="request"[^>]*>)/g, '$1</form>'],
    ),
  },
  {
    id: 'pages-button-says-where',
    description: 'The buttons say where their form is sent and how; the form says otherwise.',
    apply: replacing(
      [`<form method="post" action="${AUTHORIZE_PATH}"`, '<form action="/nowhere"'],
      ['<button type="submit"', `<button type="submit" formmethod="post" formaction="${AUTHORIZE_PATH}"`],
    ),
  },
  {
    id: 'pages-many-forms',
    description: 'Forms to search, to register, to choose a language and to log out stand around.',
    apply: replacing(
      [
        '<main>',
        '<form action="/search" role="search"><input name="email" placeholder="Search"><button>Go</button></form>' +
          '<form action="/language"><select name="l"><option>en<option>fr</select><button>OK</button></form>' +
          '<form method="post" action="/logout"><button>Sign out</button></form>' +
          '<form method="post" action="/accounts"><input name="username"><input type="password" name="password">' +
          '<input type="password" name="password_again"><button>Continue</button></form><main>',
      ],
      ['</main>', '</main><form action="/feedback"><input name="comment"><button>Send</button></form>'],
    ),
  },
  {
    id: 'pages-disabled-fieldset',
    description: 'Inputs of a disabled fieldset are not sent, but for those in its legend.',
    apply: both(
      adding(
        '<fieldset disabled><legend><input name="kind" value="k" type="hidden"></legend><input name="username">' +
          '<input type="password" name="password"><button name="decision" value="none">Allow</button></fieldset>',
      ),
      demanding({ kind: ['k'] }),
    ),
  },
  {
    id: 'pages-of-the-nineties',
    description:
      'Tags in capitals, tables between a form and its inputs, no end tags, attributes without quotes.',
    apply: replacing(
      [/<form method="post" action="([^"]*)">/g, '<TABLE><FORM METHOD=POST ACTION=$1><TR><TD>'],
      ['</form>', '</TABLE>'],
      [/<p><label>(\w+) /g, '<TR><TD>$1<TD>'],
      ['</label></p>', ''],
    ),
  },
  {
    id: 'pages-base-element',
    description: 'Relative addresses of the pages are relative to another one that a base element names.',
    apply: replacing(
      ['<title>', '<base href="/oauth2/x/">\n<title>'],
      [`action="${AUTHORIZE_PATH}"`, 'action="../authorize"'],
    ),
  },
  {
    id: 'pages-words-of-another-language',
    description: 'Labels are German; names and values are not.',
    apply: replacing(
      ['>Approve<', '>Zulassen<'],
      ['>Decline<', '>Ablehnen<'],
      ['>Log in<', '>Anmelden<'],
      ['<label>Email', '<label>Benutzer'],
      ['<label>Password', '<label>Kennwort'],
    ),
  },
  {
    id: 'pages-password-asked-again',
    description: 'Whoever approves has to give the password once more.',
    apply: replacing([
      `${approving}\n${declining}`,
      `<input type="password" name="password" autocomplete="current-password">\n${approving}\n${declining}`,
    ]),
  },
  {
    id: 'pages-login-passed-on-within-host',
    description: 'A 307 passes the form of the login on to another address of the same host.',
    apply: both(
      replacing([`action="${AUTHORIZE_PATH}"`, `action="${LOGIN_PATH}"`]),
      intercepting(({ url }) =>
        new URL(url).pathname === LOGIN_PATH
          ? new Response(null, { status: 307, headers: { location: AUTHORIZE_PATH } })
          : undefined,
      ),
    ),
  },
  {
    id: 'pages-go-on-by-header',
    description: 'Between two pages stands one that a Refresh header moves on.',
    apply: goingOn((path, headers) => {
      headers.set('refresh', `0;url=${path}`)
      return page('Please wait', '')
    }),
  },
  {
    id: 'pages-go-on-by-link',
    description: 'Between two pages stands one with a link to go on, another, and a choice of languages.',
    apply: goingOn((path) => page('Thank you', `${ASIDES} <a href="${escapeHtml(path)}">Continue</a>`)),
  },
  {
    id: 'pages-in-steps',
    description: 'Between login and approval stands a step that one can only go on from, or cancel all.',
    apply: replace('pages', ({ nextPage }) => {
      const shown = new WeakSet<Interaction>()
      return {
        nextPage(view) {
          const { interaction } = view
          const isBetween = interaction.session.user !== undefined && interaction.decision === undefined
          if (!isBetween || shown.has(interaction)) return nextPage(view)
          shown.add(interaction)
          const cancel = '<button name="decision" value="decline">Cancel</button>'
          return page('Step 1 of 2', form(view, `<button>Next</button>\n${cancel}`))
        },
      }
    }),
  },
  {
    id: 'pages-templates-in-scripts',
    description: 'Pages hold a script with two thousand templates, whose tags have no end.',
    apply: rewriting((html) =>
      html.replace('</head>', `<script>const templates = \`${'<div>'.repeat(2_000)}\`</script></head>`),
    ),
  },
  {
    id: 'pages-by-script',
    description: 'A script writes the forms, so that only a browser with scripts, or a person, gets through.',
    apply: rewriting((html) =>
      html.replace(/<main>.*<\/main>/s, (content) => {
        const text = JSON.stringify(content).replaceAll('</', '<\\/')
        return `<noscript>This page needs JavaScript.</noscript><script>document.body.innerHTML = ${text}</script>`
      }),
    ),
  },
]
