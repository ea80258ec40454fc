import type { Intent } from './authorization-flow.ts'
import type { Field, Form } from './form.ts'
import { goesAstray, intentOfButton } from './login-step.ts'
import type { Page } from './page.ts'
import { type Submission, submission, visit } from './submission.ts'
import { intentOf, leadsAstray, speaksOfApproval, wordsOf } from './words.ts'

/** Boxes that are about the session or about advertising, and no part of what is approved. */
const besideThePoint = /remember|stay|keep|trust|newsletter|subscri|market/i

/** A text with more words than this is a sentence that happens to hold a word such as "no", not a choice. */
const longestLinkText = 4

/** What approves or declines on this page: a choice, a button, a link; undefined where nothing does. */
export function decide(page: Page, intent: Intent): Submission | undefined {
  const forms = page.forms.filter((form) => !goesAstray(form))
  return (
    firstOf(forms, (form) => byChoice(page, form, intent)) ??
    firstOf(forms, (form) => byButton(page, form, intent, true)) ??
    firstOf(forms, (form) => byButton(page, form, intent, false)) ??
    byLink(page, intent) ??
    (intent === 'approve' ? byOnlyButton(page, forms) : undefined)
  )
}

/** A radio button or an option says it, whatever the button says. */
function byChoice(page: Page, form: Form, intent: Intent): Submission | undefined {
  const intentOfField = (field: Field) =>
    /^(radio|select)$/.test(field.type) ? intentOf([field.value, field.label]) : undefined
  const chosen = form.fields.find((field) => intentOfField(field) === intent)
  const alternative = form.fields.find(
    (field) => field.name === chosen?.name && ![undefined, intent].includes(intentOfField(field)),
  )
  if (chosen === undefined || alternative === undefined) return undefined
  const fields = form.fields.map((field) =>
    field.name === chosen.name ? { ...field, chosen: field === chosen } : field,
  )
  const button = form.buttons.find((found) => intentOfButton(found) !== 'decline') ?? form.buttons[0]
  return submission(page, form, button, withBoxes(fields, intent))
}

function byButton(page: Page, form: Form, intent: Intent, plainly: boolean): Submission | undefined {
  const button = form.buttons.find((found) => {
    if (leadsAstray(found.label || found.value)) return false
    const said = intentOfButton(found) ?? (form.buttons.length === 1 ? intentOf([form.action]) : undefined)
    return said === intent && (!plainly || intent === 'decline' || speaksOfApproval(found.label))
  })
  return button && submission(page, form, button, withBoxes(form.fields, intent))
}

function byLink(page: Page, intent: Intent): Submission | undefined {
  const link = page.links.find(
    ({ text }) =>
      !leadsAstray(text) &&
      wordsOf(text).length <= longestLinkText &&
      intentOf([text]) === intent &&
      (intent === 'decline' || speaksOfApproval(text)),
  )
  return link && visit(page, link.href)
}

/** A page that only lets one go on. */
function byOnlyButton(page: Page, forms: readonly Form[]): Submission | undefined {
  const [form, another] = forms
  if (form === undefined || another !== undefined || form.buttons.length > 1) return undefined
  const [button] = form.buttons
  if (button !== undefined && intentOfButton(button) === 'decline') return undefined
  return submission(page, form, button, withBoxes(form.fields, 'approve'))
}

/** Approving means all that was asked for: every box that grants something is checked. */
function withBoxes(fields: readonly Field[], intent: Intent): readonly Field[] {
  if (intent === 'decline') return fields
  return fields.map((field) => {
    const grants =
      field.type === 'checkbox' &&
      !besideThePoint.test(`${field.hint} ${field.label}`) &&
      intentOf([field.value, field.label]) !== 'decline'
    return grants ? { ...field, chosen: true } : field
  })
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
