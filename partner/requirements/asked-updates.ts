import { isJsonObject } from '../../client/http/answer.ts'
import { contractIssues, GATED_FIELDS, updateDonationRequestSchema } from '../../contract/index.ts'
import { isAskedFor } from '../service/asked-for.ts'
import { type Call, membersOf } from '../service/call.ts'
import type { Changes } from './change-examples.ts'
import { formProblem } from './sent-updates.ts'
import type { SentValues } from './sent-values.ts'

/** What is wrong with an update that arrived; undefined where nothing is. */
export function updateProblem(call: Call, changes: Changes, sentBefore: SentValues): string | undefined {
  const form = formProblem(call)
  if (form !== undefined) return form
  const other = Object.entries(membersOf(call)).find(
    ([field, value]) => !wasAsked(field, value, changes, sentBefore),
  )
  return other && `an update with ${other[0]} ${JSON.stringify(other[1])}, which nobody asked for`
}

/**
 * Whether the user asked for it, now or before: an update may hold all that the application knows of the donation, as
 * it was asked for last, also in place of what is invalid now. What is repeated of a designation belongs to PARTNER-16.
 */
function wasAsked(field: string, value: unknown, changes: Changes, sentBefore: SentValues): boolean {
  if (field in changes && isAskedFor(field, value, changes[field])) return true
  if (field === 'designation_id') {
    if (value !== null) return sentBefore.ever(field).some((one) => isAskedFor(field, value, one))
    // In place of one that was asked for, none removes what the donation has.
    return !(field in changes) || sentBefore.isKnown(field, value)
  }
  return !isValidAlone(field, changes) && sentBefore.isKnown(field, value)
}

/** Whether every validator takes the change. */
function isValidAlone(field: string, changes: Changes): boolean {
  return (
    field in changes && contractIssues(updateDonationRequestSchema, { [field]: changes[field] }).length === 0
  )
}

/** Of valid changes that the application took, one that never arrived. */
export function lost(sent: readonly Call[], changes: Changes, sentBefore: SentValues): string | undefined {
  const bodies = sent.map(membersOf)
  const field = Object.entries(changes).find(([name, value]) => {
    // To leave it out clears it, too; of several calls the last decides.
    if (name === 'designation_id' && value === null) return bodies.at(-1)?.designation_id
    const had = sentBefore.ever(name).at(-1)
    // An application may know no gated field.
    if (had === undefined && GATED_FIELDS.some((gated) => gated === name)) return false
    // What the service has already, as its last answer shows or as it was sent, need not be sent again.
    const shown = sentBefore.shown(name)
    if (shown !== undefined && isAskedFor(name, shown, value)) return false
    if (had !== undefined && isAskedFor(name, had, value)) return false
    return !bodies.some((body) => name in body && !isShortened(body[name], value))
  })
  return field && `an update that was taken, without the ${field[0]} that was asked for`
}

/** Of an advisor, fields may be lost as well. */
function isShortened(sent: unknown, asked: unknown): boolean {
  return (
    isJsonObject(sent) &&
    isJsonObject(asked) &&
    Object.keys(asked).some((name) => !(name in sent) && asked[name] !== '')
  )
}
