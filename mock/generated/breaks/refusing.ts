import { Rejected } from '../../api/rejected.ts'
import { replace } from '../../policies/replace.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'

/** Refuses an update for no reason. */
export function refusingUpdates(breaks: (turn: UpdateTurn) => boolean) {
  return knowingThePast((turnOf) =>
    replace('update', ({ forbiddenFields }) => ({
      forbiddenFields(update) {
        if (breaks(turnOf(update))) throw new Rejected('invalid-field', 'This update is not possible.')
        return forbiddenFields(update)
      },
    })),
  )
}
