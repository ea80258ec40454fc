import type { Field, Form } from './form.ts'
import { namesPassword } from './words.ts'

/** Where a form takes the user's name and password; one of the two may be missing. */
export interface CredentialFields {
  readonly username: Field | undefined
  readonly password: Field | undefined
  /** How surely they are what they seem; the higher of two forms is the login. */
  readonly score: number
}

/** Names that login forms give to the user name and to the password, whole. */
const userNames =
  /^(users?|user_?name|user_?id|uid|usr|login|login_?(name|id|fmt)|loginfmt|e_?mail|e_?mail_?address|identifier|j_username|principal|account|handle|benutzer(name)?|kennung|utilisateur|identifiant|courriel|usuario|correo|utente|gebruiker(snaam)?)$/i
const passwordNames =
  /^(j_?)?(pass|password|passwd|pwd|pw|passphrase|passcode|secret|passwort|kennwort|mot_?de_?passe|mdp|clave|contrase[nñ]a|senha|wachtwoord)$/i

const userHint =
  /user|e-?mail|login|log in|name|identifier|account|benutzer|kennung|utilisateur|identifiant|courriel|usuario|correo|utente|gebruiker/i
const otherName = /first|last|given|family|full|sur|nick|middle|host|file|display/i
const ofOrganization = /tenant|compan|organi[sz]ation|domain|workspace|realm|firma|customer ?(no|num)/i
const otherHint =
  /search|query|\bq\b|otp|one.?time|\bcode\b|(?<!\bid)token|\bpin\b|captcha|coupon|comment|promo/i
const otpHint = /otp|one.?time|captcha|\b2fa\b|\bmfa\b/i
const anotherPassword = /confirm|repeat|again|verif|retype|re.?enter|\bnew|wiederhol|best(ä|ae)tig/i

/** A control that Tab passes over is a decoy, unless nothing else can be meant. */
const SKIPPED = -60
/** From here on a field says itself that it is the one. */
const TOLD = 10

/**
 * Finds the fields for user name and password. Hidden ones are never meant: inputs of type hidden, and decoys against
 * programs, which styles, `hidden` or `aria-hidden` keep from sight. Of the others the best is taken, by
 * - the tokens of `autocomplete`: `username`, `current-password`, then `email`, `tel` (HTML, 4.10.18.7); any other token
 *   means another thing;
 * - `name` and `id`, or the last word of `user[email]`, where it is a usual one; type `email`;
 * - words in name, id, placeholder and label;
 * - what speaks against it: `tabindex="-1"`, a first or last name, an organization, a one-time code, a search.
 *
 * The password is an input of type password, or where there is none, a text that says it is one by `autocomplete`, its name
 * or its label. Several of them, one of them to repeat another, are a registration, and no
 * login. Where nothing tells the user name, it is the last text field before the password.
 */
export function findCredentialFields({ fields }: Form): CredentialFields | undefined {
  const visible = fields.filter(({ isHidden }) => !isHidden)
  const passwords = passwordsAmong(visible)
  const telling = passwords.some(isCurrent)
  if (passwords.length > 1 && !telling && passwords.some((field) => anotherPassword.test(textsOf(field))))
    return undefined
  const password = best(passwords, scoreOfPassword)
  const texts = visible.filter(
    (field) =>
      /^(text|email|tel|url|number)$/.test(field.type) && !field.readOnly && !passwords.includes(field),
  )
  const username = best(texts, scoreOfUsername)
  const told = username !== undefined && scoreOfUsername(username) >= TOLD ? username : undefined
  if (password === undefined) {
    const only = texts.length === 1 && username && scoreOfUsername(username) >= 0 ? username : undefined
    const field = told ?? only
    return field && { username: field, password, score: scoreOfUsername(field) }
  }
  const before = texts.filter((field) => field.order < password.order && scoreOfUsername(field) > SKIPPED / 2)
  const chosen = told ?? before.at(-1)
  const scores = [scoreOfPassword(password), chosen === undefined ? 0 : scoreOfUsername(chosen)]
  return { username: chosen, password, score: scores.reduce((sum, one) => sum + one, 0) }
}

function passwordsAmong(visible: readonly Field[]): readonly Field[] {
  const inputs = visible.filter(({ type, hint }) => type === 'password' && !otpHint.test(hint))
  return inputs.length > 0 ? inputs : visible.filter(isPasswordInSight)
}

/** Whether a text field takes the password: some pages show what one types. */
function isPasswordInSight(field: Field): boolean {
  const { type, autocomplete, label, readOnly } = field
  if (type !== 'text' || readOnly || otpHint.test(textsOf(field))) return false
  if (isCurrent(field)) return true
  const isOther = autocomplete.some((token) => !/^(on|off|section-.*)$/.test(token))
  return !isOther && (nameOf(field).some(namesPassword) || namesPassword(label))
}

/** The field with the highest score, of equals the one that stands last. */
function best(fields: readonly Field[], scoreOf: (field: Field) => number): Field | undefined {
  let found: Field | undefined
  for (const field of fields) if (found === undefined || scoreOf(field) >= scoreOf(found)) found = field
  return found
}

function scoreOfUsername(field: Field): number {
  const { autocomplete, hint, label, type, isSkipped } = field
  const tokens = autocomplete.filter((token) => !/^(on|off|section-.*|home|work|webauthn)$/.test(token))
  const score = isSkipped ? SKIPPED : 0
  if (tokens.includes('username')) return score + 100
  const texts = `${hint} ${label}`
  let words = 0
  if (nameOf(field).some((name) => userNames.test(name))) words += 40
  else if (userHint.test(texts) && !otherName.test(texts)) words += 20
  if (type === 'email') words += 30
  if (tokens.includes('email')) words += 50
  if (tokens.includes('tel')) words += 20
  if (tokens.length > 0 && words < 20) return score - 50
  if (ofOrganization.test(texts)) words -= 30
  if (otherHint.test(hint) || (words < 20 && otherHint.test(label))) words -= 100
  return score + words
}

function scoreOfPassword(field: Field): number {
  let score = field.isSkipped ? SKIPPED : 0
  if (isCurrent(field)) score += 100
  if (field.autocomplete.includes('new-password')) score -= 10
  if (field.autocomplete.includes('one-time-code')) score -= 50
  if (nameOf(field).some((name) => passwordNames.test(name))) score += 30
  if (anotherPassword.test(textsOf(field))) score -= 40
  if (otherHint.test(field.hint)) score -= 30
  return score
}

function isCurrent({ autocomplete }: Field): boolean {
  return autocomplete.includes('current-password')
}

function textsOf({ hint, label }: Field): string {
  return `${hint} ${label}`
}

/** The name, or its last part where it is a path such as `session[email]` or `login:form:user`. */
function nameOf({ name }: Field): string[] {
  return [
    name,
    name
      .split(/[[\].:/$-]+/)
      .filter(Boolean)
      .at(-1) ?? '',
  ]
}
