import { parseUrl } from '../http/url.ts'
import type { Button, Field, Form } from './form.ts'
import type { Page } from './page.ts'

/** A request that a page leads to. */
export interface Submission {
  readonly method: 'GET' | 'POST'
  /** As the page words it, before it is resolved. */
  readonly address: string
  /** Undefined where the address is none. */
  readonly url: URL | undefined
  readonly body?: string
}

/** A form sent by one of its buttons (or by none), with its fields as they are given here. */
export function submission(
  page: Page,
  form: Form,
  button: Button | undefined,
  fields: readonly Field[],
): Submission {
  const address = button?.action ?? form.action
  const method = button?.method ?? form.method
  // without an action a form goes back to the page itself, whatever its base is
  const url = address.trim() === '' ? new URL(page.url) : parseUrl(address, page.base)
  const entries = new URLSearchParams(entriesOf(fields, button)).toString()
  if (method === 'POST') return { method, address, url, body: entries }
  if (url !== undefined) url.search = entries
  return { method, address: url?.href ?? address, url }
}

/** A link or meta refresh, followed. */
export function visit(page: Page, address: string): Submission {
  return { method: 'GET', address, url: parseUrl(address.trim(), page.base) }
}

function entriesOf(fields: readonly Field[], button: Button | undefined): [string, string][] {
  const entries = fields
    .filter((field) => field.chosen && field.name !== '')
    .map((field): [string, string] => [field.name, field.value])
  if (button?.isImage) {
    const prefix = button.name === '' ? '' : `${button.name}.`
    entries.push([`${prefix}x`, '0'], [`${prefix}y`, '0'])
  } else if (button !== undefined && button.name !== '') entries.push([button.name, button.value])
  return entries
}
