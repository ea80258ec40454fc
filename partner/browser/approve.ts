import { readPage } from '../../client/login/page.ts'
import { submission } from '../../client/login/submission.ts'
import type { User } from '../../mock/store.ts'
import type { Browser, Sending } from './browser.ts'

/** What the authorization endpoint made of a request. */
type Approval =
  /** The address of the callback, as the service words it. */
  | { readonly kind: 'callback'; readonly url: URL }
  | { readonly kind: 'refused'; readonly why: string }
  /** The machine is too slow for the service itself: nothing that the application did. */
  | { readonly kind: 'silent'; readonly why: string }

const MAX_STEPS = 6

/** Logs in at the service, approves, and stops before the callback is opened. */
export async function approve(browser: Browser, start: Sending, user: User): Promise<Approval> {
  let next: Sending = start
  for (let step = 0; step < MAX_STEPS; step++) {
    const exchange = await browser.send(next)
    const { response, failure } = exchange
    if (response === undefined) return { kind: 'silent', why: failure?.message ?? 'no answer came' }
    const location = response.headers.location?.[0]
    if (location !== undefined) {
      const url = new URL(location, next.url)
      if (url.origin !== browser.place.authUrl) return { kind: 'callback', url }
      next = { method: 'GET', url }
      continue
    }
    const form = filledForm(response.body, next.url, user)
    if (form === undefined)
      return { kind: 'refused', why: `the service answers ${response.status}: ${textOf(response.body)}` }
    next = form
  }
  return { kind: 'refused', why: 'the login at the service does not end' }
}

function filledForm(html: string, url: URL, user: User): Sending | undefined {
  const page = readPage(html, url)
  const [form] = page.forms
  if (form === undefined) return undefined
  const values: Readonly<Record<string, string>> = { username: user.username, password: user.password }
  const fields = form.fields.map((field) => ({ ...field, value: values[field.name] ?? field.value }))
  const button = form.buttons.find(({ value }) => value === 'approve') ?? form.buttons[0]
  const { url: action, method, body } = submission(page, form, button, fields)
  return action && { method, url: action, ...(body === undefined ? {} : { body }) }
}

function textOf(html: string): string {
  return readPage(html, new URL('http://127.0.0.1')).text.slice(0, 200)
}
