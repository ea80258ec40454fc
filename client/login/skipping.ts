import { withChoices } from './choices.ts'
import type { Field, Form } from './form.ts'
import { buttonsOf, textOf } from './login-step.ts'
import type { Page } from './page.ts'
import { type Submission, submission, visit } from './submission.ts'
import { offers, postpones, speaksOfAccess, speaksOfApproval } from './words.ts'

/** The button, or the link, that puts off what all others offer, such as a second factor. */
export function bySkipping(page: Page, forms: readonly Form[]): Submission | undefined {
  const all = buttonsOf(forms)
  const putsOff = all.filter(({ button }) => postpones(textOf(button)))
  const buttons =
    asksForNothing(page, forms) && putsOff.length === 1
      ? putsOff
      : all.filter(({ button }) => !offers(textOf(button)))
  const [only, another] = buttons
  const isLeftToLinks = only === undefined || (putsOff.length === 0 && asksForNothing(page, forms))
  const link = isLeftToLinks && forms.length > 0 ? skippingLink(page) : undefined
  if (link !== undefined) return visit(page, link)
  if (only === undefined || another !== undefined) return undefined
  if (!postpones(textOf(only.button))) return undefined
  return submission(page, only.form, only.button, withChoices(only.form.fields, 'decline'))
}

/** The same, before any button that goes on, where a form does not go on without what nobody knows here. */
export function bySkippingForm(page: Page, forms: readonly Form[]): Submission | undefined {
  const isToBeFilledIn = forms.some(({ fields }) => fields.some(isMissing))
  return isToBeFilledIn && asksForNothing(page, forms) ? bySkipping(page, forms) : undefined
}

/** The address of the link that puts off what the page offers; a page may begin with one that skips to its own middle. */
export function skippingLink(page: Page): string | undefined {
  return page.links.find(({ text, href }) => postpones(text) && !href.startsWith('#'))?.href
}

/** Whether a page lets one put off what it asks for. */
export function canBeSkipped(page: Page): boolean {
  return page.links.some(({ text }) => postpones(text)) || page.forms.some(hasSkip)
}

function hasSkip({ buttons }: Form): boolean {
  return buttons.some((button) => postpones(textOf(button)))
}

/** Whether a page is about nothing that one approves: there, not to do it now may be to decline. */
function asksForNothing(page: Page, forms: readonly Form[]): boolean {
  const texts = ({ label, value, name, action = '' }: Form['buttons'][number]) => [label, value, name, action]
  return (
    !speaksOfAccess(page.text) && !buttonsOf(forms).some(({ button }) => texts(button).some(speaksOfApproval))
  )
}

function isMissing({ type, value, required, isHidden, readOnly }: Field): boolean {
  const isTyped = /^(text|email|tel|url|number|date|textarea)$/.test(type)
  return isTyped && required && value === '' && !isHidden && !readOnly
}
