import { replace } from '../../policies/replace.ts'
import { type Breakage, breakage } from '../condition.ts'
import { besides } from '../updates/beside.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { AFTER, LINKED, METHODS, STATUS, TRIES } from '../updates/where.ts'
import { isSent, sentWithout, staying, without } from './linked.ts'
import { refusingUpdates } from './refusing.ts'

/** Faults of designations. */
export const designationBreaks: readonly Breakage[] = [
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-1',
    name: 'refused',
    description: "a designation of the donation's campaign is refused",
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id').filter(without('place'))],
    apply: (when) => refusingUpdates((turn) => typeof turn.body.designation_id === 'string' && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-1',
    name: 'not-set',
    description: "a designation of the donation's campaign is accepted and not set",
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id')],
    apply: (when) =>
      staying('designation_id', (turn) => typeof turn.body.designation_id === 'string' && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-2',
    name: 'accepted',
    description: 'a designation of another campaign is accepted',
    conditions: [...METHODS, ...STATUS, ...LINKED, ...TRIES, ...AFTER, ...besides('designation_id')],
    apply: (when) =>
      knowingThePast((turnOf) =>
        replace('update', ({ designationAllowed }) => ({
          designationAllowed: (id, update) =>
            designationAllowed(id, update) ||
            (when(turnOf(update)) &&
              [...update.store.campaigns.values()].some(({ designationIds }) => designationIds.includes(id))),
        })),
      ),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-5',
    name: 'refused',
    description: 'the designation null is refused',
    conditions: [...METHODS, ...STATUS, ...LINKED, ...besides('designation_id').filter(without('place'))],
    apply: (when) => refusingUpdates((turn) => turn.body.designation_id === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-5',
    name: 'stays',
    description: 'the designation null leaves the designation in place',
    conditions: [
      ...METHODS,
      ...STATUS,
      ...LINKED.filter(without('designation')),
      ...besides('designation_id'),
    ],
    apply: (when) => staying('designation_id', (turn) => turn.body.designation_id === null && when(turn)),
  }),
  breakage<UpdateTurn>({
    requirement: 'DESIGNATION-6',
    name: 'stays',
    description: 'a designation that is left out stays',
    conditions: [
      ...METHODS,
      ...STATUS,
      ...LINKED.filter(without('designation')),
      ...TRIES,
      ...sentWithout('designation_id'),
    ],
    apply: (when) => staying('designation_id', (turn) => !isSent('designation_id')(turn) && when(turn)),
  }),
]
