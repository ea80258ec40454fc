import { parseUrl } from '../http/url.ts'
import { withChoices } from './choices.ts'
import type { Form } from './form.ts'
import { buttonsOf, goesAstray, intentOfButton, type PlacedButton, textOf } from './login-step.ts'
import type { Page } from './page.ts'
import type { Link } from './page-reader.ts'
import { type Submission, submission, visit } from './submission.ts'
import {
  intentOf,
  leadsAstray,
  offers,
  postpones,
  speaksOfApproval,
  speaksOfChoosing,
  speaksOfOwnWay,
  speaksOfPassword,
  speaksOfWay,
} from './words.ts'

/** What the parameter that tells organizations apart is called. */
const holderName = /org|tenant|account|compan|workspace|team|charit|nonprofit/i
const languageName = /^(ui_?)?(lang|lng|language|locales?|hl)$/i

/**
 * The one button, or link of the same origin, that leads to a login by what its user types, beside others that lead to
 * a login in another way; undefined where none does, or several do.
 */
export function byOwnWay(page: Page, forms: readonly Form[]): Submission | undefined {
  const buttons = buttonsOf(forms).map(({ form, button }) => ({
    text: textOf(button),
    take: () => submission(page, form, button, form.fields),
  }))
  const links = page.links
    .filter(({ href }) => onOrigin(page, href))
    .map(({ text, href }) => ({ text, take: () => visit(page, href) }))
  const ways = [...buttons, ...links].filter(({ text }) => speaksOfWay(text))
  const own = ways.filter(({ text }) => speaksOfOwnWay(text))
  const withPassword = own.filter(({ text }) => speaksOfPassword(text))
  const [only, another] = withPassword.length > 0 ? withPassword : own
  return ways.length > 1 && another === undefined ? only?.take() : undefined
}

/** The one button that leads to the password, beside others that lead to a login without one. */
export function byPassword(page: Page, forms: readonly Form[]): Submission | undefined {
  const buttons = buttonsOf(forms)
  const [only, another] = buttons.filter(({ button }) => speaksOfPassword(textOf(button)))
  if (buttons.length < 2 || only === undefined || another !== undefined) return undefined
  return submission(page, only.form, only.button, only.form.fields)
}

/**
 * The first of several buttons that differ in nothing but whom they are for, such as an organization; also the only one
 * of them, where the page says what it is about. Two words that nobody knows may be the two of a decision: so the page,
 * or the name of what is sent, has to say that this is a choice.
 */
export function byPicking(page: Page, forms: readonly Form[]): Submission | undefined {
  const buttons = buttonsOf(forms).filter(({ button }) => {
    return !leadsAstray(textOf(button)) && intentOfButton(button) !== 'decline'
  })
  const [first] = buttons
  if (first === undefined || !buttons.every(({ button }) => saysNothing(textOf(button)))) return undefined
  if (new Set(buttons.map(kindOf)).size > 1) return undefined
  if (!speaksOfChoosing(page.text) && !(buttons.length > 1 && isNamedAfterHolder(buttons))) return undefined
  return submission(page, first.form, first.button, withChoices(first.form.fields, 'approve'))
}

/** The address of the first of several links that are alike as the buttons of {@link byPicking} are, on the page's origin. */
export function pickedLink(page: Page): string | undefined {
  if (!page.forms.every(goesAstray)) return undefined
  const groups = new Map<string, Link[]>()
  for (const link of page.links) {
    const kind = kindOfLink(page, link)
    if (kind !== undefined) groups.set(kind, [...(groups.get(kind) ?? []), link])
  }
  const isChoice = speaksOfChoosing(page.text)
  const several = [...groups].filter(([, links]) => links.length > 1)
  const [found, another] = isChoice && several.length === 0 ? [...groups] : several
  if (found === undefined || another !== undefined) return undefined
  const [kind, [link]] = found
  const names = kind.split('?')[1] ?? ''
  return isChoice || holderName.test(names) ? link?.href : undefined
}

/** Whether a text neither decides nor puts off anything, as the name of an organization does not. */
function saysNothing(text: string): boolean {
  return intentOf([text]) !== 'decline' && !speaksOfApproval(text) && !postpones(text) && !offers(text)
}

/** What is the same of buttons that are alike: where they lead, and the names of all that they send. */
function kindOf({ form, button }: PlacedButton): string {
  const names = form.fields.map(({ name }) => name)
  return [button.method ?? form.method, placeOf(button.action ?? form.action), button.name, ...names].join(
    ' ',
  )
}

function isNamedAfterHolder(buttons: readonly PlacedButton[]): boolean {
  if (buttons.every(({ button }) => holderName.test(button.name))) return true
  const holders = buttons.map(({ form }) => form.fields.find(({ name }) => holderName.test(name))?.value)
  // a form that asks for a decision may send for whom it is, the same by either button
  return !holders.includes(undefined) && new Set(holders).size === buttons.length
}

/** The same of links; undefined for one that leads off the origin, to another place of the page, or elsewhere. */
function kindOfLink(page: Page, { text, href }: Link): string | undefined {
  const url = onOrigin(page, href)
  if (text === '' || url === undefined || href.startsWith('#')) return undefined
  if (leadsAstray(text) || !saysNothing(text)) return undefined
  const names = [...new Set(url.searchParams.keys())].sort()
  return names.some((name) => languageName.test(name))
    ? undefined
    : `${placeOf(url.pathname)}?${names.join('&')}`
}

function onOrigin(page: Page, href: string): URL | undefined {
  const url = parseUrl(href, page.base)
  return url?.origin === page.url.origin ? url : undefined
}

/** A path without what tells one from another: its last piece, where there are others, and its query. */
function placeOf(address: string): string {
  const path = address.replace(/[?#].*$/s, '')
  return /^(.*\/[^/]+\/)[^/]+$/s.exec(path)?.[1] ?? path
}
