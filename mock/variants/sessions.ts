import { decodeForm } from '../http.ts'
import {
  AUTHORIZE_PATH,
  errorPage,
  escapeHtml,
  page,
  passwordField,
  usernameField,
  WRONG_PASSWORD,
} from '../oauth/pages.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import { randomToken } from '../random.ts'
import type { LoginSession, Stores, User } from '../store.ts'
import { answering, changed, htmlResponse, intercepting } from './responses.ts'
import type { Variant } from './variant.ts'

/** Builds a change that looks into what both environments store. */
function withStores(build: (stores: () => Stores | undefined, sessionCookie: string) => PolicyChange) {
  return (policies: Parameters<PolicyChange>[0]) => {
    let stores: Stores | undefined
    const looking = replace('data', ({ openStores }) => ({
      openStores() {
        stores = openStores()
        return stores
      },
    }))
    return looking(build(() => stores, policies.pages.sessionCookie)(policies))
  }
}

function cookieOf({ headers }: Request, name: string): string | undefined {
  const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
}

function isAuthorization({ method, url }: Request): boolean {
  return method === 'GET' && new URL(url).pathname === AUTHORIZE_PATH
}

/** Where users log in before anything is looked at that they came with. */
const LOGIN_PATH = '/accounts/sign_in'

function signInPage(next: string, complaint: string): string {
  const content = `${complaint}<form method="post" action="${LOGIN_PATH}">
<input type="hidden" name="next" value="${escapeHtml(next)}">
${usernameField}
${passwordField}
<button type="submit">Log in</button>
</form>`
  return page('Log in', content)
}

/** Has whoever comes without a session log in first, whatever is wrong with the request. */
const loggingInFirst = withStores((stores, sessionCookie) =>
  replace('transport', ({ around }) => ({
    async around(request, next, host) {
      const store = stores()?.[host.environment]
      const url = new URL(request.url)
      if (host.role !== 'auth' || store === undefined) return around(request, next, host)
      if (isAuthorization(request)) {
        const session = store.sessions.get(cookieOf(request, sessionCookie) ?? '')
        if (session?.user !== undefined) return around(request, next, host)
        const location = `${LOGIN_PATH}?next=${encodeURIComponent(url.pathname + url.search)}`
        return new Response(null, { status: 302, headers: { location } })
      }
      if (url.pathname !== LOGIN_PATH) return around(request, next, host)
      if (request.method !== 'POST')
        return htmlResponse(200, signInPage(url.searchParams.get('next') ?? '/', ''))
      const fields = new Map(decodeForm(await request.text()) ?? [])
      const user = store.users.get(fields.get('username') ?? '')
      const destination = fields.get('next') ?? '/'
      if (user === undefined || user.password !== fields.get('password'))
        return htmlResponse(401, signInPage(destination, `<p role="alert">${WRONG_PASSWORD}</p>`))
      const session: LoginSession = { id: randomToken(), user }
      store.sessions.set(session.id, session)
      return new Response(null, {
        status: 303,
        headers: { location: destination, 'set-cookie': `${sessionCookie}=${session.id}; Path=/; HttpOnly` },
      })
    },
  })),
)

/** Gives a session another id once somebody has logged in, against fixation. */
const renewingAtLogin = withStores((stores, sessionCookie) => {
  const renewed = new WeakSet<LoginSession>()
  return answering((response, request, { environment, role }: Host) => {
    const sessions = stores()?.[environment].sessions
    const id = cookieOf(request, sessionCookie) ?? ''
    const session = sessions?.get(id)
    if (role !== 'auth' || sessions === undefined || session?.user === undefined || renewed.has(session))
      return response
    const next = randomToken()
    renewed.add(session)
    sessions.set(next, session)
    sessions.delete(id)
    const cookie = `${sessionCookie}=${next}; Path=/oauth2; HttpOnly; Secure; SameSite=Lax; Max-Age=3600`
    const gone = `${sessionCookie}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
    const answer = changed(response, {})
    answer.headers.append('set-cookie', gone)
    answer.headers.append('set-cookie', cookie)
    return answer
  })
})

/** Logs a user out wherever they were logged in before. */
const keepingOneSession = replace('pages', ({ nextPage }) => {
  const latest = new Map<User, LoginSession>()
  const known = new WeakSet<LoginSession>()
  return {
    nextPage(view) {
      const { session } = view.interaction
      const { user } = session
      if (user !== undefined && !known.has(session)) {
        const before = latest.get(user)
        if (before !== undefined && before !== session) {
          known.delete(before)
          delete before.user
        }
        known.add(session)
        latest.set(user, session)
      }
      return nextPage(view)
    },
  }
})

/** Sends browsers back once, to see whether they keep cookies. */
const checkingCookies = intercepting((request) => {
  if (!isAuthorization(request) || cookieOf(request, 'cookies') !== undefined) return undefined
  const { pathname, search, searchParams } = new URL(request.url)
  if (searchParams.has('cookie_check')) return htmlResponse(400, errorPage('Please allow cookies.'))
  const location = `${pathname}${search || '?'}${search ? '&' : ''}cookie_check=1`
  const headers = { location, 'set-cookie': 'cookies=on; Path=/oauth2' }
  return new Response(null, { status: 302, headers })
})

/** Logins that nobody takes for a program's. */
const FREE_LOGINS = 10

/** Asks from then on for what only a person can read, and so refuses every login of a program. */
const askingPeople = replace('pages', ({ nextPage }) => {
  const known = new WeakSet<LoginSession>()
  let logins = 0
  return {
    nextPage(view) {
      const { session } = view.interaction
      if (session.user === undefined || known.has(session)) return nextPage(view)
      if (++logins <= FREE_LOGINS) {
        known.add(session)
        return nextPage(view)
      }
      delete session.user
      return nextPage(view)?.replace(
        '</form>',
        '<label>Type the characters you see <input name="captcha"></label></form>',
      )
    },
  }
})

/** Refuses every login from then on, for a while that no run waits for. */
const coolingDown = replace('transport', ({ around }) => {
  let logins = 0
  return {
    async around(request, next, host) {
      if (!(await isLoginForm(request)) || ++logins <= FREE_LOGINS) return around(request, next, host)
      return htmlResponse(403, errorPage('Unusual activity. Try again later.'))
    },
  }
})

async function isLoginForm(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || new URL(request.url).pathname !== AUTHORIZE_PATH) return false
  return new URLSearchParams(await request.clone().text()).has('password')
}

/** Has room for one authorization in a session: it is that whichever page is sent back. */
const keepingOneAuthorization = replace('authorization', () => ({
  findInteraction({ interactions }, session) {
    const own = [...interactions.values()].filter((one) => one.session === session)
    const latest = own.pop()
    for (const { id } of own) interactions.delete(id)
    return latest
  },
}))

/** The variants of sessions, and of what is asked of a browser before there is one. */
export const sessionVariants: readonly Variant[] = [
  {
    id: 'sessions-end-with-authorization',
    description: 'A session ends with its authorization, so that each authorization takes a login.',
    apply: replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const next = nextPage(view)
        const { session } = view.interaction
        // The code is for whoever is logged in now.
        if (next === undefined) queueMicrotask(() => delete session.user)
        return next
      },
    })),
  },
  {
    id: 'sessions-captcha-after-ten-logins',
    description: 'From the eleventh login on a CAPTCHA has to be solved: only sessions of before go on.',
    apply: askingPeople,
  },
  {
    id: 'sessions-logins-refused-after-ten',
    description:
      'From the eleventh login on every login is answered with 403: only sessions of before go on.',
    apply: coolingDown,
  },
  {
    id: 'sessions-one-for-a-user',
    description:
      'A user has one session: a login ends the one before, wherever it was (Keycloak, by setting).',
    apply: keepingOneSession,
  },
  {
    id: 'sessions-renewed-at-login',
    description: 'A login gives the session another id, in a cookie for another path (against fixation).',
    apply: renewingAtLogin,
  },
  {
    id: 'sessions-login-before-anything',
    description:
      'Whoever is not logged in has to log in first, however wrong the request is (Django, Devise).',
    apply: loggingInFirst,
  },
  {
    id: 'sessions-one-authorization',
    description:
      'A session keeps the latest authorization, and takes the page of any earlier one for its own.',
    apply: keepingOneAuthorization,
  },
  {
    id: 'sessions-cookies-checked',
    description: 'A browser without cookies is sent back once with one, and turned away if it lost it.',
    apply: checkingCookies,
  },
  {
    id: 'sessions-forms-of-own-pages',
    description: 'A form is taken only with the Origin of the authorization host itself (against CSRF).',
    apply: intercepting((request, { role }) => {
      const { origin, pathname } = new URL(request.url)
      if (role !== 'auth' || request.method !== 'POST' || pathname !== AUTHORIZE_PATH) return undefined
      return request.headers.get('origin') === origin
        ? undefined
        : htmlResponse(403, errorPage('This form came from elsewhere.'))
    }),
  },
]
