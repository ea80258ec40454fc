import type { UpdateBody } from '../../../support/bodies.ts'

/** How a value differs from the one that is there: services that compare carelessly take some for the same one. */
export const CHANGES = [
  'a new value',
  'only in case',
  'only in accents',
  'only in blanks',
  'the value of another field',
  'longer',
  'shorter',
] as const

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number]

/** Fields of plain text, in which each change is a value that any service takes. */
const TEXTS = [
  'donor_first_name',
  'donor_last_name',
  'donor_city',
  'donor_province',
  'donor_address_line_1',
  'memo',
]

/**
 * The next value of a field.
 * @param present what the donation holds.
 * @param fresh serves where the change makes no such value.
 */
export function changeOf(present: UpdateBody, field: string, fresh: unknown, change: Change): unknown {
  const now = present[field]
  if (field === 'donor_email' && change === 'only in case' && typeof now === 'string') return otherCaseOf(now)
  if (!TEXTS.includes(field) || typeof now !== 'string' || now === '') return fresh
  const changed = textAfter(present, field, now, change)
  return changed === undefined || changed === now ? fresh : changed
}

/** The letter case of what stands before the `@` is the sender's. */
function otherCaseOf(address: string): string {
  return address.replace(/^[^@]*/, (local) =>
    local === local.toUpperCase() ? local.toLowerCase() : local.toUpperCase(),
  )
}

function textAfter(present: UpdateBody, field: string, now: string, change: Change): string | undefined {
  switch (change) {
    case 'a new value':
      return undefined
    case 'only in case':
      return now === now.toUpperCase() ? now.toLowerCase() : now.toUpperCase()
    case 'only in accents':
      return now.includes('é') ? now.replace('é', 'e') : now.replace('e', 'é')
    case 'only in blanks':
      return now.includes(' ') ? now.replace(' ', '') : `${now.slice(0, 1)} ${now.slice(1)}`
    case 'the value of another field':
      return other(present, field)
    case 'longer':
      return now.length < 50 ? `${now} and more` : undefined
    case 'shorter':
      return now.slice(0, Math.max(3, now.length - 2)).trim()
  }
}

function other(present: UpdateBody, field: string): string | undefined {
  const value = present[field === 'donor_city' ? 'donor_province' : 'donor_city']
  return typeof value === 'string' ? value : undefined
}
