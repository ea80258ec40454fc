import type { Exchange, ExchangeRequest } from '../http/exchange.ts'
import { parseUrl } from '../http/url.ts'

/** What became of the forms that carried the user's password. */
export interface PasswordForms {
  /** How many were sent. */
  readonly sent: number
  /** The redirects that told the browser to send one on, password and all, to another origin or to the redirect URI. */
  readonly sentOn: readonly string[]
}

/** The redirects after which a browser sends the form itself once more (RFC 9110, 15.4.8 and 15.4.9). */
const KEEPING_THE_FORM = [307, 308]

/**
 * Finds the forms with the password among the requests of a user agent. Those that it only passed on within one origin
 * count like those that a page sent.
 * @param left where the last answer sent the user off the site; undefined where it did not.
 */
export function passwordFormsIn(
  exchanges: readonly Exchange[],
  password: string,
  left: string | undefined,
): PasswordForms {
  const forms = exchanges.filter(({ request }) => carriesPassword(request, password))
  const sentOn = forms.flatMap(({ request, response }) => {
    const location = response?.headers.location?.[0]
    if (location === undefined || !KEEPING_THE_FORM.includes(response?.status ?? 0)) return []
    const from = new URL(request.url)
    const isOnOrigin = parseUrl(location, from)?.origin === from.origin
    return isOnOrigin && location !== left ? [] : [describeSentOn(`${response?.status}`, location)]
  })
  return { sent: forms.length, sentOn }
}

/** The redirect in words. */
export function describeSentOn(status: string, location: string): string {
  return `a ${status} to ${location} behind the form with the password`
}

/** Whether a request is a form with the password in it. */
export function carriesPassword(
  { method, body = '', bodyEncoding, headers }: Omit<ExchangeRequest, 'url'>,
  password: string,
): boolean {
  if (method !== 'POST' || password === '') return false
  const text = bodyEncoding === 'base64' ? Buffer.from(body, 'base64').toString() : body
  const isForm = /x-www-form-urlencoded/i.test(headers['content-type'] ?? '')
  return isForm ? [...new URLSearchParams(text).values()].includes(password) : text.includes(password)
}
