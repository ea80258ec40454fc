import type { UserCredentials } from '../environment/config.ts'
import type { Intent } from './authorization-flow.ts'
import type { Button, Field, Form } from './form.ts'
import type { Page } from './page.ts'
import { type Submission, submission } from './submission.ts'
import { intentOf, leadsAstray, speaksOfApproval, speaksOfLogin } from './words.ts'

/** A form that asks for credentials, and the fields for them that it has. */
export interface LoginForm {
  readonly form: Form
  readonly username: Field | undefined
  readonly password: Field | undefined
}

const userHint = /user|e-?mail|login|name|identifier|account/i
const otherHint = /search|query|\bq\b|otp|one.?time|\bcode\b|token|\bpin\b|captcha/i

/** The form of the page that asks for a password, or for a user name alone as the first of two pages does. */
export function findLoginForm(page: Page): LoginForm | undefined {
  const forms = page.forms.filter((form) => !goesAstray(form))
  const withPassword = forms.find((form) => form.fields.filter(isPassword).length === 1)
  if (withPassword !== undefined)
    return {
      form: withPassword,
      username: usernameField(withPassword),
      password: withPassword.fields.find(isPassword),
    }
  return forms
    .filter((form) => !form.fields.some(isPassword) && !asksForApproval(form))
    .map((form) => ({ form, username: usernameField(form), password: undefined }))
    .find((login) => login.username !== undefined)
}

/** Whether a form is one to log out, to register, to search and the like. */
export function goesAstray(form: Form): boolean {
  const path = form.action.replace(/[?#].*$/s, '')
  const labels = form.buttons.map(({ label, value }) => label || value)
  return leadsAstray(form.name) || leadsAstray(path) || (labels.length > 0 && labels.every(leadsAstray))
}

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
  return { submission: submission(page, form, button, fields), approval }
}

/** What pressing the button says: its label tells first, then its value, its name, and where it leads. */
export function intentOfButton(button: Button): Intent | undefined {
  return intentOf([button.label, button.value, button.name, button.action ?? ''])
}

function asksForApproval(form: Form): boolean {
  return form.buttons.some(({ label }) => speaksOfApproval(label) && !leadsAstray(label))
}

function loginButton(form: Form): Button | undefined {
  const buttons = form.buttons.filter(({ label }) => !leadsAstray(label))
  return (
    buttons.find(({ label, value, name }) => [label, value, name].some(speaksOfLogin)) ??
    buttons.find((button) => intentOfButton(button) !== 'decline')
  )
}

function isPassword(field: Field): boolean {
  return field.type === 'password'
}

function usernameField(form: Form): Field | undefined {
  const texts = form.fields.filter(
    (field) =>
      /^(text|email|tel)$/.test(field.type) &&
      !field.readOnly &&
      !otherHint.test(`${field.hint} ${field.label}`),
  )
  const hinted = texts.find((field) => userHint.test(`${field.hint} ${field.label}`))
  return hinted ?? (texts.length === 1 ? texts[0] : undefined)
}
