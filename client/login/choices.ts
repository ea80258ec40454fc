import type { Intent } from './authorization-flow.ts'
import type { Field, Form } from './form.ts'
import { intentOf, speaksOfApproval } from './words.ts'

/** What a form is sent for. */
export type Occasion = Intent | 'login'

/** Boxes that are about the session or about advertising, and no part of what is approved. */
const besideThePoint = /remember|stay|keep|trust|newsletter|subscri|market|advert|offers/i

/** Boxes that one has to check to go on. */
const terms = /terms|conditions|privacy|polic(y|ies)|agreement|\bAGB\b|confirm/i

/**
 * Makes the choices that a person would: approving means all that was asked for, logging in no more than one has to.
 * Decoys stay as they are, and declining needs no choice.
 */
export function withChoices(fields: readonly Field[], occasion: Occasion): readonly Field[] {
  if (occasion === 'decline') return fields
  const taken = new Set(optionsToTake(fields, occasion))
  const controls = new Set([...taken].map(({ order }) => order))
  return fields.map((field) => {
    if (taken.has(field) || (field.type === 'checkbox' && isToBeChecked(field, occasion)))
      return { ...field, chosen: true }
    return field.type === 'select' && controls.has(field.order) ? { ...field, chosen: false } : field
  })
}

/** Whether a form goes on only for who accepts terms, which is no approval of what a client asked for. */
export function asksForTerms({ fields }: Form): boolean {
  return fields.some(
    ({ type, isHidden, required, hint, label }) =>
      type === 'checkbox' && !isHidden && required && terms.test(`${hint} ${label}`),
  )
}

/** Whether a box is about the session or about advertising. */
export function isOfSession({ hint, label }: Field): boolean {
  return besideThePoint.test(`${hint} ${label}`)
}

/** Whether a box that one may leave as it is approves of something by being checked. */
export function isOfConsent({ required, hint, label }: Field): boolean {
  return !required && speaksOfApproval(label) && !terms.test(`${hint} ${label}`)
}

function isToBeChecked(field: Field, occasion: Occasion): boolean {
  if (field.isHidden || field.isSkipped) return false
  if (field.required) return true
  const texts = `${field.hint} ${field.label}`
  if (isOfSession(field) || intentOf([field.value, field.label]) === 'decline') return false
  return occasion === 'approve' || speaksOfApproval(texts) || terms.test(texts)
}

/** The options to choose where a person has to choose, and the page has not. */
function optionsToTake(fields: readonly Field[], occasion: Occasion): Field[] {
  const groups = new Map<string, Field[]>()
  for (const field of fields) {
    if (field.isHidden || !/^(radio|select)$/.test(field.type)) continue
    const key = field.type === 'radio' ? `radio ${field.name}` : `select ${field.order}`
    const group = groups.get(key)
    if (group) group.push(field)
    else groups.set(key, [field])
  }
  return [...groups.values()].flatMap((options) => {
    const isAsked = options.some(({ required }) => required)
    const isDecided = options.some(({ type, chosen, value }) => chosen && (type === 'radio' || value !== ''))
    if (isDecided || (occasion === 'login' && !isAsked)) return []
    const choices = options.filter(({ value }) => value !== '')
    const isOnly = choices.length === 1
    const meant = choices.filter(
      ({ value, label }) => intentOf([value, isOnly ? withoutNo(label) : label]) !== 'decline',
    )
    return meant[0]?.multiple ? meant : meant.slice(0, 1)
  })
}

/** A label that only begins with a no, such as `No organization`, refuses nothing where there is nothing else to choose. */
function withoutNo(label: string): string {
  return label.replace(/^no (?=\p{L})/iu, '')
}
