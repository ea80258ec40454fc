import { parseUrl } from '../http/url.ts'
import { isOfConsent, isOfSession, withChoices } from './choices.ts'
import type { Form } from './form.ts'
import { asksForApproval, buttonsOf, goesAstray, intentOfButton, textOf } from './login-step.ts'
import type { Page } from './page.ts'
import type { Link } from './page-reader.ts'
import { isScript, type Submission, submission, visit } from './submission.ts'
import {
  acceptsAll,
  closes,
  leadsAstray,
  speaksOfAccess,
  speaksOfApproval,
  speaksOfCookies,
} from './words.ts'

/** Whether a link takes the answer that the user declined back to the application, whatever its text is. */
export function tellsOfDenial(page: Page, { href }: Link): boolean {
  return parseUrl(href, page.base)?.searchParams.get('error') === 'access_denied'
}

/**
 * What declines where nothing says so: to leave the box of what one approves unchecked, or to close the page. A page may
 * insist on the box, or be closed for the moment only; so the answer has to tell.
 */
export function byImplication(page: Page, forms: readonly Form[]): Submission | undefined {
  return withoutBox(page, forms) ?? byClosing(page, forms)
}

function withoutBox(page: Page, forms: readonly Form[]): Submission | undefined {
  const [form, another] = forms
  if (form === undefined || another !== undefined) return undefined
  const [button, other] = form.buttons.filter((found) => !leadsAstray(textOf(found)))
  if (button === undefined || other !== undefined || speaksOfApproval(textOf(button))) return undefined
  if (intentOfButton(button) === 'decline') return undefined
  const boxes = form.fields.filter((field) => field.type === 'checkbox' && !field.isHidden)
  const asked = boxes.filter((box) => !isOfSession(box))
  if (asked.length === 0 || !asked.every(isOfConsent)) return undefined
  const fields = form.fields.map((field) => (asked.includes(field) ? { ...field, chosen: false } : field))
  return submission(page, form, button, withChoices(fields, 'decline'))
}

function byClosing(page: Page, forms: readonly Form[]): Submission | undefined {
  if (!forms.some(asksForApproval)) return undefined
  const found = buttonsOf(forms).find(({ button }) => closes(textOf(button)))
  if (found !== undefined) return submission(page, found.form, found.button, found.form.fields)
  const links = page.links.filter(({ text, href }) => closes(text) && !href.startsWith('#'))
  return links.map(({ href }) => visit(page, href)).find((way) => !isScript(way))
}

/**
 * The button that accepts cookies, on a page that asks for nothing else and has no button to reject them: whoever
 * declines access presses it too, since it decides nothing about access.
 */
export function byCookies(page: Page): Submission | undefined {
  if (!speaksOfCookies(page.text) || speaksOfAccess(page.text)) return undefined
  const approving = buttonsOf(page.forms).filter(({ button }) => speaksOfApproval(textOf(button)))
  const [only, another] = approving
  if (only === undefined || another !== undefined || !acceptsAll(textOf(only.button))) return undefined
  if (page.forms.some((form) => form !== only.form && !goesAstray(form))) return undefined
  return submission(page, only.form, only.button, only.form.fields)
}
