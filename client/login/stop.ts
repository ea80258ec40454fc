import type { Page } from './page.ts'

/** Ways of logging in that a page may need, where forms do not do. */
const byOthers = {
  scripts: 'the page has scripts, which forms do not run: SANDBOX_LOGIN=browser (or manual) may get through',
  person: 'it asks for what only a person has: SANDBOX_LOGIN=manual gets through',
  unlike:
    'SANDBOX_LOGIN=browser, with SANDBOX_BROWSER_SELECTORS where it presses the wrong thing, or manual may get through',
} as const

const forPersons = /captcha|one.?time|\botp\b|verification code|authenticator|passkey|security key|2fa|mfa/i

/** Which other way of logging in may get through a page that forms did not. */
export function loginAdvice(page: Page): string {
  const asked = page.forms.flatMap(({ fields }) => fields.filter(({ type }) => type !== 'hidden'))
  if (asked.some(({ hint, label }) => forPersons.test(`${hint} ${label}`))) return byOthers.person
  return page.hasScripts ? byOthers.scripts : byOthers.unlike
}

/** Whether a page asks for nothing: one can only read it. */
export function isLastWord(page: Page): boolean {
  return page.forms.length === 0 && page.links.length === 0 && !page.hasScripts && page.refresh === undefined
}

/** Names of the fields that were filled in on the way, in words; empty where there are none. */
export function describeFilled(filled: readonly string[]): string {
  const names = [...new Set(filled)].map((name) => `\`${name.slice(0, longestName)}\``)
  if (names.length === 0) return ''
  const shown = names.slice(0, mostNames)
  return `filled in before: ${shown.join(', ')}${names.length > shown.length ? ' …' : ''}`
}

const longestName = 40
const mostNames = 12
