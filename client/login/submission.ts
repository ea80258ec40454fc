import { parseUrl } from '../http/url.ts'
import { encodeAsForm, encodeBody, entriesOf } from './entries.ts'
import type { Button, Field, Form, Method } from './form.ts'
import type { Page } from './page.ts'

/** A request that a page leads to. */
export interface Submission {
  readonly method: Method
  /** As the page words it, before it is resolved. */
  readonly address: string
  /** Undefined where the address is none. */
  readonly url: URL | undefined
  readonly body?: string
  readonly contentType?: string
  /** Whether it is not sent again, whatever is answered. */
  readonly noRetry?: true
  /** Names of the fields that the user agent filled in or chose, whatever the page had in them. */
  readonly filled?: readonly string[]
}

/** A form sent by one of its buttons (or by none), with its fields as they are given here. */
export function submission(
  page: Page,
  form: Form,
  button: Button | undefined,
  fields: readonly Field[],
): Submission {
  const address = (button?.action ?? form.action).trim()
  const method = button?.method ?? form.method
  // without an action a form goes back to the page itself, whatever its base is
  const url = address === '' ? new URL(page.url) : parseUrl(address, page.base)
  const entries = entriesOf(fields, button)
  const filled = filledOf(form, fields, button)
  const charset = form.charset ?? page.charset
  if (method === 'POST')
    return {
      method,
      address,
      url,
      filled,
      ...encodeBody(entries, button?.encoding ?? form.encoding, charset),
    }
  if (url !== undefined && /^https?:$/.test(url.protocol)) url.search = encodeAsForm(entries, charset)
  return { method, address: url?.href ?? address, url, filled }
}

/** A link or meta refresh, followed. */
export function visit(page: Page, address: string): Submission {
  return { method: 'GET', address, url: parseUrl(address.trim(), page.base) }
}

/** Whether a page leads to a script, which nobody runs here. */
export function isScript({ url }: Submission): boolean {
  return url?.protocol === 'javascript:'
}

function filledOf(form: Form, fields: readonly Field[], button: Button | undefined): string[] {
  const before = new Map(form.fields.map((field) => [`${field.order} ${field.value}`, field.chosen]))
  const changed = fields.filter(
    ({ order, value, chosen }) => chosen && before.get(`${order} ${value}`) !== true,
  )
  const pressed = button === undefined ? [] : [button.name || button.label]
  return [...changed.map(({ name }) => name), ...pressed].filter(Boolean)
}
