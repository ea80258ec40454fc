import type { UserCredentials } from '../environment/config.ts'
import type { Intent } from './authorization-flow.ts'
import { type Occasion, withChoices } from './choices.ts'
import { type CredentialFields, findCredentialFields } from './credential-fields.ts'
import type { Button, Field, Form } from './form.ts'
import type { Page } from './page.ts'
import { type Submission, submission } from './submission.ts'
import { intentOf, leadsAstray, speaksOfApproval, speaksOfLogin } from './words.ts'

/** A form that asks for credentials, and the fields for them that it has. */
export interface LoginForm extends CredentialFields {
  readonly form: Form
  /** Tells it from other forms: where it goes to, and what one types into it. */
  readonly signature: string
}

/** The form of the page that asks for a password, or for a user name alone as the first of two pages does. */
export function findLoginForm(page: Page): LoginForm | undefined {
  const found = page.forms.flatMap((form) => {
    const fields = findCredentialFields(form)
    return fields === undefined ? [] : { ...fields, form, signature: signatureOf(form) }
  })
  const withPassword = found.filter(({ password, form }) => password && !goesAstray(form))
  if (withPassword.length > 0) return bestOf(withPassword)
  // a page that asks for approval may ask for other texts beside it
  const asks = (form: Form) => asksForApproval(form) || letsChoose(form)
  if (page.forms.some((form) => !goesAstray(form) && asks(form))) return undefined
  return bestOf(found.filter(({ password, form }) => !password && !goesAstray(form)))
}

function bestOf(logins: readonly LoginForm[]): LoginForm | undefined {
  let best: LoginForm | undefined
  for (const login of logins) if (best === undefined || login.score > best.score) best = login
  return best
}

/** Each form is looked at several times, and a page may have thousands. */
const astray = new WeakMap<Form, boolean>()

/** Whether a form is one to log out, to register, to search and the like. */
export function goesAstray(form: Form): boolean {
  const known = astray.get(form) ?? leadsElsewhere(form)
  astray.set(form, known)
  return known
}

function leadsElsewhere(form: Form): boolean {
  const path = form.action.slice(0, longestPath).replace(/[?#].*$/s, '')
  const labels = form.buttons.map(textOf)
  if (labels.length > 0 && labels.every(leadsAstray)) return true
  if (isOfLanguages(form) && intentOf(labels) !== 'approve') return true
  if (!leadsAstray(form.name) && !leadsAstray(path)) return false
  return findCredentialFields(form)?.password === undefined || !labels.some(speaksOfLogin)
}

/** Whether all that one can choose in a form is a language. */
function isOfLanguages({ fields }: Form): boolean {
  const seen = fields.filter(({ isHidden, type }) => !isHidden && type !== 'hidden')
  return seen.length > 0 && seen.every(({ type, name }) => type === 'select' && LANGUAGE.test(name))
}

const LANGUAGE = /^(ui_?)?(lang|lng|language|locales?|hl)$/i

const longestPath = 300

/**
 * Fills in what the form asks for and presses its button. A page may log in and approve in one: then the button
 * is the one for `intent`, and undefined comes back where it has none.
 */
export function logIn(
  page: Page,
  login: LoginForm,
  user: UserCredentials,
  intent: Intent,
): { submission: Submission; approval: boolean } | undefined {
  const { form, username, password } = login
  const fields = form.fields.map((field) => {
    if (field === username) return { ...field, value: user.username }
    return field === password ? { ...field, value: user.password } : field
  })
  const approval = asksForApproval(form)
  const button = approval ? form.buttons.find((found) => intentOfButton(found) === intent) : loginButton(form)
  if (approval && button === undefined) return undefined
  const occasion: Occasion = approval ? intent : 'login'
  return { submission: submission(page, form, button, withChoices(fields, occasion)), approval }
}

/** What a person reads on a button. */
export function textOf({ label, value }: Button): string {
  return label || value
}

/** The buttons of several forms, each with its form. */
export function buttonsOf(forms: readonly Form[]): PlacedButton[] {
  return forms.flatMap((form) => form.buttons.map((button) => ({ form, button })))
}

export interface PlacedButton {
  readonly form: Form
  readonly button: Button
}

/** What pressing the button says: its label tells first, then its value, its name, and where it leads. */
export function intentOfButton(button: Button): Intent | undefined {
  return intentOf([button.label, button.value, button.name, button.action ?? ''])
}

/** Whether one of its buttons says that it approves: what the text beside it says does not count. */
export function asksForApproval(form: Form): boolean {
  return form.buttons.some(({ label }) => speaksOfApproval(label) && !leadsAstray(label))
}

/** Whether one chooses in a form whether to approve or to decline. */
function letsChoose({ fields }: Form): boolean {
  const intents = new Set(fields.map(intentOfField))
  return intents.has('approve') && intents.has('decline')
}

/** What a radio button or an option says; undefined where it says neither, and of any other field. */
export function intentOfField({ type, value, label, isHidden }: Field): Intent | undefined {
  return /^(radio|select)$/.test(type) && !isHidden ? intentOf([value, label]) : undefined
}

function loginButton(form: Form): Button | undefined {
  const buttons = form.buttons.filter(({ label }) => !leadsAstray(label))
  return (
    buttons.find(({ label, value, name }) => [label, value, name].some(speaksOfLogin)) ??
    buttons.find((button) => intentOfButton(button) !== 'decline')
  )
}

function signatureOf(form: Form): string {
  const typed = form.fields.filter(
    ({ type, isHidden }) => !isHidden && /^(text|email|tel|password)$/.test(type),
  )
  const path = form.action.replace(/[?#].*$/s, '')
  return [path, ...typed.map(({ name }) => name), asksForApproval(form) ? 'approval' : ''].join(' ')
}
