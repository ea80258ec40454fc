import { SETTABLE_FIELDS, type SettableField, UPDATE_FIELDS } from '../../../contract/fields.ts'
import { storing } from '../../faults/donation/stored.ts'
import { type Breakage, breakage } from '../condition.ts'
import { knowingThePast, type UpdateTurn } from '../updates/turn.ts'
import { ANYWHERE, LINKED, METHODS, STATUS, WITH_LINKS } from '../updates/where.ts'
import { refusingUpdates } from './refusing.ts'
import { sent, sizeOf } from './sent.ts'

/** What becomes of a field that was left out. */
const LOSSES: Readonly<
  Record<string, readonly [string, (turn: UpdateTurn, field: SettableField) => string]>
> = {
  emptied: ['is emptied', () => ''],
  cut: ['loses its last character', ({ donation }, field) => donation[field].slice(0, -1)],
  'of-another': [
    'becomes that of another donation',
    ({ store, donation }, field) =>
      [...store.donations.values()].find((other) => other[field] !== donation[field])?.[field] ?? '',
  ],
}

const leftOut = SETTABLE_FIELDS.flatMap((field) =>
  Object.entries(LOSSES).map(([name, [words, lose]]) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-4',
      name: `${field}-${name}`,
      description: `${field}, left out of an update, ${words}`,
      conditions: [...ANYWHERE, ...sent(field), ...WITH_LINKS],
      apply: (when) =>
        knowingThePast((turnOf) =>
          storing((update) => {
            const turn = turnOf(update)
            const breaks = sizeOf(turn) > 0 && !Object.hasOwn(turn.body, field) && when(turn)
            return breaks ? { [field]: lose(turn, field) } : {}
          }),
        ),
    }),
  ),
)

const emptied = SETTABLE_FIELDS.map((field) =>
  breakage<UpdateTurn>({
    requirement: 'UPDATE-6',
    name: `${field}-emptied`,
    description: `an empty update empties ${field}`,
    alsoBreaks: ['UPDATE-4'],
    conditions: [...METHODS, ...STATUS, ...LINKED],
    apply: (when) =>
      knowingThePast((turnOf) =>
        storing((update) => (sizeOf(turnOf(update)) === 0 && when(turnOf(update)) ? { [field]: '' } : {})),
      ),
  }),
)

const refusedAlone = [
  breakage<UpdateTurn>({
    requirement: 'UPDATE-6',
    name: 'refused',
    description: 'an empty update is refused',
    conditions: [...METHODS, ...STATUS, ...LINKED],
    apply: (when) => refusingUpdates((turn) => sizeOf(turn) === 0 && when(turn)),
  }),
  ...UPDATE_FIELDS.filter((field) => !['quantity', 'identifier', 'source'].includes(field)).map((field) =>
    breakage<UpdateTurn>({
      requirement: 'UPDATE-6',
      name: `${field}-alone-refused`,
      description: `${field} is refused by itself`,
      conditions: METHODS,
      apply: (when) =>
        refusingUpdates((turn) => sizeOf(turn) === 1 && Object.hasOwn(turn.body, field) && when(turn)),
    }),
  ),
]

/** Faults of what an update leaves out. */
export const leftOutBreaks: readonly Breakage[] = [...leftOut, ...emptied, ...refusedAlone]
