import type { Intent } from './authorization-flow.ts'
import { asksForTerms, withChoices } from './choices.ts'
import { byOwnWay, byPassword, byPicking } from './crossroads.ts'
import type { Button, Form } from './form.ts'
import {
  asksForApproval,
  buttonsOf,
  goesAstray,
  intentOfButton,
  intentOfField,
  textOf,
} from './login-step.ts'
import type { Page } from './page.ts'
import { bySkipping, bySkippingForm, skippingLink } from './skipping.ts'
import { type Submission, submission, visit } from './submission.ts'
import { byImplication, tellsOfDenial } from './ways-to-decline.ts'
import {
  cancelsFirst,
  ends,
  intentOf,
  leadsAstray,
  leadsToLogin,
  offers,
  postpones,
  speaksOfAccess,
  speaksOfApproval,
  speaksOfIdentity,
  speaksOfNewTerms,
  speaksOfSession,
  wordsOf,
} from './words.ts'

/** A text with more words than this is a sentence that happens to hold a word such as "no", not a choice. */
const longestLinkText = 4

/** What a page is sent for, and whether that says plainly what the user wants. */
export interface ApprovalStep {
  readonly submission: Submission
  /** Whether it approves or declines, where other pages only let one go on. */
  readonly isPlain: boolean
  /** Whether it declines only if the answer says so: other pages are merely left like that. */
  readonly mayDecline?: true
}

/**
 * What approves or declines on this page: a choice, a button, a link; undefined where nothing does.
 * @param hasDeclined whether an earlier page was declined: then a button that does not approve leads back, whatever it says.
 */
export function decide(page: Page, intent: Intent, hasDeclined = false): ApprovalStep | undefined {
  const forms = page.forms.filter((form) => !goesAstray(form))
  if (intent === 'decline' && isAnotherQuestion(page, forms)) return passBy(page)
  // a choice beside a button that declines may be about something else
  const declining =
    intent === 'decline' ? firstOf(forms, (form) => byButton(page, form, intent, says)) : undefined
  const plain =
    declining ??
    firstOf(forms, (form) => byChoice(page, form, intent)) ??
    firstOf(forms, (form) => byButton(page, form, intent, saysInLabel)) ??
    firstOf(forms, (form) => byButton(page, form, intent, says))
  if (plain !== undefined) return { submission: plain, isPlain: !asksBeside(page, forms) }
  const way = byOwnWay(page, forms) ?? bySkippingForm(page, forms)
  if (way !== undefined) return { submission: way, isPlain: false }
  const button = firstOf(forms, (form) => byButton(page, form, intent, () => true))
  if (button !== undefined) return { submission: button, isPlain: false }
  const link = byLink(page, intent)
  if (link !== undefined) return { submission: link, isPlain: true }
  const implied = intent === 'decline' && !hasDeclined ? byImplication(page, forms) : undefined
  if (implied !== undefined) return { submission: implied, isPlain: false, mayDecline: true }
  const only =
    bySkipping(page, forms) ??
    byPassword(page, forms) ??
    byOnlyButton(page, forms, intent, hasDeclined) ??
    byElimination(page, forms, intent) ??
    byPicking(page, forms)
  if (only) return { submission: only, isPlain: false }
  // A page with nothing to decline, which asks for no access, lies on the way to the one that does.
  const isOnTheWay = intent === 'decline' && !hasDeclined && !speaksOfAccess(page.text)
  return isOnTheWay && !forms.some(asksForApproval) ? passBy(page) : undefined
}

/** Says yes to what a page asks on the way to the approval, which decides nothing. */
export function passBy(page: Page): ApprovalStep | undefined {
  const step = decide(page, 'approve')
  return step && { ...step, isPlain: false }
}

/** Whether a page asks who it was, or for consent to terms: who says no to that goes no further, and declines nothing. */
function isAnotherQuestion(page: Page, forms: readonly Form[]): boolean {
  if (forms.some(asksForTerms) || speaksOfNewTerms(page.text)) return !speaksOfAccess(page.text)
  return !forms.some(asksForApproval) && speaksOfIdentity(page.text)
}

/** What cancels a login: a button of its form, or a link; undefined where nothing does. */
export function cancel(page: Page, form: Form): Submission | undefined {
  const button = form.buttons.find((found) => intentOfButton(found) === 'decline')
  return button === undefined ? byLink(page, 'decline') : submission(page, form, button, form.fields)
}

/** A radio button or an option says it, whatever the button says. */
function byChoice(page: Page, form: Form, intent: Intent): Submission | undefined {
  const chosen = form.fields.find((field) => intentOfField(field) === intent)
  const alternative = form.fields.find(
    (field) => field.name === chosen?.name && ![undefined, intent].includes(intentOfField(field)),
  )
  if (chosen === undefined || alternative === undefined) return undefined
  const fields = form.fields.map((field) =>
    field.name === chosen.name ? { ...field, chosen: field === chosen } : field,
  )
  const button =
    form.buttons.find(saysInLabel) ??
    form.buttons.find((found) => intentOfButton(found) !== 'decline') ??
    form.buttons[0]
  return submission(page, form, button, withChoices(fields, intent))
}

function saysInLabel({ label }: Button): boolean {
  return speaksOfApproval(label)
}

function says({ label, value, name, action = '' }: Button): boolean {
  return [label, value, name, action].some(speaksOfApproval)
}

/** @param approves how plainly a button has to say that it approves; one that declines always does. */
function byButton(
  page: Page,
  form: Form,
  intent: Intent,
  approves: (button: Button) => boolean,
): Submission | undefined {
  const button = form.buttons.find((found) => {
    const text = textOf(found)
    if (leadsAstray(text)) return false
    const isForAction = form.buttons.length === 1 && !offers(text)
    const said = intentOfButton(found) ?? (isForAction ? intentOf([form.action]) : undefined)
    return said === intent && (intent === 'decline' || approves(found))
  })
  return button && submission(page, form, button, withChoices(form.fields, intent))
}

function byLink(page: Page, intent: Intent): Submission | undefined {
  const link = page.links.find((found) => {
    const { text } = found
    if (leadsAstray(text)) return false
    if (intent === 'decline' && (tellsOfDenial(page, found) || cancelsFirst(text))) return true
    const isChoice = wordsOf(text).length <= longestLinkText && intentOf([text]) === intent
    return isChoice && (intent === 'decline' || speaksOfApproval(text))
  })
  return link && visit(page, link.href)
}

/** A page that only lets one go on; who declines does not go on by what may approve. */
function byOnlyButton(
  page: Page,
  forms: readonly Form[],
  intent: Intent,
  hasDeclined: boolean,
): Submission | undefined {
  const [form, another] = forms
  if (form === undefined || another !== undefined) return undefined
  const [button, other] = form.buttons.filter((found) => !leadsAstray(textOf(found)))
  if (other !== undefined) return undefined
  if (button !== undefined && postpones(textOf(button)))
    return submission(page, form, button, withChoices(form.fields, 'decline'))
  if (button !== undefined && intentOfButton(button) === 'decline') return undefined
  // Where nobody has anything to see or to press, a script sends the form, whatever one wants.
  if (button === undefined && form.fields.every(({ isHidden }) => isHidden))
    return submission(page, form, undefined, form.fields)
  const leadsBack = hasDeclined && button && intentOfButton(button) !== 'approve'
  const text = button ? textOf(button) : ''
  const isOnTheWay = goesOn(text) || (asksForTerms(form) && !speaksOfApproval(text))
  if (intent === 'decline' && !leadsBack && !(button && isOnTheWay)) return undefined
  return submission(page, form, button, withChoices(form.fields, 'approve'))
}

/** The one button beside some that decline, whatever it says: `Next`, `Link my account`. */
function byElimination(page: Page, forms: readonly Form[], intent: Intent): Submission | undefined {
  if (intent === 'decline') return undefined
  const buttons = buttonsOf(forms)
  const others = buttons.filter(({ button }) => intentOfButton(button) !== 'decline')
  if (others.length === buttons.length) return undefined
  const [only, another] = others.filter(({ button }) => !isAside(textOf(button)))
  if (only === undefined || another !== undefined) return undefined
  return submission(page, only.form, only.button, withChoices(only.form.fields, intent))
}

/** Whether a page asks for something else than approval: a no to that declines nothing. */
function asksBeside(page: Page, forms: readonly Form[]): boolean {
  return !forms.some(asksForApproval) && speaksOfSession(page.text)
}

/** Whether a button is about something else than what the page asks. */
function isAside(text: string): boolean {
  return leadsAstray(text) || postpones(text)
}

/**
 * The address that a page without forms, but for such as a choice of languages, lets one go on to by the only link that
 * says so, or that one may skip the page; undefined where it has none, or where the link leads off the host, perhaps back
 * to the application.
 */
export function onwardLink(page: Page): string | undefined {
  if (!page.forms.every(goesAstray)) return undefined
  const onward = page.links.filter(({ text }) => goesOn(text))
  const found = onward.length > 0 ? onward : page.links.filter(({ text }) => ends(text))
  const skipping = speaksOfAccess(page.text) ? undefined : skippingLink(page)
  const [href, another] = found.length > 0 ? found.map((link) => link.href) : [skipping]
  if (href === undefined || another !== undefined) return undefined
  return visit(page, href).url?.origin === page.url.origin ? href : undefined
}

/**
 * The only form of a page, sent as it is, where it looks like that of a language or a newsletter: undefined where there is
 * another, or where it asks for text, or has more than a button to go on.
 */
export function onwardForm(page: Page): Submission | undefined {
  const [form, another] = page.forms
  const [button, other] = form?.buttons ?? []
  if (!form || !button || another || other || !goesOn(textOf(button))) return undefined
  const isTyped = form.fields.some(({ type }) => !/^(hidden|checkbox|radio|select)$/.test(type))
  return isTyped ? undefined : submission(page, form, button, form.fields)
}

/** Whether the text says no more than that one goes on, to the login too, or has proved who one is by a code that was filled in. */
function goesOn(text: string): boolean {
  return (
    /^((click here to )?continue|(continue|proceed) anyway|continue as .*|next|weiter|ok|okay|verify|(sign|log) in)$/i.test(
      text,
    ) || leadsToLogin(text)
  )
}

function firstOf<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
