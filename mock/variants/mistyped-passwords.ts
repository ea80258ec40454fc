import { AUTHORIZE_PATH, errorPage, escapeHtml, page, WRONG_PASSWORD } from '../oauth/pages.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { htmlResponse } from './responses.ts'
import type { Variant } from './variant.ts'

/** For so long nobody gets in who mistyped a password. */
const LOCKED_MS = 60_000

const refusal = (status: number, message: string) => htmlResponse(status, errorPage(message))

/** Answers forms with a wrong password in another way, and those of the same user afterwards. */
function afterMistake(
  answer: (username: string, request: string) => Response,
  isKeptOut: (username: string) => boolean = () => false,
): PolicyChange {
  return replace('transport', ({ around }) => ({
    async around(request, next, host) {
      if (request.method !== 'POST' || host.role !== 'auth') return around(request, next, host)
      const fields = new URLSearchParams(await request.clone().text())
      const username = fields.get('username') ?? ''
      if (isKeptOut(username)) return refusal(429, 'Too many attempts. Try again in a minute.')
      const response = await around(request, next, host)
      const isMistake = (await response.clone().text()).includes(WRONG_PASSWORD)
      return isMistake ? answer(username, fields.get('request') ?? '') : response
    },
  }))
}

const lockingOut: PolicyChange = (policies) => {
  const mistaken = new Map<string, number>()
  return afterMistake(
    (username) => {
      mistaken.set(username, Date.now())
      return refusal(401, `${WRONG_PASSWORD} Try again in a minute.`)
    },
    (username) => Date.now() - (mistaken.get(username) ?? 0) < LOCKED_MS,
  )(policies)
}

/** What comes of a mistyped password. */
export const mistypedPasswordVariants: readonly Variant[] = [
  {
    id: 'mistyped-ends-request',
    description: 'After a wrong password the user has to start again at the application.',
    apply: afterMistake(() => refusal(403, `${WRONG_PASSWORD} Start again at the application.`)),
  },
  {
    id: 'mistyped-tries-again-by-link',
    description: 'A wrong password leads to a page with a link back to the login.',
    apply: afterMistake((_, request) => {
      const href = escapeHtml(`${AUTHORIZE_PATH}?request=${encodeURIComponent(request)}`)
      return htmlResponse(
        401,
        page('Not logged in', `<p>The password is wrong.</p><a href="${href}">Try again</a>`),
      )
    }),
  },
  {
    id: 'mistyped-locks-out',
    description: 'Whoever mistypes a password cannot log in for a minute.',
    apply: lockingOut,
  },
]
