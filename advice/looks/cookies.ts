import { Cookie } from 'tough-cookie'
import { type Look, type Sighting, safe, weak } from '../advice.ts'
import { headerOf, type Visit } from '../visit.ts'

/** What a form's own script reads and sends back, against CSRF: it has to be readable there. */
const FOR_SCRIPTS = /csrf|xsrf/i

/** The cookies that the answers of a visit set; those that they take away have nothing to protect. */
function cookiesOf({ flow }: Visit): readonly Cookie[] {
  return flow.exchanges
    .flatMap((exchange) => headerOf(exchange, 'set-cookie'))
    .flatMap((header) => Cookie.parse(header, { loose: true }) ?? [])
    .filter((cookie) => cookie.value !== '' && cookie.TTL() > 0)
}

function atCookies(judge: (cookie: Cookie) => Sighting | undefined): Look<Visit>['look'] {
  return (visit) => cookiesOf(visit).flatMap((cookie) => judge(cookie) ?? [])
}

/** Of names that differ from login to login only what they have in common. */
function nameOf({ key }: Cookie): string {
  return `cookie ${key.slice(0, 60).replace(/[\w-]*\d{4,}[\w-]*|\b[\da-f-]{16,}\b/gi, '…')}`
}

function has(isSafe: boolean, cookie: Cookie, flag: string): Sighting {
  return isSafe ? safe(`${nameOf(cookie)} with ${flag}`) : weak(`${nameOf(cookie)} without ${flag}`)
}

const FORM_LOGIN = 'a login by form that sets a cookie'

/** Looks at the cookies of a login. */
export const cookieLooks = {
  'cookie-secure': {
    title: 'Cookies of the login over plain http',
    clause: 'RFC 6265, 4.1.2.5 and 8.3',
    safe: 'every cookie has Secure',
    todo: 'Set `Secure` on every cookie.',
    needs: FORM_LOGIN,
    look: atCookies((cookie) => has(cookie.secure, cookie, 'Secure')),
  },
  'cookie-httponly': {
    title: 'Cookies of the login in the reach of scripts',
    clause: 'RFC 6265, 4.1.2.6',
    safe: 'every cookie has HttpOnly, but for tokens against CSRF',
    todo: 'Set `HttpOnly` on every cookie that no script of the page reads.',
    needs: FORM_LOGIN,
    look: atCookies((cookie) =>
      FOR_SCRIPTS.test(cookie.key) ? undefined : has(cookie.httpOnly, cookie, 'HttpOnly'),
    ),
  },
  'cookie-samesite': {
    title: 'Cookies of the login in requests that other sites cause',
    clause: 'RFC 6749, 10.12; RFC 6265bis, 4.1.2.7',
    safe: 'every cookie has SameSite=Lax or Strict',
    todo: 'Set `SameSite=Lax` on every cookie.',
    needs: FORM_LOGIN,
    look: atCookies((cookie) => {
      const { sameSite } = cookie
      if (sameSite === 'none') return weak(`${nameOf(cookie)} with SameSite=None`)
      return has(
        sameSite === 'lax' || sameSite === 'strict',
        cookie,
        `SameSite=${sameSite ?? 'Lax or Strict'}`,
      )
    }),
  },
} satisfies Readonly<Record<string, Look<Visit>>>
