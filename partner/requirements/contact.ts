import type { Arrival } from '../browser/browser.ts'

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
const PHONE = /(?:\+|\b0)\d[\d ()/-]{5,}\d/
/** Words that a page hardly does without where it says whom to turn to. */
const WORDS = /\b(?:contact|support|help ?desk|e-?mail|call|phone|operator|get in touch|reach)\w*/i

/** Whom the page after the callback tells the user to contact; undefined where it names nobody. */
export function findContact(landing: Arrival): string | undefined {
  if (landing.kind !== 'answer') return undefined
  const { page, exchange } = landing
  const link = page?.links.find(({ href }) => /^(?:mailto|tel|sms):/i.test(href.trim()))
  const text = page?.text ?? exchange.response?.body ?? ''
  return link?.href ?? [EMAIL, PHONE, WORDS].map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
}
