import { UPDATE_FIELDS } from '../../../contract/fields.ts'
import { replace } from '../../policies/replace.ts'
import { type Condition, fine } from '../condition.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'

/** Conditions on updates. */
export type UpdateConditions = readonly Condition<UpdateTurn>[]
/** What can be linked to a donation. */
type Linked = 'designation_id' | 'advisor'

/** Whether an update says what is to be linked. */
export const isSent =
  (field: Linked) =>
  ({ body }: UpdateTurn) =>
    Object.hasOwn(body, field)

/** What is sent while a link is left out. */
export function sentWithout(field: Linked): UpdateConditions {
  return fine(
    'sent',
    UPDATE_FIELDS.filter((other) => other !== field).map((other) => [
      other,
      `${other} is sent`,
      ({ body }: UpdateTurn) => Object.hasOwn(body, other),
    ]),
  )
}

/** Leaves the link as it is, whatever the update says. */
export function staying(field: Linked, breaks: (turn: UpdateTurn) => boolean) {
  return knowingThePast((turnOf) =>
    replace('update', ({ designationAfter, advisorAfter }) =>
      field === 'designation_id'
        ? {
            designationAfter: (update) =>
              breaks(turnOf(update)) ? update.donation.designation_id : designationAfter(update),
          }
        : {
            advisorAfter: (update) =>
              breaks(turnOf(update)) ? update.donation.advisor_id : advisorAfter(update),
          },
    ),
  )
}

/** Leaves the values of an axis out. */
export const without = (axis: string) => (one: { readonly axis: string; readonly value: string }) =>
  one.axis !== axis
