import type { Form } from '../../client/login/form.ts'
import type { Page } from '../../client/login/page.ts'
import { submission, visit } from '../../client/login/submission.ts'
import type { Arrival, Browser, Sending } from './browser.ts'

/** Pages between the application's own and the authorization endpoint, at most. */
const MAX_PAGES = 4

/** Goes on from the page that a request led to until the user is sent to the authorization endpoint, or stays. */
export async function openUntilAuthorization(browser: Browser, sending: Sending): Promise<Arrival> {
  let arrival = await browser.open(sending)
  for (let pages = 1; pages < MAX_PAGES && arrival.kind === 'answer' && arrival.page; pages++) {
    const ways = waysFrom(arrival.page)
    const direct = ways.find(({ url }) => browser.isAuthorization(url))
    if (direct) return { kind: 'authorization', sending: direct, exchange: arrival.exchange }
    const [only, ...others] = ways.filter(({ url }) => browser.isApplication(url))
    // Of several ways nobody knows which one connects.
    const next = only && others.length === 0 ? only : formAmong(arrival.page, browser)
    if (next === undefined) return arrival
    arrival = await browser.open(next)
  }
  return arrival
}

/** All that a page lets the user do, forms first. */
function waysFrom(page: Page): readonly Sending[] {
  const forms = page.forms.map((form) => sendingOf(page, form))
  const links = page.links.map(({ href }) => toSending(visit(page, href)))
  return [...forms, ...links].filter((way) => way !== undefined)
}

/** The only form of a page that stays in the application: a button to connect. */
function formAmong(page: Page, browser: Browser): Sending | undefined {
  const forms = page.forms.flatMap((form) => sendingOf(page, form) ?? [])
  const own = forms.filter(({ url }) => browser.isApplication(url))
  return own.length === 1 ? own[0] : undefined
}

/** A form sent by its first button, as it stands. */
function sendingOf(page: Page, form: Form): Sending | undefined {
  return toSending(submission(page, form, form.buttons[0], form.fields))
}

function toSending({ method, url, body, contentType }: ReturnType<typeof submission>): Sending | undefined {
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  return { method, url, ...(body === undefined ? {} : { body }), ...(contentType ? { contentType } : {}) }
}

/**
 * What picks one of several things on a page: a form one of whose controls has the value or the text, or a link.
 * @param words any of which names the thing, such as its id and its name
 */
export function wayToPick(page: Page, words: readonly string[]): Sending | undefined {
  const names = (text: string) => words.some((word) => text === word || text.includes(word))
  for (const form of page.forms) {
    const button = form.buttons.find(({ value, label }) => names(value) || names(label))
    if (button) return toSending(submission(page, form, button, form.fields))
    const field = form.fields.find(
      ({ value, label, type }) => type !== 'hidden' && (names(value) || names(label)),
    )
    if (field) {
      const fields = form.fields.map((one) =>
        one.name === field.name && one.type !== 'hidden' ? { ...one, chosen: one === field } : one,
      )
      return toSending(submission(page, form, form.buttons[0], fields))
    }
    const hidden = form.fields.find(({ value, type }) => type === 'hidden' && names(value))
    if (hidden) return toSending(submission(page, form, form.buttons[0], form.fields))
  }
  const link = page.links.find(({ href, text }) => names(text) || names(decodedOrSame(href)))
  return link && toSending(visit(page, link.href))
}

function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
