import { UPDATE_FIELDS } from '../../../contract/fields.ts'
import { type Condition, classes, fine } from '../condition.ts'
import type { UpdateTurn } from '../updates/turn.ts'

/** How many members the body has. */
export const sizeOf = ({ body }: UpdateTurn) => Object.keys(body).length

/** What is sent while a field is left out. */
export function sent(except: string): readonly Condition<UpdateTurn>[] {
  return [
    ...classes<UpdateTurn>('sent', [
      ['one', 'one field is sent', (turn) => sizeOf(turn) === 1],
      ['two', 'two fields are sent', (turn) => sizeOf(turn) === 2],
      ['several', 'three fields or more are sent', (turn) => sizeOf(turn) >= 3],
    ]),
    ...fine<UpdateTurn>(
      'sent',
      UPDATE_FIELDS.filter((field) => field !== except).map((field) => [
        field,
        `${field} is sent`,
        ({ body }) => Object.hasOwn(body, field),
      ]),
    ),
  ]
}
