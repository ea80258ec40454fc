import { InconclusiveError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'
import type { Shown } from './donation.ts'

/** A field that the contract does not show in an answer, but a target may. */
export type HiddenField = 'designation_id' | 'advisor' | 'quantity' | 'identifier' | 'source' | 'memo'

/** What a hidden field holds, once a target has shown that it shows it. */
export type Hidden = { readonly seen: true; readonly value: unknown } | { readonly seen: false }

/**
 * What a hidden field holds after an answer: by the inspector where there is one (which changes nothing), else as
 * the record shows it. Null and left out are the same: not set.
 */
export async function hidden(
  context: Context,
  id: string,
  shown: Shown,
  field: HiddenField,
): Promise<Hidden> {
  const inspector = context.inspectorIfAny
  const record: Readonly<Record<string, unknown>> = inspector ? await inspector.donation(id) : shown.record
  const value = record[field] ?? undefined
  return inspector || field in record ? { seen: true, value } : { seen: false }
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i

/**
 * Whether a designation, however a target shows one (its id in capitals, an object around it), is this one;
 * undefined where what is shown tells nothing.
 */
export function isDesignation(shown: unknown, id: string): boolean | undefined {
  if (shown === undefined || shown === null || shown === '') return false
  const text = JSON.stringify(shown).toLowerCase()
  if (text.includes(id.toLowerCase())) return true
  return typeof shown === 'string' || UUID.test(text) ? false : undefined
}

/** Why nothing can be said about a hidden field. */
export function notShown(field: HiddenField): InconclusiveError {
  return new InconclusiveError(`the answers of this target do not show ${field}`, [
    `a target that returns ${field} in its record, or the embedded mock`,
  ])
}
