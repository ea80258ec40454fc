import type { Form } from '../../client/login/form.ts'
import type { Page } from '../../client/login/page.ts'
import { submission, visit } from '../../client/login/submission.ts'
import type { Arrival, Browser, Sending } from './browser.ts'

/** Pages between the first and the authorization endpoint, at most, and ways that are tried from one of them. */
const MAX_PAGES = 3
const MAX_WAYS = 8
/** What ways are called that end a session, or take something away. */
const AWAY = /log-?out|sign-?out|disconnect|delete|remove|cancel/i

/** Whether a way, by its name, ends the session or takes something away: nobody goes there to use the application. */
export function leadsAway({ pathname, search }: URL): boolean {
  return AWAY.test(pathname + search)
}

/**
 * Goes on from the page that a request led to until the user is sent to the authorization endpoint.
 * @returns where the first request led, where nothing leads there
 */
export async function openUntilAuthorization(browser: Browser, sending: Sending): Promise<Arrival> {
  return goOn(browser, sending, MAX_PAGES)
}

async function goOn(browser: Browser, sending: Sending, pages: number): Promise<Arrival> {
  const arrival = await browser.open(sending)
  if (arrival.kind !== 'answer' || !arrival.page || pages === 0) return arrival
  const ways = waysFrom(arrival.page)
  const direct = ways.find(({ url }) => browser.isAuthorization(url))
  if (direct) return { kind: 'authorization', sending: direct, exchange: arrival.exchange }
  const own = ways.filter(
    ({ method, url }) => browser.isApplication(url) && !leadsAway(url) && !isSame({ method, url }, sending),
  )
  for (const way of own.slice(0, MAX_WAYS)) {
    const next = await goOn(browser, way, pages - 1)
    if (next.kind === 'authorization') return next
  }
  return arrival
}

function isSame(one: Sending, other: Sending): boolean {
  return one.method === other.method && one.url.href === other.url.href
}

/** All that a page lets the user do, forms first. */
function waysFrom(page: Page): readonly Sending[] {
  const forms = page.forms.map((form) => sendingOf(page, form))
  const links = page.links.map(({ href }) => toSending(visit(page, href)))
  return [...forms, ...links].filter((way) => way !== undefined)
}

/** What the only button of a page does; undefined where a page has none or several, or where that leads away. */
function onlyButtonOf(browser: Browser, page: Page): Sending | undefined {
  const [form, another] = page.forms
  if (form === undefined || another || form.buttons.length !== 1) return undefined
  const way = sendingOf(page, form)
  return way && browser.isApplication(way.url) && !leadsAway(way.url) ? way : undefined
}

/**
 * Opens a callback as a user does who is asked for one click before its code is used.
 * @param isUsed whether the code is used without, within the time that takes
 */
export async function openCallback(
  browser: Browser,
  url: URL,
  isUsed: () => Promise<boolean>,
): Promise<Arrival> {
  const landing = await browser.open({ method: 'GET', url })
  const way = landing.kind === 'answer' && landing.page ? onlyButtonOf(browser, landing.page) : undefined
  return way === undefined || (await isUsed()) ? landing : browser.open(way)
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
  const form = formToPick(page, words)
  if (form) return form
  const link = page.links.find(({ href, text }) =>
    words.some((word) => text.includes(word) || decodedOrSame(href).includes(word)),
  )
  return link && toSending(visit(page, link.href))
}

/** The same by a form alone. */
export function formToPick(page: Page, words: readonly string[]): Sending | undefined {
  const names = (text: string) => words.some((word) => text.includes(word))
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
  return undefined
}

function decodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
